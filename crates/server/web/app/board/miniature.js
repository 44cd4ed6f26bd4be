/** @typedef {import("../types.js").Stage} Stage */
/** @typedef {import("../types.js").Miniature} Scene */
import { drawing, shape } from "../element.js";

/**
 * Names of what miniatures are made of, by the markup: drawn once, used in every one of them.
 *
 * @type {Map<string, string>}
 */
const drawn = new Map();

/** Where it is drawn, out of sight. */
const store = shape("svg", { class: "drawing hidden", width: 0, height: 0, "aria-hidden": "true" });

/** @param {string} markup */
function nameOf(markup) {
  let name = drawn.get(markup);
  if (!name) {
    name = `drawn-${drawn.size}`;
    drawn.set(markup, name);
    const group = shape("g", { id: name }, drawing(markup));
    // Too small to be read.
    for (const letters of group.querySelectorAll(".coordinates")) letters.remove();
    store.append(shape("defs", {}, group));
  }
  return name;
}

/**
 * A small picture of a board, which takes no touches.
 *
 * @param {Stage} stage
 * @param {Scene} scene
 */
export function miniature(stage, { pieces, last, lines = [] }) {
  if (!store.isConnected) document.body.append(store);
  const spots = new Map(stage.places.map((spot) => [spot.name, spot]));
  const set = (/** @type {string} */ sprite, /** @type {string} */ place) => {
    const { x = 0, y = 0 } = spots.get(place) ?? {};
    return shape("use", { href: `#${nameOf(stage.sprites[sprite] ?? "")}`, x, y });
  };
  const line = (/** @type {string[]} */ places) => {
    const points = places.flatMap((place) => spots.get(place) ?? []).sort((one, other) => one.x - other.x || one.y - other.y);
    return shape("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: "stroke-mill", "stroke-width": stage.ribbon });
  };
  return shape(
    "svg",
    { viewBox: frame(stage), class: "drawing miniature", "aria-hidden": "true" },
    shape("use", { href: `#${nameOf(stage.board)}` }),
    lines.map(line),
    pieces.map(({ at, side, kind }) => set(kind ? `${side}-${kind}` : side, at)),
    last && set("last", last.to),
  );
}

/**
 * The part of a stage that a miniature shows: as a stage leaves room for coordinates to the left and
 * below, the places stand in the middle of what is left.
 *
 * @param {Stage} stage
 */
function frame({ left, top, width, height, places }) {
  const [right, below] = [left + width, top + height];
  const margin = Math.min(right - Math.max(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y)) - top);
  const edge = Math.min(...places.map(({ x }) => x)) - margin;
  const foot = Math.max(...places.map(({ y }) => y)) + margin;
  return [Math.max(left, edge), top, right - Math.max(left, edge), Math.min(below, foot) - top].join(" ");
}
