/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Phrase} Phrase */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Words} Words */
import { element, shape } from "../element.js";
import { unfolds } from "../fold.js";
import { say } from "../language.js";
import { attempt, confirmed } from "../notice.js";
import { atOneScreen } from "../seat.js";
import { words } from "../words.js";

/**
 * Something one can do in a game besides moving.
 *
 * @typedef {object} Choice
 * @property {Words} name
 * @property {() => void} act
 * @property {(game: GameState) => boolean} when
 * @property {boolean} [often] whether it stands beside the menu where there is room
 */

/** @param {Side} side */
const opponent = (side) => (side === "white" ? "black" : "white");

/** @param {GameState} game */
const isMine = ({ you, status }) => you !== null && status === "live";

/** @param {GameState} game */
const isEarly = ({ history }) => history.length < 2;

/** @param {GameState} game */
const isWithPerson = ({ you, players }) => you !== null && players[opponent(you)]?.kind === "person";

/**
 * What players can do in every game.
 *
 * @param {(action: Action) => void} act
 * @param {import("./claim.js").Claim} claim
 * @returns {Choice[]}
 */
export function acts(act, claim) {
  const resign = async () => {
    if (await confirmed(words.reallyResign, words.resign)) act("resign");
  };
  const hasMoved = (/** @type {GameState} */ game) => game.history.length > (game.view.turn === game.you && !atOneScreen(game) ? 1 : 0);
  return [
    { name: words.takeback, act: () => act("takeback"), often: true, when: (game) => isMine(game) && hasMoved(game) && game.offers.takeback === null },
    { name: words.offerDraw, act: () => act("draw"), often: true, when: (game) => isMine(game) && isWithPerson(game) && !isEarly(game) && game.offers.draw === null },
    { name: words.acceptDraw, act: () => act("draw"), when: (game) => isMine(game) && atOneScreen(game) && !isEarly(game) },
    { name: words.claim, act: () => act("claim"), often: true, when: (game) => isMine(game) && isWithPerson(game) && claim.left === 0 },
    { name: words.abort, act: () => act("abort"), often: true, when: (game) => isMine(game) && isEarly(game) },
    { name: words.resign, act: resign, often: true, when: (game) => isMine(game) && !isEarly(game) },
  ];
}

/**
 * What one can do about the other player.
 *
 * @param {string} game
 * @returns {Choice[]}
 */
export function conduct(game) {
  const does = (/** @type {"block" | "report"} */ what) => () => attempt(async () => (await import("../conduct.js"))[what]({ game }));
  return [
    { name: words.block, act: does("block"), when: isWithPerson },
    { name: words.report, act: does("report"), when: isWithPerson },
  ];
}

/** The menu of a game: what can be done, what can be said to the other, and which game it is. */
export class Actions {
  /**
   * @param {Choice[]} choices in the order in which they are shown
   * @param {Catalogue} known
   * @param {(phrase: Phrase) => void} speak
   * @param {AbortSignal} signal
   */
  constructor(choices, known, speak, signal) {
    this.choices = choices;
    this.often = element("div", { class: "often" });
    this.list = element("div", { class: "acts" });
    this.about = element("p", { class: "about" });
    this.phrases = element(
      "details",
      { class: "phrases" },
      element("summary", {}, say(words.sayTitle)),
      element(
        "div",
        { class: "row" },
        known.phrases.map(({ phrase, text }) =>
          element("button", { type: "button", class: "small", onclick: this.#folding(() => speak(phrase)) }, say(text))),
      ),
    );
    const name = say(words.actions);
    this.button = element("button", { type: "button", class: "quiet icon more", "aria-label": name, title: name }, dots());
    this.panel = element("div", { class: "panel" }, this.about, this.list, this.phrases);
    this.menu = unfolds(this.button, this.panel, signal);
    this.element = element("div", { class: "actions" }, this.often, this.button, this.panel);
  }

  /** @param {() => void} act */
  #folding(act) {
    return () => {
      this.phrases.open = false;
      // What was touched in the menu is gone with it; the button that opened it is not.
      if (this.panel.contains(document.activeElement)) this.button.focus();
      this.menu.fold();
      act();
    };
  }

  /**
   * @param {GameState} game
   * @param {string} about
   */
  show(game, about) {
    const can = this.choices.filter(({ when }) => when(game));
    const button = (/** @type {Choice} */ { name, act, often }) =>
      element("button", { type: "button", class: often ? "small is-often" : "small", onclick: this.#folding(act) }, say(name));
    const names = can.map(({ name }) => name.en).join();
    // What has the focus stays as long as it is the same.
    if (names !== this.list.dataset.names) {
      this.list.dataset.names = names;
      this.list.replaceChildren(...can.map(button));
      this.often.replaceChildren(...can.filter(({ often }) => often).map(button));
    }
    this.about.textContent = about;
    this.phrases.hidden = !(isWithPerson(game) && (game.status === "live" || game.status === "over"));
    const rest = can.some(({ often }) => !often) || !this.phrases.hidden;
    this.element.classList.toggle("has-rest", rest);
  }
}

function dots() {
  const dot = (/** @type {number} */ cx) => shape("circle", { cx, cy: 12, r: 1.5, class: "full" });
  return shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, dot(5), dot(12), dot(19));
}
