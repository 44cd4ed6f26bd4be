/** @typedef {import("../types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {Extract<import("../types.js").ServerMessage, { type: "review" }>} Standing */
import { SIDES } from "../board/table.js";
import { element } from "../element.js";
import { say } from "../language.js";
import { notice } from "../notice.js";
import { words } from "./words.js";
import { question } from "./asker.js";

/** What the moves of a line were worth, as it becomes known. */
export class Review {
  /** @type {WeakMap<Node, ReviewedMove>} */
  #moves = new WeakMap();
  /** @type {Node[]} the moves that are reviewed */
  #line = [];
  /** @type {Standing | null} */
  #standing = null;
  /** @type {AbortController | null} */
  #asked = null;
  /** Questions that are answered first. */
  #ahead = 0;

  /**
   * @param {string} setup
   * @param {string} start
   * @param {{ changed: () => void, look: (node: Node) => void, learn: (side: Side) => void, shown: () => Node, line: () => Node[] }} listener
   * @param {AbortSignal} signal
   */
  constructor(setup, start, listener, signal) {
    this.setup = setup;
    this.start = start;
    this.listener = listener;
    signal.addEventListener("abort", () => this.stop());
    this.begin = element("button", { type: "button", onclick: () => this.ask() }, say(words.reviewGame));
    this.end = element("button", { type: "button", class: "small", onclick: () => this.stop() }, say(words.stopReview));
    this.progress = element("progress", { max: 1, "aria-label": say(words.reviewGame) });
    this.said = element("p", { class: "muted", role: "status" });
    this.accuracy = element("p", { class: "accuracy" });
    this.what = element("details", { class: "what" }, element("summary", {}, say(words.accuracyAsk)), element("p", { class: "muted" }, say(words.accuracyText)));
    this.back = element("button", { type: "button", class: "small", onclick: () => this.#step(-1) }, say(words.previousMistake));
    this.on = element("button", { type: "button", class: "small", onclick: () => this.#step(1) }, say(words.nextMistake));
    this.lessons = SIDES.map((side) => element("button", { type: "button", class: "small", "data-side": side, onclick: () => listener.learn(side) }, say(words.learn(words.sides[side]))));
    this.waiting = element("div", { class: "row waiting" }, this.progress, this.end);
    this.ways = element("div", { class: "row" }, this.back, this.on);
    this.learning = element("div", { class: "row" }, this.lessons);
    this.element = element("section", { class: "review", "aria-label": say(words.reviewTitle) }, this.begin, this.waiting, this.said, this.accuracy, this.what, this.ways, this.learning);
    this.show();
  }

  get isRunning() {
    return this.#asked !== null;
  }

  /** @param {Node} node */
  of(node) {
    return this.#moves.get(node) ?? null;
  }

  /** The mistakes of the line in order. @param {Side} [side] */
  mistakes(side) {
    return this.#line.filter((node) => {
      const found = this.of(node);
      return found?.mistake && (!side || found.side === side);
    });
  }

  /** Asks about the line that is shown. */
  ask() {
    this.stop();
    this.#line = this.listener.line();
    this.#standing = null;
    this.#ahead = 0;
    const asked = new AbortController();
    this.#asked = asked;
    const moves = this.#line.map(({ move }) => move).join(" ");
    const { setup, start } = this;
    question(
      (mine) => ({ type: "review", question: mine, setup, position: start, moves }),
      (message) => this.#hear(message, asked),
      asked.signal,
    );
    this.show();
  }

  stop() {
    this.#asked?.abort();
    this.#asked = null;
    this.show();
  }

  /**
   * @param {import("../types.js").ServerMessage} message
   * @param {AbortController} asked
   */
  #hear(message, asked) {
    if (message.type === "reviewed") {
      const node = this.#line[message.reviewed.ply - 1];
      if (node) this.#moves.set(node, message.reviewed);
    } else if (message.type === "review") {
      this.#standing = message;
      if (message.done) this.stop();
    } else if (message.type === "waiting") {
      this.#ahead = message.ahead;
    } else if (message.type === "refused") {
      notice(say(message.problem.text));
      this.stop();
    }
    if (this.#asked === asked || message.type === "review") {
      this.show();
      this.listener.changed();
    }
  }

  show() {
    const standing = this.#standing;
    const found = this.mistakes().length;
    const running = this.isRunning;
    this.begin.hidden = running || this.listener.line().length === 0;
    this.begin.textContent = say(standing ? words.reviewAgain : words.reviewGame);
    this.waiting.hidden = !running;
    if (standing) this.progress.value = (standing.glanced + 9 * standing.settled) / (10 * Math.max(1, standing.moves));
    else this.progress.removeAttribute("value");
    const state = !standing ? (running ? (this.#ahead > 0 ? words.queued(this.#ahead) : words.reviewBegins) : null) : standing.done ? words.reviewed(found) : running ? words.reviewing(standing.settled, standing.moves, found) : words.reviewStopped(standing.settled, standing.moves, found);
    this.said.textContent = state ? say(state) : "";
    const { white = null, black = null } = standing?.accuracy ?? {};
    this.accuracy.textContent = white === null && black === null ? "" : say(words.accuracy(white, black));
    this.what.hidden = this.accuracy.textContent === "";
    this.ways.hidden = found === 0;
    this.learning.hidden = found === 0 || running;
    this.lessons.forEach((lesson, index) => {
      lesson.hidden = this.mistakes(SIDES[index]).length === 0;
    });
    const here = this.#line.indexOf(this.listener.shown());
    const places = this.mistakes().map((node) => this.#line.indexOf(node));
    this.back.disabled = !places.some((place) => place < here);
    this.on.disabled = !places.some((place) => place > here);
  }

  /** @param {1 | -1} way */
  #step(way) {
    const here = this.#line.indexOf(this.listener.shown());
    const found = this.mistakes();
    const next = way > 0 ? found.find((node) => this.#line.indexOf(node) > here) : found.reverse().find((node) => this.#line.indexOf(node) < here);
    if (next) this.listener.look(next);
  }
}

/**
 * What there is to say about a move that was reviewed: its mark and a sentence.
 *
 * @param {ReviewedMove} reviewed
 */
export function remark({ move, mistake, best, settled, depth }) {
  if (!mistake) return null;
  const text = [
    say(words.mistakeCost(mistake.cost, move)),
    say(words.better(best.move)),
    mistake.why ? say(mistake.why) : "",
    depth === undefined ? "" : say(words.judgedAhead(depth, settled)),
  ];
  return { mark: mistake.severity === "blunder" ? "??" : "?", text: text.filter(Boolean).join(" ") };
}
