/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Turn} Turn */
/** @typedef {import("../types.js").View} View */
import { element } from "../element.js";
import { say } from "../language.js";
import { kindName, words } from "../words.js";

/** The board in words and a line to type moves: a whole game without seeing the board. */
export class Spoken {
  /** @type {Turn[]} */
  #turns = [];
  #mine = false;

  /** @param {(turn: Turn) => void} play */
  constructor(play) {
    this.play = play;
    this.board = element("dl", { class: "spoken" });
    this.field = element("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", list: "turns" });
    this.known = element("datalist", { id: "turns" });
    this.answer = element("p", { role: "alert", class: "fault" });
    /** The line to type moves in; it keeps the focus. */
    this.form = element(
      "form",
      { class: "typed", "aria-label": say(words.textMode), onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      element("label", { class: "field" }, element("span", {}, say(words.typeMove)), this.field),
      this.known,
      element("button", { class: "main" }, say(words.playMove)),
      this.answer,
    );
    this.element = element("section", { class: "card", "aria-label": say(words.boardInWords) }, element("h2", {}, say(words.boardInWords)), this.board);
  }

  /**
   * @param {View} view
   * @param {boolean} mine whether it is the reader's turn
   */
  show(view, mine) {
    this.#turns = mine ? view.turns : [];
    const on = (/** @type {Side} */ side) => {
      const pieces = view.pieces.filter((piece) => piece.side === side);
      return pieces.map(({ at, kind }) => (kind ? `${say(kindName(kind))} ${at}` : at)).join(", ") || say(words.nothing);
    };
    const hand = (/** @type {Side} */ side) => {
      const pieces = view.hands[side].filter(({ count }) => count > 0);
      const text = pieces.map(({ kind, count }) => (kind ? say(words.kindInHand(kindName(kind), count)) : say(words.stonesInHand(count))));
      return text.join("; ") || say(words.nothing);
    };
    const rows = (/** @type {Side} */ side) => [
      element("dt", {}, say(words.standing[side])),
      element("dd", {}, on(side)),
      element("dt", {}, say(words.handOf[side])),
      element("dd", {}, hand(side)),
    ];
    const moves = this.#turns.map(({ move }) => move);
    const can = moves.length > 0 ? [element("dt", {}, say(words.canPlay)), element("dd", {}, moves.join(", "))] : [];
    this.board.replaceChildren(...rows("white"), ...rows("black"), ...can);
    this.known.replaceChildren(...moves.map((value) => element("option", { value })));
    this.#mine = mine;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const typed = this.field.value.replace(/\s/g, "").toLowerCase();
    const turn = this.#turns.find(({ move }) => move.toLowerCase() === typed);
    this.answer.textContent = turn || !typed ? "" : say(this.#mine ? words.notThere(this.field.value) : words.notYet);
    if (!turn) return;
    this.field.value = "";
    this.play(turn);
  }
}
