import { element, shape } from "../element.js";
import { say } from "../language.js";
import { words } from "../words.js";

/**
 * The moves of a game as a list, with a slider and keys to look through them. Place 0 is the
 * beginning, place N the board after N moves.
 */
export class MoveList {
  /** @type {string[]} */
  #moves = [];
  #shown = 0;
  /** @type {Map<number, { mark: string, note: string }>} */
  #notes = new Map();
  /** Whether the first move is black's. */
  #blackFirst = false;

  /**
   * @param {(place: number) => void} look
   * @param {AbortSignal} signal
   */
  constructor(look, signal) {
    this.look = look;
    this.list = element("ol", { class: "moves" });
    this.slider = element("input", {
      type: "range",
      min: 0,
      step: 1,
      "aria-label": say(words.replay),
      oninput: () => this.#go(Number(this.slider.value)),
    });
    this.buttons = {
      first: this.#button("first", words.first, "M7 5v14M18 5l-8 7 8 7z", () => 0),
      previous: this.#button("previous", words.previous, "M16 5l-8 7 8 7z", () => this.#shown - 1),
      next: this.#button("next", words.next, "M8 5l8 7-8 7z", () => this.#shown + 1),
      last: this.#button("last", words.last, "M17 5v14M6 5l8 7-8 7z", () => this.#moves.length),
    };
    this.empty = element("p", { class: "muted" }, say(words.noMoves));
    const { first, previous, next, last } = this.buttons;
    this.scroll = element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say(words.moves) }, this.empty, this.list);
    this.element = element("section", { class: "movebox", "aria-label": say(words.moves) }, this.scroll, first, previous, this.slider, next, last);
    const observer = new ResizeObserver(() => this.#revealShown());
    observer.observe(this.scroll);
    signal.addEventListener("abort", () => observer.disconnect());
    addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /**
   * @param {"first" | "previous" | "next" | "last"} step
   * @param {import("../types.js").Words} label
   * @param {string} path
   * @param {() => number} place
   */
  #button(step, label, path, place) {
    const name = say(label);
    return element(
      "button",
      { type: "button", class: `quiet icon ${step}`, "aria-label": name, title: name, onclick: () => this.#go(place()) },
      shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: path, class: "full" })),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const busy = event.target instanceof Element && event.target.closest("input, select, textarea, [role=button], dialog");
    if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = /** @type {Record<string, number>} */ ({
      ArrowLeft: this.#shown - 1,
      ArrowRight: this.#shown + 1,
      Home: 0,
      End: this.#moves.length,
    })[event.key];
    if (place === undefined) return;
    event.preventDefault();
    this.#go(place);
  }

  /** @param {number} place */
  #go(place) {
    const within = Math.max(0, Math.min(this.#moves.length, place));
    if (within !== this.#shown) this.look(within);
  }

  /**
   * @param {string[]} moves
   * @param {number} shown
   * @param {{ blackFirst?: boolean, notes?: Map<number, { mark: string, note: string }> }} [more]
   */
  show(moves, shown, { blackFirst = this.#blackFirst, notes = this.#notes } = {}) {
    this.#moves = moves;
    this.#shown = shown;
    this.#blackFirst = blackFirst;
    this.#notes = notes;
    this.empty.hidden = moves.length > 0;
    this.slider.max = String(moves.length);
    this.slider.value = String(shown);
    this.slider.setAttribute("aria-valuetext", say(words.moveOf(shown, moves.length)));
    this.buttons.first.disabled = this.buttons.previous.disabled = shown === 0;
    this.buttons.last.disabled = this.buttons.next.disabled = shown === moves.length;
    const shift = blackFirst ? 1 : 0;
    /** @type {HTMLElement[]} */
    const rows = [];
    moves.forEach((move, index) => {
      const half = index + shift;
      if (half % 2 === 0 || index === 0) {
        const number = element("span", { class: "number" }, `${Math.floor(half / 2) + 1}.`);
        rows.push(element("li", {}, number, half % 2 === 1 && element("span", { class: "gap" }, "…")));
      }
      rows.at(-1)?.append(this.#move(move, index + 1));
    });
    this.list.replaceChildren(...rows);
    this.#revealShown();
  }

  #revealShown() {
    const current = this.list.querySelector("[aria-current]");
    if (current) this.#reveal(/** @type {HTMLElement} */ (current));
    else this.scroll.scrollTo({ top: 0, left: 0 });
  }

  /**
   * Brings a move into view: the list is a column, or a strip where there is little room.
   *
   * @param {HTMLElement} move
   */
  #reveal(move) {
    const [box, at] = [this.scroll.getBoundingClientRect(), move.getBoundingClientRect()];
    if (at.top < box.top || at.bottom > box.bottom) this.scroll.scrollBy({ top: at.top - box.top - box.height / 2 });
    if (at.left < box.left || at.right > box.right) this.scroll.scrollBy({ left: at.right - box.right + 8 });
  }

  /** @param {string} move @param {number} place */
  #move(move, place) {
    const note = this.#notes.get(place);
    return element(
      "button",
      {
        type: "button",
        class: note ? "move noted" : "move",
        "aria-current": place === this.#shown ? "step" : null,
        title: note?.note,
        onclick: () => this.#go(place),
      },
      move,
      note && element("span", { class: "mark" }, note.mark),
    );
  }
}
