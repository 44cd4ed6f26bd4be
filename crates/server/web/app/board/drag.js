/** @typedef {import("./table.js").Table} Table */
import { element } from "../element.js";
import { piecePicture } from "./hand.js";

/** Pixels a finger may tremble before it is a drag. */
const TREMBLE = 6;

/** Dragging pieces: over the board, or from a hand onto it. A drag is a touch at both ends. */
export class Drag {
  /** @type {{ place: string | null, ghost: HTMLElement | null, x: number, y: number, moving: boolean } | null} */
  #held = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { svg } = table.board;
    svg.addEventListener("pointerdown", (event) => this.#down(event, table.board.placeAt(event.clientX, event.clientY), null));
    for (const hand of Object.values(table.hands)) {
      hand.element.addEventListener("pointerdown", (event) => {
        const stock = /** @type {Element} */ (event.target).closest(".stock:not(:disabled)");
        if (stock) this.#down(event, null, hand.side);
      });
    }
  }

  /**
   * @param {PointerEvent} event
   * @param {string | null} place
   * @param {import("../types.js").Side | null} side
   */
  #down(event, place, side) {
    if (event.button !== 0 || this.#held) return;
    const piece = this.table.view?.pieces.find(({ at }) => at === place);
    if (place && !piece) return;
    const stock = /** @type {Element} */ (event.target).closest(".stock");
    const kind = stock?.getAttribute("data-kind") ?? undefined;
    this.#held = { place, ghost: null, x: event.clientX, y: event.clientY, moving: false };
    const over = new AbortController();
    const { signal } = over;
    const end = () => {
      over.abort();
      this.#held?.ghost?.remove();
      if (this.#held?.place) this.table.board.carry(this.#held.place, null);
      this.#held = null;
    };
    addEventListener("pointermove", (move) => this.#move(move, place, side, kind), { signal });
    addEventListener("pointercancel", end, { signal });
    addEventListener("pointerup", (up) => {
      const moved = this.#held?.moving;
      end();
      if (!moved) return;
      // The click that follows a drag is no touch of its own.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => document.body.click(), 0);
      const goal = this.table.board.placeAt(up.clientX, up.clientY);
      if (goal && goal !== place) this.table.touch({ place: goal });
    }, { signal });
  }

  /**
   * @param {PointerEvent} event
   * @param {string | null} place
   * @param {import("../types.js").Side | null} side
   * @param {string | undefined} kind
   */
  #move(event, place, side, kind) {
    const held = this.#held;
    if (!held) return;
    if (!held.moving) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < TREMBLE) return;
      held.moving = true;
      const touch = place ? { place } : kind ? { kind } : null;
      if (touch && !this.table.choice.has(touch)) this.table.touch(touch);
      if (side) {
        held.ghost = element("div", { class: "ghost" }, piecePicture(this.table.board.stage, side, kind));
        document.body.append(held.ghost);
      }
    }
    if (place) this.table.board.carry(place, this.table.board.onBoard(event.clientX, event.clientY));
    held.ghost?.style.setProperty("translate", `${event.clientX}px ${event.clientY}px`);
  }
}
