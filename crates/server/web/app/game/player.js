/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").View} View */
import { element, shape } from "../element.js";
import { say } from "../language.js";
import { seatElement } from "../seat.js";
import { words } from "../words.js";

/** Milliseconds for which what somebody said stays beside the name. */
const SPEECH = 8000;

/** Who plays a side: name, points, flight, clock, and the hand. */
export class PlayerRow {
  /**
   * @param {Side} side
   * @param {HTMLElement} hand
   * @param {HTMLElement | null} clock
   * @param {(lines: string[][]) => void} showLines draws the lines that score, or takes them away
   */
  constructor(side, hand, clock, showLines) {
    this.side = side;
    this.lost = element("span", { class: "lost" });
    this.points = new Points(showLines);
    this.who = element("div", { class: "who" });
    this.speech = element("div", { class: "speech", role: "status" });
    this.element = element(
      "section",
      { class: `player ${side}`, "aria-label": say(words.sides[side]) },
      element("div", { class: "line" }, this.who, this.points.button, clock),
      this.speech,
      element("div", { class: "stones" }, hand, this.lost),
    );
  }

  /**
   * @param {Pick<GameState, "players" | "presence" | "you" | "status" | "setup">} game
   * @param {View} view
   */
  show({ players, presence, you, status, setup }, view) {
    const player = players[this.side];
    const away = player?.kind === "person" && status === "live" && !presence[this.side];
    this.element.classList.toggle("to-move", view.turn === this.side && !view.outcome && status === "live");
    this.who.replaceChildren(
      stone(this.side),
      seatElement(player, this.side, setup),
      ...(you === this.side && player?.kind !== "here" ? [element("span", { class: "note self" }, say(words.you))] : []),
      ...(away ? [element("span", { class: "note away" }, say(words.away))] : []),
      ...(view.flights?.[this.side] ? [wing()] : []),
    );
    this.points.show(view.points?.[this.side], view.scoring?.[this.side] ?? []);
    const lost = view.lost?.[this.side] ?? 0;
    const label = say(words.stonesLost(lost));
    const gone = Array.from({ length: lost }, () => stone(this.side, null));
    this.lost.replaceChildren(...(lost > 0 ? [element("span", { role: "img", "aria-label": label, title: label }, gone)] : []));
  }

  /** @param {string} text */
  say(text) {
    this.speech.textContent = text;
    setTimeout(() => this.speech.textContent === text && (this.speech.textContent = ""), SPEECH);
  }
}

/** Points so far: touched, they show the lines that score. */
class Points {
  /** @type {string[][]} */
  #lines = [];
  #held = false;

  /** @param {(lines: string[][]) => void} showLines */
  constructor(showLines) {
    const show = () => showLines(this.#lines);
    const hide = () => this.#held || showLines([]);
    this.button = element("button", {
      type: "button",
      class: "points",
      "aria-pressed": "false",
      title: say(words.showLines),
      onclick: () => {
        this.#hold(!this.#held);
        showLines(this.#held ? this.#lines : []);
      },
      onpointerenter: show,
      onpointerleave: hide,
      onfocus: show,
      onblur: () => {
        this.#hold(false);
        showLines([]);
      },
    });
  }

  /** @param {boolean} is */
  #hold(is) {
    this.#held = is;
    this.button.setAttribute("aria-pressed", String(is));
  }

  /**
   * @param {number | undefined} points nothing where the game has none
   * @param {string[][]} lines
   */
  show(points, lines) {
    this.#lines = lines;
    this.button.hidden = points === undefined;
    this.button.disabled = lines.length === 0;
    this.button.textContent = points === undefined ? "" : say(words.points(points));
  }
}

/**
 * @param {Side} side
 * @param {string | null} [label]
 */
function stone(side, label = say(words.sides[side])) {
  const marks = side === "white" ? { r: 5, class: "stroke-on-white", "stroke-width": 1.4 } : { r: 2, class: "fill-on-black" };
  return shape(
    "svg",
    { viewBox: "-10 -10 20 20", class: "drawing stone", role: label ? "img" : null, "aria-label": label, "aria-hidden": label ? null : "true" },
    shape("circle", { r: 8.5, class: `fill-stone-${side} stroke-line`, "stroke-width": 1 }),
    shape("circle", marks),
  );
}

function wing() {
  const label = say(words.flightLeft);
  return shape(
    "svg",
    { viewBox: "0 0 24 16", class: "wing", role: "img", "aria-label": label },
    shape("title", {}, label),
    shape("path", { d: "M2 14C3 6 9 2 22 2c-2 3-4 4-7 4 1 0 2 1 3 1-2 2-4 3-7 3l2 1c-3 2-7 2-11 3z" }),
  );
}
