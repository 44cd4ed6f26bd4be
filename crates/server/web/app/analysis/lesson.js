/** @typedef {import("../types.js").Judged} Judged */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("./asker.js").Asker} Asker */
/** @typedef {import("./asker.js").Known} Known */
/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./tree.js").Node} Node */
import { element } from "../element.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { words } from "./words.js";

/**
 * Learning from one's mistakes: each position before one is shown again, and a better move is asked for. What
 * counts as one is told by the values: all moves that keep what the position is worth.
 */
export class Lesson {
  #place = 0;
  /** @type {Known | null} */
  #known = null;
  /** A move that waits for values. @type {string | null} */
  #tried = null;
  #solved = false;

  /**
   * @param {Side} side
   * @param {Review} review
   * @param {Asker} asker
   * @param {{ show: (node: Node) => Promise<void>, point: (judged: Judged | null, how: "hint" | "good") => void, end: () => void }} listener
   */
  constructor(side, review, asker, listener) {
    this.side = side;
    this.review = review;
    this.asker = asker;
    this.listener = listener;
    this.mistakes = review.mistakes(side);
    this.said = element("p", { role: "status" });
    const button = (/** @type {import("../types.js").Words} */ label, /** @type {() => void} */ does, main = false) =>
      element("button", { type: "button", class: main ? "main small" : "small", onclick: does }, say(label));
    this.hint = button(words.lessonHint, () => this.#point("hint"));
    this.solution = button(words.lessonSolution, () => attempt(() => this.#solve()));
    this.retry = button(words.lessonRetry, () => attempt(() => this.begin()));
    this.next = button(words.lessonNext, () => attempt(() => this.#go()), true);
    this.element = element(
      "section",
      { class: "lesson card", "aria-label": say(words.lessonTitle) },
      element("h2", {}, say(words.lessonTitle)),
      this.said,
      element("div", { class: "row" }, this.hint, this.solution, this.retry, this.next, button(words.lessonEnd, () => this.listener.end())),
    );
  }

  /** The position that is asked about. */
  get node() {
    return /** @type {Node} */ (this.mistakes[this.#place]?.parent);
  }

  get #mistake() {
    const node = this.mistakes[this.#place];
    return node ? this.review.of(node) : null;
  }

  /** Asks about the mistake that is next. */
  async begin() {
    this.#known = null;
    this.#tried = null;
    this.#solved = false;
    await this.listener.show(this.node);
    this.listener.point(null, "hint");
    const mistake = this.#mistake;
    const number = say(words.lessonOf(this.#place + 1, this.mistakes.length));
    this.#say(mistake?.mistake ? `${number} ${say(words.mistakeCost(mistake.mistake.cost, mistake.move))} ${say(words.lessonAsk)}` : number);
    this.asker.ask(this.node, (known) => {
      if (!("value" in known)) return;
      this.#known = known;
      if (this.#tried !== null) this.try(this.#tried);
    });
  }

  /** @param {string} text */
  #say(text) {
    this.said.textContent = text;
    this.hint.hidden = this.solution.hidden = this.#solved;
    this.retry.hidden = !this.#solved && this.#tried === null;
    this.next.hidden = !this.#solved;
    this.next.textContent = say(this.#place + 1 < this.mistakes.length ? words.lessonNext : words.lessonDone);
  }

  /**
   * Says what a move is worth that somebody tries.
   *
   * @param {string} move
   */
  try(move) {
    if (this.#solved) return;
    this.#tried = move;
    const mistake = this.#mistake;
    const best = mistake?.best.move;
    const judged = this.#known?.value.moves.find((one) => one.move === move);
    if (!judged && move !== best) {
      this.#say(say(words.thinking));
      return;
    }
    if (move === best || (judged && !judged.cost)) {
      this.#solved = true;
      this.#say(say(words.lessonRight(move)));
      return;
    }
    const told = judged?.cost ? say(words.mistakeCost(judged.cost, move)) : "";
    this.#say(`${move === mistake?.move ? say(words.lessonSame) : told} ${say(words.lessonAgain)}`);
  }

  /** @param {"hint" | "good"} how */
  #point(how) {
    this.listener.point(this.#mistake?.best ?? null, how);
  }

  async #solve() {
    const best = this.#mistake?.best;
    if (!best) return;
    this.#solved = true;
    await this.listener.show(this.node);
    this.#point("good");
    this.#say(say(words.lessonSolved([best.move, ...best.line.slice(0, 4)].join(" "))));
  }

  async #go() {
    this.#place += 1;
    if (this.#place < this.mistakes.length) await this.begin();
    else this.listener.end();
  }
}
