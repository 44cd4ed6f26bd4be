/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Words} Words */
import { element } from "../element.js";
import { say } from "../language.js";
import { confirmed } from "../notice.js";
import { words } from "../words.js";

/** What one can do in a game besides moving: offers, answers, phrases, the end. */
export class Offers {
  /**
   * @param {Catalogue} known
   * @param {{ act: (action: Action) => void, speak: (phrase: import("../types.js").Phrase) => void }} listener
   */
  constructor(known, listener) {
    this.listener = listener;
    this.element = element("section", { class: "offers" });
    this.questions = element("div", { class: "questions", role: "status" });
    this.row = element("div", { class: "row" });
    this.phrases = element(
      "details",
      { class: "phrases" },
      element("summary", {}, say(words.sayTitle)),
      element(
        "div",
        { class: "row" },
        known.phrases.map(({ phrase, text }) =>
          element("button", { type: "button", class: "small", onclick: () => this.#speak(phrase) }, say(text))),
      ),
    );
    this.element.append(this.questions, this.row, this.phrases);
  }

  /** @param {import("../types.js").Phrase} phrase */
  #speak(phrase) {
    this.phrases.open = false;
    this.listener.speak(phrase);
  }

  /** @param {GameState} game */
  show(game) {
    const { you, status, offers, players, presence, history } = game;
    const live = status === "live" && you !== null;
    const other = you === "white" ? "black" : "white";
    const opponent = players[other];
    const people = opponent?.kind === "person";
    this.phrases.hidden = !(you && people && (status === "live" || status === "over"));
    if (!live) {
      this.questions.replaceChildren();
      this.row.replaceChildren();
      return;
    }
    const act = (/** @type {Words} */ name, /** @type {Action} */ action, main = false) =>
      element("button", { type: "button", class: main ? "small main" : "small", onclick: () => this.listener.act(action) }, say(name));
    const question = (/** @type {Words} */ text, /** @type {HTMLElement[]} */ ...answers) =>
      element("div", { class: "question" }, element("span", {}, say(text)), answers);
    /** @type {HTMLElement[]} */
    const asked = [];
    if (offers.draw === other) asked.push(question(words.theyOfferDraw, act(words.acceptDraw, "draw", true), act(words.decline, "decline")));
    if (offers.draw === you) asked.push(question(words.youOfferDraw, act(words.withdraw, "decline")));
    if (offers.takeback === other) asked.push(question(words.theyAskTakeback, act(words.grantTakeback, "takeback", true), act(words.decline, "decline")));
    if (offers.takeback === you) asked.push(question(words.youAskTakeback, act(words.withdraw, "decline")));
    this.questions.replaceChildren(...asked);
    const moved = history.length > (game.view.turn === you ? 1 : 0);
    const early = history.length < 2;
    const resign = element("button", { type: "button", class: "small", onclick: () => this.#resign() }, say(words.resign));
    this.row.replaceChildren(
      ...(moved && offers.takeback === null ? [act(words.takeback, "takeback")] : []),
      ...(people && !early && offers.draw === null ? [act(words.offerDraw, "draw")] : []),
      ...(people && !early && !presence[other] ? [act(words.claim, "claim")] : []),
      early ? act(words.abort, "abort") : resign,
    );
  }

  async #resign() {
    if (await confirmed(words.reallyResign, words.resign)) this.listener.act("resign");
  }
}
