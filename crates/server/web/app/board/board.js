/** @typedef {import("../types.js").Stage} Stage */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").LastMove} LastMove */
/** @typedef {import("../types.js").PlaceSpot} PlaceSpot */
import { drawing, element, shape } from "../element.js";
import { moves, setting } from "../settings.js";

/** Milliseconds a piece slides. */
const SLIDE = 120;

/** Milliseconds in which a piece that was taken fades, once the other has arrived. */
const FADE = 240;

/** How far from a place a touch still means it: up to the corners of its square. */
const NEAR = 0.75;

/**
 * What is on a board.
 *
 * @typedef {object} Scene
 * @property {Piece[]} pieces
 * @property {LastMove} [last]
 * @property {string[][]} lines
 * @property {string[]} targets ringed
 * @property {string[]} captures ringed and crossed
 * @property {string[]} chosen ringed as touched
 * @property {string[] | null} open all other places are dimmed
 * @property {string[]} [look] places to look at
 * @property {string[][]} [threats] lines that the other could complete; the places to look at are then where
 * @property {string[]} [lively] places that a touch may go to
 * @property {Record<string, { text: string, good: boolean }>} [values] written on places
 */

/**
 * A board that shows a scene and tells which place is touched. It knows places by their names and
 * where they are, and no rule.
 */
export class Board {
  /** @type {Map<string, PlaceSpot>} */
  #spots;
  /** @type {Map<string, SVGGElement>} */
  #handles = new Map();
  /** @type {Map<string, SVGGElement>} */
  #pieces = new Map();

  /**
   * @param {Stage} stage
   * @param {string} label
   * @param {{ touch: (place: string) => void, name: (place: string) => string } | null} hands
   *   who hears of touches and tells what a place is called; nobody: the board is a picture
   */
  constructor(stage, label, hands) {
    this.stage = stage;
    this.#spots = new Map(stage.places.map((spot) => [spot.name, spot]));
    /** How near the nearest two places are, in the units of the drawing. */
    this.reach = nearestDistance(stage.places);
    this.layers = {
      base: shape("g", {}, drawing(stage.board)),
      lines: shape("g"),
      trail: shape("g"),
      pieces: shape("g"),
      marks: shape("g", { class: "marks" }),
      handles: shape("g"),
    };
    this.hands = hands;
    this.svg = shape(
      "svg",
      { class: "drawing", role: hands ? "group" : "img", "aria-label": label },
      ...Object.values(this.layers),
    );
    this.element = element("div", { class: "board" }, this.svg);
    this.crop(false);
    for (const group of this.layers.base.querySelectorAll(".place")) {
      const name = group.getAttribute("data-name");
      if (name) this.#handles.set(name, /** @type {SVGGElement} */ (group));
    }
    if (hands) this.#makeHandles();
  }

  /**
   * Shows the whole board, or only as much as its places need.
   *
   * @param {boolean} tight
   */
  crop(tight) {
    const { stage } = this;
    const bare = setting().coordinates === false;
    // Without coordinates the board is as far from the edge on the left and below as on the other sides.
    const edges = (/** @type {"x" | "y"} */ axis, /** @type {number} */ from, /** @type {number} */ size) => {
      const all = stage.places.map((spot) => spot[axis]);
      const [least, most] = [Math.min(...all), Math.max(...all)];
      const margin = tight ? this.reach / 2 : axis === "x" ? from + size - most : least - from;
      return tight || bare ? { from: least - margin, size: most - least + 2 * margin } : { from, size };
    };
    const [x, y] = [edges("x", stage.left, stage.width), edges("y", stage.top, stage.height)];
    this.svg.setAttribute("viewBox", `${x.from} ${y.from} ${x.size} ${y.size}`);
    this.element.classList.toggle("tight", tight);
    this.element.classList.toggle("bare", tight || bare);
    /** Width by height; how large a board may be knows the style sheet. */
    this.shape = x.size / y.size;
    this.element.style.setProperty("--shape", String(this.shape));
  }

  /** Lets places be reached by keyboard: one by Tab, the others by arrows from there. */
  #makeHandles() {
    const radius = 0.46 * this.reach;
    this.stage.places.forEach(({ name, x, y }, index) => {
      const ring = shape("circle", { cx: x, cy: y, r: radius, class: "handle" });
      ring.setAttribute("role", "button");
      ring.setAttribute("tabindex", index === 0 ? "0" : "-1");
      ring.setAttribute("data-place", name);
      this.layers.handles.append(ring);
    });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("click", (event) => {
      const handle = /** @type {Element} */ (event.target);
      // A click without a pointer comes from assistive technology.
      const place = event.detail === 0 ? handle.getAttribute("data-place") : this.placeAt(event.clientX, event.clientY);
      if (place) this.hands?.touch(place);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const from = /** @type {Element} */ (event.target).getAttribute("data-place");
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.hands?.touch(from);
      return;
    }
    const [right, down] = /** @type {Record<string, [number, number]>} */ ({
      ArrowRight: [1, 0],
      ArrowLeft: [-1, 0],
      ArrowDown: [0, 1],
      ArrowUp: [0, -1],
    })[event.key] ?? [0, 0];
    if (!right && !down) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = this.element.classList.contains("turned") ? -1 : 1;
    const next = this.#neighbour(from, sign * right, sign * down);
    if (next) this.focus(next);
  }

  /**
   * Turns the board round, as for who sits opposite, or back.
   *
   * @param {boolean} round
   */
  turn(round) {
    this.element.classList.toggle("turned", round);
  }

  /**
   * The nearest place in a direction; what lies off to the side counts as farther away.
   *
   * @param {string} from
   * @param {number} right
   * @param {number} down
   */
  #neighbour(from, right, down) {
    const here = this.spot(from);
    let best = { name: "", distance: Infinity };
    for (const { name, x, y } of this.stage.places) {
      const along = (x - here.x) * right + (y - here.y) * down;
      const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
      const distance = along + 2.5 * aside;
      if (along > 1 && distance < best.distance) best = { name, distance };
    }
    return best.name;
  }

  /** Gives the focus to the place that last had it. */
  refocus() {
    /** @type {SVGElement | null} */ (this.svg.querySelector('.handle[tabindex="0"]'))?.focus();
  }

  /** @param {string} place */
  focus(place) {
    for (const handle of this.layers.handles.children) {
      const is = handle.getAttribute("data-place") === place;
      handle.setAttribute("tabindex", is ? "0" : "-1");
      if (is) /** @type {SVGElement} */ (handle).focus();
    }
  }

  /**
   * @param {string} place
   * @returns {PlaceSpot}
   */
  spot(place) {
    const spot = this.#spots.get(place);
    if (!spot) throw new Error(`no place ${place}`);
    return spot;
  }

  /**
   * The place at a point of the screen.
   *
   * @param {number} x
   * @param {number} y
   */
  placeAt(x, y) {
    const at = this.onBoard(x, y);
    let best = { name: /** @type {string | null} */ (null), distance: NEAR * this.reach };
    for (const spot of this.stage.places) {
      const distance = Math.hypot(spot.x - at.x, spot.y - at.y);
      if (distance < best.distance) best = { name: spot.name, distance };
    }
    return best.name;
  }

  /**
   * A point of the screen in the units of the drawing.
   *
   * @param {number} x
   * @param {number} y
   */
  onBoard(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM()?.inverse());
  }

  /** @param {Scene} scene */
  show(scene) {
    const set = (/** @type {string} */ sprite, /** @type {string} */ place) => {
      const { x, y } = this.spot(place);
      return shape("g", { transform: `translate(${x} ${y})` }, drawing(this.stage.sprites[sprite] ?? ""));
    };
    this.#pieces.clear();
    const pieces = scene.pieces.map(({ at, side, kind }) => {
      const piece = set(kind ? `${side}-${kind}` : side, at);
      piece.setAttribute("class", "piece");
      this.#pieces.set(at, piece);
      return piece;
    });
    this.layers.pieces.replaceChildren(...pieces);
    const threats = scene.threats ?? [];
    this.layers.lines.replaceChildren(...scene.lines.map((line) => this.#ribbon(line, "stroke-mill")), ...threats.map((line) => this.#ribbon(line, "threat")));
    const { last } = scene;
    const trail = last?.from ? [this.#bar(last.from, last.to), set("left", last.from)] : [];
    const ghosts = (last?.taken ?? []).map((place) => set("taken", place));
    this.layers.trail.replaceChildren(...trail, ...ghosts);
    this.layers.marks.replaceChildren(
      ...(last ? [set("last", last.to)] : []),
      ...scene.chosen.map((place) => set("chosen", place)),
      ...scene.targets.filter((place) => !scene.values?.[place]).map((place) => set(this.#pieces.has(place) ? "chosen" : "target", place)),
      ...scene.captures.map((place) => set("capture", place)),
      ...(scene.look ?? []).map((place) => this.#lookAt(place, threats.length > 0)),
      ...Object.entries(scene.values ?? {}).map(([place, value]) => this.#value(place, value)),
    );
    for (const [place, group] of this.#handles) {
      group.classList.toggle("shut", scene.open !== null && !scene.open.includes(place));
    }
    if (!this.hands) return;
    for (const handle of this.layers.handles.children) {
      const place = handle.getAttribute("data-place") ?? "";
      handle.setAttribute("aria-label", this.hands.name(place));
      handle.classList.toggle("lively", scene.lively?.includes(place) ?? false);
    }
  }

  /**
   * A line through places in a row, from one end to the other.
   *
   * @param {string[]} places
   * @param {string} look
   */
  #ribbon(places, look) {
    const spots = places.map((place) => this.spot(place));
    spots.sort((one, other) => one.x - other.x || one.y - other.y);
    const points = spots.map(({ x, y }) => `${x},${y}`).join(" ");
    return shape("polyline", { points, class: look, "stroke-width": this.stage.ribbon });
  }

  /** @param {string} place @param {boolean} danger */
  #lookAt(place, danger) {
    const { x, y } = this.spot(place);
    return shape("circle", { cx: x, cy: y, r: 0.44 * this.reach, class: danger ? "look danger" : "look" });
  }

  /** @param {string} from @param {string} to */
  #bar(from, to) {
    const [start, end] = [this.spot(from), this.spot(to)];
    const ends = { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
    return shape("line", { ...ends, class: "stroke-last", "stroke-width": this.stage.bar });
  }

  /** @param {string} place @param {{ text: string, good: boolean }} value */
  #value(place, { text, good }) {
    const { x, y } = this.spot(place);
    return shape(
      "g",
      { transform: `translate(${x} ${y})`, class: good ? "value good" : "value" },
      shape("circle", { r: 24 }),
      shape("text", { y: 8, "font-size": 22 }, text),
    );
  }

  /**
   * Slides the piece on a place there from a spot of the drawing.
   *
   * @param {string} place
   * @param {{ x: number, y: number }} from
   */
  slide(place, from) {
    const piece = this.#pieces.get(place);
    if (!piece || !moves()) return;
    const to = this.spot(place);
    const at = (/** @type {{ x: number, y: number }} */ { x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
    this.layers.pieces.append(piece);
    piece.animate([at(from), at(to)], { duration: SLIDE, easing: "ease-out" });
  }

  /**
   * Lets a piece that was taken fade.
   *
   * @param {Piece} piece
   */
  fade({ at, side, kind }) {
    if (!moves()) return;
    const { x, y } = this.spot(at);
    const sprite = this.stage.sprites[kind ? `${side}-${kind}` : side] ?? "";
    const gone = shape("g", { transform: `translate(${x} ${y})`, class: "gone" }, drawing(sprite));
    this.layers.trail.append(gone);
    const fading = gone.animate([{ opacity: 1 }, { opacity: 0 }], { delay: SLIDE, duration: FADE, fill: "backwards" });
    fading.finished.then(() => gone.remove(), () => {});
  }

  /**
   * Moves a piece along with a finger; without a point it goes back to its place.
   *
   * @param {string} place
   * @param {{ x: number, y: number } | null} point
   */
  carry(place, point) {
    const { x, y } = point ?? this.spot(place);
    const piece = this.#pieces.get(place);
    piece?.setAttribute("transform", `translate(${x} ${y})`);
    if (piece && point) this.layers.pieces.append(piece);
  }
}

/**
 * How near the nearest two places are.
 *
 * @param {PlaceSpot[]} places
 */
function nearestDistance(places) {
  let least = Infinity;
  places.forEach((one, index) => {
    for (const other of places.slice(index + 1)) {
      least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
    }
  });
  return Number.isFinite(least) ? least : 100;
}
