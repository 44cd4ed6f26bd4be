/** @typedef {import("./asker.js").Known} Known */
import { element } from "../element.js";
import { say } from "../language.js";
import { words } from "./words.js";
import { forWhite, valueText } from "./value.js";

/** Hundredths of a point or stone at which the bar is full. */
const FULL = 600;

/** Who is ahead, beside the board: the more of it is white, the more white is ahead. */
export class Bar {
  constructor() {
    this.fill = element("div", { class: "fill" });
    this.element = element("div", { class: "evaluation", role: "img" }, this.fill);
    this.clear();
  }

  /** Nothing is known. */
  clear() {
    this.element.classList.add("unknown");
    this.element.setAttribute("aria-label", say(words.barUnknown));
    this.element.removeAttribute("title");
  }

  /**
   * @param {Known} known
   * @param {import("../types.js").Side} turn
   */
  show({ value: { value } }, turn) {
    const white = Math.max(-FULL, Math.min(FULL, forWhite(value, turn)));
    // A lead shows at once, however small; nobody is ever wholly gone.
    const share = 50 + 46 * Math.sign(white) * Math.sqrt(Math.abs(white) / FULL);
    this.element.style.setProperty("--white", `${share}%`);
    this.element.classList.remove("unknown");
    const text = say(words.barText(words.sides[turn], valueText(value), value.exact));
    this.element.setAttribute("aria-label", text);
    this.element.title = text;
  }
}
