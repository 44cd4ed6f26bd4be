import { shape } from "../element.js";
import { say } from "../language.js";
import { words } from "../words.js";

const WIDTH = 320;
const HEIGHT = 96;

/** Hundredths of a point beyond which the line runs along the edge. */
const MOST = 400;

/**
 * Who was ahead after each move: above the middle white, below it black.
 *
 * @param {(number | null)[]} values in hundredths for white, from the beginning on
 * @param {number} shown the place that is looked at
 * @param {(place: number) => void} look
 */
export function graph(values, shown, look) {
  const step = WIDTH / Math.max(1, values.length - 1);
  const height = (/** @type {number} */ value) => HEIGHT / 2 - (Math.max(-MOST, Math.min(MOST, value)) / MOST) * (HEIGHT / 2 - 6);
  const points = values.flatMap((value, index) => (value === null ? [] : [`${index * step},${height(value)}`]));
  const drawn = shape(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": say(words.graph) },
    shape("rect", { width: WIDTH, height: HEIGHT / 2, class: "fill-stone-white" }),
    shape("rect", { y: HEIGHT / 2, width: WIDTH, height: HEIGHT / 2, class: "fill-stone-black" }),
    shape("line", { x1: shown * step, x2: shown * step, y1: 0, y2: HEIGHT, class: "now" }),
    shape("polyline", { points: points.join(" "), class: "course" }),
  );
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    look(Math.round(((event.clientX - box.x) / box.width) * (values.length - 1)));
  });
  return drawn;
}
