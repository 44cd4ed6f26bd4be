/** @typedef {import("./types.js").RatingPoint} RatingPoint */
import { element, shape } from "./element.js";
import { dateText } from "./games.js";
import { say } from "./language.js";
import { words } from "./words.js";

const WIDTH = 480;
const HEIGHT = 160;

/** Room for the numbers at the left, and around the line. */
const LEFT = 44;
const MARGIN = 10;

/**
 * How a rating went, game by game.
 *
 * @param {RatingPoint[]} points the oldest first
 */
export function ratingGraph(points) {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.floor((Math.min(...values) - 1) / 50) * 50, Math.ceil((Math.max(...values) + 1) / 50) * 50];
  const x = (/** @type {number} */ index) => LEFT + (index / Math.max(1, points.length - 1)) * (WIDTH - LEFT - MARGIN);
  const y = (/** @type {number} */ value) => HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const level = (/** @type {number} */ value) => [
    shape("line", { x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value), class: "level" }),
    shape("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
  ];
  const steps = Math.max(50, Math.ceil((high - low) / 4 / 50) * 50);
  const levels = Array.from({ length: Math.floor((high - low) / steps) + 1 }, (_, index) => low + index * steps);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return element("p", { class: "muted" }, say(words.noRatingYet));
  const told = words.ratingWent(Math.round(first.value), Math.round(last.value), points.length);
  const marked = points.filter(({ mark }) => mark).length;
  return element(
    "figure",
    { class: "rating-graph" },
    shape(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say(told) },
      levels.flatMap(level),
      shape("polyline", { points: points.map(({ value }, index) => `${x(index)},${y(value)}`).join(" "), class: "course" }),
      points.flatMap(({ value, mark }, index) => (mark ? [shape("circle", { cx: x(index), cy: y(value), r: 3, class: "marked" }, shape("title", {}, say(mark.text)))] : [])),
      shape("circle", { cx: x(points.length - 1), cy: y(last.value), r: 4, class: "last" }),
    ),
    element("figcaption", { class: "muted" }, say(told), " ", marked > 0 && `${say(words.countedLess(marked))} `, `${dateText(first.at)} – ${dateText(last.at)}`),
  );
}
