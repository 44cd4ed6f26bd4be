/** @typedef {import("../types.js").HandPieces} HandPieces */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Stage} Stage */
import { drawing, element, shape } from "../element.js";
import { say } from "../language.js";
import { kindName, words } from "../words.js";

/** Half the side of the picture of a piece, in the units of the stage. */
const HALF = 40;

/**
 * A piece as a small picture.
 *
 * @param {Stage} stage
 * @param {Side} side
 * @param {string} [kind]
 */
export function piecePicture(stage, side, kind) {
  const sprite = stage.sprites[kind ? `${side}-${kind}` : side] ?? "";
  const box = `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`;
  return shape("svg", { viewBox: box, class: "drawing token", "aria-hidden": "true" }, drawing(sprite));
}

/** What a side has still to place; where there are several kinds they are picked here. */
export class Hand {
  /**
   * @param {Stage} stage
   * @param {Side} side
   * @param {(kind: string) => void} touch
   */
  constructor(stage, side, touch) {
    this.stage = stage;
    this.side = side;
    this.touch = touch;
    const kinds = Object.keys(stage.sprites).some((sprite) => sprite.startsWith(`${side}-`));
    this.element = element("div", { class: kinds ? "hand kinds" : "hand", role: "group", "aria-label": say(words.handOf[side]) });
  }

  /**
   * @param {HandPieces[]} pieces
   * @param {{ lively: boolean, chosen: string[], fitting: string[] }} state
   */
  show(pieces, { lively, chosen, fitting }) {
    const focused = document.activeElement?.getAttribute("data-kind");
    const had = this.element.contains(document.activeElement);
    this.element.style.setProperty("--kinds", String(pieces.length));
    this.element.replaceChildren(
      ...pieces.filter(({ count }) => count > 0).map(({ kind, count }) => {
        const pictures = Array.from({ length: count }, () => piecePicture(this.stage, this.side, kind));
        if (!kind) {
          const label = say(words.stonesInHand(count));
          const stones = element("span", { class: "stock", role: "img", "aria-label": label, title: label }, pictures);
          stones.style.setProperty("--steps", String(Math.max(1, count - 1)));
          return stones;
        }
        const stock = element(
          "button",
          {
            type: "button",
            class: `stock${chosen.includes(kind) ? " chosen" : ""}${lively && !fitting.includes(kind) ? " shut" : ""}`,
            "data-kind": kind,
            "aria-pressed": lively ? String(chosen.includes(kind)) : null,
            "aria-label": say(words.kindInHand(kindName(kind), count)),
            title: say(kindName(kind)),
            disabled: !lively,
            onclick: () => this.touch(kind),
          },
          pictures,
          count > 2 && element("span", { class: "count" }, String(count)),
        );
        stock.style.setProperty("--steps", String(Math.max(1, count - 1)));
        return stock;
      }),
    );
    // When the last piece of a kind is placed, the focus goes to what is left.
    if (had && focused) (this.button(focused) ?? this.element.querySelector("button"))?.focus();
  }

  /**
   * @param {string} kind
   * @returns {HTMLButtonElement | null}
   */
  button(kind) {
    return this.element.querySelector(`[data-kind="${kind}"]`);
  }
}
