import { element, shape } from "../element.js";
import { say } from "../language.js";
import { words } from "./words.js";

/** Buttons and a slider to step through the line that is looked at. */
export class Steps {
  #shown = 0;
  #all = 0;

  /** @param {(place: number) => void} look */
  constructor(look) {
    this.look = look;
    this.slider = element("input", { type: "range", min: 0, step: 1, "aria-label": say(words.replay), oninput: () => this.go(Number(this.slider.value)) });
    this.buttons = {
      first: this.#button("first", "M7 5v14M18 5l-8 7 8 7z", words.first, () => 0),
      previous: this.#button("previous", "M16 5l-8 7 8 7z", words.previous, () => this.#shown - 1),
      next: this.#button("next", "M8 5l8 7-8 7z", words.next, () => this.#shown + 1),
      last: this.#button("last", "M17 5v14M6 5l8 7-8 7z", words.last, () => this.#all),
    };
    const { first, previous, next, last } = this.buttons;
    this.element = element("div", { class: "steps" }, first, previous, this.slider, next, last);
  }

  /**
   * @param {string} way
   * @param {string} path
   * @param {import("../types.js").Words} label
   * @param {() => number} place
   */
  #button(way, path, label, place) {
    const name = say(label);
    return element(
      "button",
      { type: "button", class: `quiet icon ${way}`, "aria-label": name, title: name, onclick: () => this.go(place()) },
      shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: path, class: "full" })),
    );
  }

  /** @param {number} place */
  go(place) {
    const within = Math.max(0, Math.min(this.#all, place));
    if (within !== this.#shown) this.look(within);
  }

  /** @param {number} shown @param {number} all */
  show(shown, all) {
    this.#shown = shown;
    this.#all = all;
    this.slider.max = String(all);
    this.slider.value = String(shown);
    this.slider.setAttribute("aria-valuetext", say(words.moveOf(shown, all)));
    this.buttons.first.disabled = this.buttons.previous.disabled = shown === 0;
    this.buttons.last.disabled = this.buttons.next.disabled = shown === all;
  }
}
