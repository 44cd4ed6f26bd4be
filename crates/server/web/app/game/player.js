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
   */
  constructor(side, hand, clock) {
    this.side = side;
    this.who = element("div", { class: "who" });
    this.speech = element("div", { class: "speech", role: "status" });
    this.element = element(
      "section",
      { class: `player ${side}`, "aria-label": say(words.sides[side]) },
      element("div", { class: "line" }, this.who, clock),
      this.speech,
      hand,
    );
  }

  /**
   * @param {Pick<GameState, "players" | "presence" | "you" | "status">} game
   * @param {View} view
   */
  show({ players, presence, you, status }, view) {
    const player = players[this.side];
    const away = player?.kind === "person" && status === "live" && !presence[this.side];
    const points = view.points?.[this.side];
    this.element.classList.toggle("to-move", view.turn === this.side && !view.outcome && status === "live");
    this.who.replaceChildren(
      stone(this.side),
      seatElement(player),
      ...(you === this.side ? [element("span", { class: "note self" }, say(words.you))] : []),
      ...(away ? [element("span", { class: "note" }, say(words.away))] : []),
      ...(view.flights?.[this.side] ? [wing()] : []),
      ...(points === undefined ? [] : [element("span", { class: "points" }, say(words.points(points)))]),
    );
  }

  /** @param {string} text */
  say(text) {
    this.speech.textContent = text;
    setTimeout(() => this.speech.textContent === text && (this.speech.textContent = ""), SPEECH);
  }
}

/** @param {Side} side */
function stone(side) {
  const marks = side === "white" ? { r: 5, class: "stroke-on-white", "stroke-width": 1.4 } : { r: 2, class: "fill-on-black" };
  return shape(
    "svg",
    { viewBox: "-10 -10 20 20", class: "drawing stone", role: "img", "aria-label": say(words.sides[side]) },
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
