/** @typedef {import("../types.js").Judged} Judged */
/** @typedef {import("../types.js").Turn} Turn */
/** @typedef {import("../board/table.js").Table} Table */
import { shape } from "../element.js";
import { valueSign } from "./value.js";

/** Arrows for the best turns before anything is touched. */
const ARROWS = 3;

/** How far an arrow stays away from the middle of what it leads from and to, and how big its head is. */
const GAP = 22;
const HEAD = 20;

/** What moves are worth, written and drawn on the board: on the places the next touch may go to, or as arrows. */
export class Overlay {
  /** @type {Judged[]} */
  #moves = [];
  /** @type {{ from?: string, to: string, class: string }[]} */
  #extra = [];

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.layer = shape("g", { class: "overlay", "aria-hidden": "true" });
    table.board.svg.insertBefore(this.layer, table.board.layers.handles);
  }

  /** @param {Judged[]} moves the best first; none: nothing is shown */
  show(moves) {
    this.#moves = moves;
    this.draw();
  }

  /**
   * Arrows besides, such as one to a move that was asked for.
   *
   * @param {{ from?: string, to: string, class: string }[]} arrows without a beginning: a ring
   */
  point(arrows) {
    this.#extra = arrows;
    this.draw();
  }

  draw() {
    const { choice } = this.table;
    const legal = new Map(choice.left.map((turn) => [turn.move, turn]));
    const left = this.#moves.flatMap((judged) => {
      const turn = legal.get(judged.move);
      return turn ? [{ judged, turn }] : [];
    });
    const begun = choice.touched.length > 0;
    const moving = !begun && left.some(({ turn }) => turn.from);
    const spots = moving ? [] : this.#places(left);
    const arrows = moving ? this.#arrows(left) : [];
    this.layer.replaceChildren(...arrows, ...this.#extra.map((one) => this.#arrow(one.from, one.to, one.class)), ...spots);
  }

  /** @param {{ judged: Judged, turn: Turn }[]} left */
  #places(left) {
    const { choice } = this.table;
    const taking = choice.captures.length > 0;
    const open = taking ? choice.captures : choice.targets;
    const best = left[0]?.judged.value.hundredths;
    /** @type {Map<string, Judged>} */
    const shown = new Map();
    for (const { judged, turn } of left) {
      for (const place of taking ? (turn.takes ?? []) : turn.to ? [turn.to] : []) {
        if (open.includes(place) && !shown.has(place)) shown.set(place, judged);
      }
    }
    return [...shown].map(([place, { value }]) => this.#value(place, valueSign(value), value.hundredths === best));
  }

  /** @param {{ judged: Judged, turn: Turn }[]} left */
  #arrows(left) {
    /** @type {Set<string>} */
    const drawn = new Set();
    const best = left[0]?.judged.value.hundredths;
    const arrows = [];
    for (const { judged, turn } of left) {
      const way = `${turn.from}-${turn.to}`;
      if (!turn.from || !turn.to || drawn.has(way) || drawn.size >= ARROWS) continue;
      drawn.add(way);
      const good = judged.value.hundredths === best;
      arrows.push(this.#arrow(turn.from, turn.to, good ? "good" : "other"));
      if (![...drawn].some((other) => other !== way && other.endsWith(`-${turn.to}`))) arrows.push(this.#value(turn.to, valueSign(judged.value), good));
    }
    return arrows;
  }

  /** @param {string} place @param {string} text @param {boolean} good */
  #value(place, text, good) {
    const { x, y } = this.table.board.spot(place);
    const size = text.length > 3 ? 16 : text.length > 2 ? 19 : 22;
    return shape(
      "g",
      { transform: `translate(${x} ${y})`, class: good ? "value good" : "value" },
      shape("circle", { r: 24 }),
      shape("text", { y: size / 3, "font-size": size }, text),
    );
  }

  /** @param {string | undefined} from @param {string} to @param {string} kind */
  #arrow(from, to, kind) {
    const end = this.table.board.spot(to);
    if (!from) return shape("circle", { cx: end.x, cy: end.y, r: 34, class: `arrow ring ${kind}` });
    const start = this.table.board.spot(from);
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const turned = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
    const tip = length - GAP;
    return shape(
      "g",
      { transform: `translate(${start.x} ${start.y}) rotate(${turned})`, class: `arrow ${kind}` },
      shape("line", { x1: GAP, x2: tip - HEAD, y1: 0, y2: 0 }),
      shape("path", { d: `M${tip} 0l${-HEAD} ${-HEAD / 1.6}v${(2 * HEAD) / 1.6}z` }),
    );
  }
}
