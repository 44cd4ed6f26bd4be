import { element, shape } from "../element.js";
import { say } from "../language.js";
import { words } from "./words.js";
import { signed } from "./value.js";

const WIDTH = 320;
const HEIGHT = 104;
const LEFT = 34;
const EDGE = 8;

/** Hundredths of a point beyond which the line runs along the edge. */
const MOST = 600;

/** Who was ahead after each move: above the middle white, below it black. A slider: arrows and clicks go through the game. */
export class Graph {
  /** @type {(number | null)[]} */
  #values = [];
  #shown = 0;

  /** @param {(place: number) => void} look */
  constructor(look) {
    this.look = look;
    this.svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", tabindex: 0, role: "slider", "aria-label": say(words.graph), "aria-valuemin": 0 });
    this.svg.addEventListener("click", ({ clientX }) => {
      const at = new DOMPoint(clientX, 0).matrixTransform(this.svg.getScreenCTM()?.inverse());
      this.#go(Math.round(((at.x - LEFT) / (WIDTH - LEFT - EDGE)) * (this.#values.length - 1)));
    });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.element = element("figure", { class: "course", hidden: true }, this.svg);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const place = /** @type {Record<string, number>} */ ({
      ArrowLeft: this.#shown - 1,
      ArrowDown: this.#shown - 1,
      ArrowRight: this.#shown + 1,
      ArrowUp: this.#shown + 1,
      Home: 0,
      End: this.#values.length - 1,
    })[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(place);
  }

  /** @param {number} place */
  #go(place) {
    this.look(Math.max(0, Math.min(this.#values.length - 1, place)));
  }

  /**
   * @param {(number | null)[]} values in hundredths for white, from the beginning on
   * @param {number} shown the place that is looked at
   * @param {{ place: number, label: string }[]} mistakes
   */
  show(values, shown, mistakes) {
    this.#values = values;
    this.#shown = shown;
    this.element.hidden = values.filter((value) => value !== null).length < 2;
    const step = (WIDTH - LEFT - EDGE) / Math.max(1, values.length - 1);
    const across = (/** @type {number} */ place) => LEFT + place * step;
    const middle = HEIGHT / 2;
    const height = (/** @type {number} */ value) => middle - (Math.max(-MOST, Math.min(MOST, value)) / MOST) * (middle - EDGE);
    const points = values.flatMap((value, place) => (value === null ? [] : [`${across(place)},${height(value)}`]));
    const level = (/** @type {number} */ value, /** @type {string} */ text) => [
      shape("line", { x1: LEFT, x2: WIDTH - EDGE, y1: height(value), y2: height(value), class: value === 0 ? "axis" : "level" }),
      shape("text", { x: LEFT - 5, y: height(value) + 4, class: "scale" }, text),
    ];
    const found = mistakes.flatMap(({ place, label }) => {
      const value = values[place];
      const dot = value === null || value === undefined ? null : shape("circle", { cx: across(place), cy: height(value), r: 4, class: "mistake" }, shape("title", {}, label));
      return dot ?? [];
    });
    this.svg.replaceChildren(
      ...level(MOST / 2, signed(MOST / 2)),
      ...level(0, "="),
      ...level(-MOST / 2, signed(-MOST / 2)),
      shape("text", { x: LEFT + 4, y: 13, class: "side" }, say(words.whiteAhead)),
      shape("text", { x: LEFT + 4, y: HEIGHT - 5, class: "side" }, say(words.blackAhead)),
      shape("line", { x1: across(shown), x2: across(shown), y1: 2, y2: HEIGHT - 2, class: "now" }),
      shape("polyline", { points: points.join(" "), class: "line" }),
      ...found,
    );
    const value = values[shown];
    const ahead = value === null || value === undefined ? "" : say(value === 0 ? words.nobodyAhead : words.aheadBy(value > 0 ? words.whiteAhead : words.blackAhead, signed(Math.abs(value)).slice(1)));
    this.svg.setAttribute("aria-valuemax", String(values.length - 1));
    this.svg.setAttribute("aria-valuenow", String(shown));
    this.svg.setAttribute("aria-valuetext", [say(words.moveOf(shown, values.length - 1)), ahead].filter(Boolean).join(", "));
  }
}
