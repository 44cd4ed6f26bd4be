/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Stage} Stage */
/** @typedef {import("../types.js").View} View */
import { Refusal, post } from "../api.js";
import { Board } from "../board/board.js";
import { piecePicture } from "../board/hand.js";
import { SIDES } from "../board/table.js";
import { element } from "../element.js";
import { say } from "../language.js";
import { withRules } from "../rule-links.js";
import { kindName } from "../words.js";
import { words } from "./words.js";

/** What a touch sets: a piece of a side, or nothing. @typedef {{ side: Side, kind?: string } | null} Tool */

/** A position that is set up by hand. Whether it is one, the server says. */
export class PositionEditor {
  /** @type {Map<string, Piece>} */
  #pieces = new Map();
  /** @type {Tool} */
  #tool;
  #asked = 0;

  /**
   * @param {string} setup
   * @param {Stage} stage
   * @param {View} view where it begins
   * @param {(position: string) => void} done
   */
  constructor(setup, stage, view, done) {
    this.setup = setup;
    this.stage = stage;
    this.done = done;
    for (const piece of view.pieces) this.#pieces.set(piece.at, piece);
    this.board = new Board(stage, say(words.board), { touch: (place) => this.#touch(place), name: (place) => this.#name(place) });
    const kinds = [...new Set(SIDES.flatMap((side) => view.hands[side].map(({ kind }) => kind)))];
    /** @type {Tool[]} */
    const tools = [...SIDES.flatMap((side) => kinds.map((kind) => (kind ? { side, kind } : { side }))), null];
    this.#tool = tools[0] ?? null;
    this.tools = new Map(tools.map((tool) => [tool, this.#button(tool)]));
    this.turn = choice(words.sideToMove, SIDES.map((side) => [side, say(words.sides[side])]), view.turn, () => this.#check());
    // Where stones have no kinds, what is left in hand is not told by the board.
    this.hands = kinds.includes(undefined)
      ? SIDES.map((side) => number(words.inHandOf(words.sides[side]), view.hands[side][0]?.count ?? 0, () => this.#check()))
      : [];
    this.flights = view.flights ? SIDES.map((side) => check(words.flightOf(words.sides[side]), view.flights?.[side] ?? false, () => this.#check())) : [];
    this.last = view.open || kinds.some(Boolean) ? choice(words.lastPiece, [], "", () => this.#check()) : null;
    const begun = view.last?.to ?? "";
    this.fault = element("p", { class: "fault", role: "alert" });
    this.use = element("button", { type: "button", class: "main", onclick: () => this.#use() }, say(words.usePosition));
    const clear = element("button", { type: "button", onclick: () => this.#clear() }, say(words.clearBoard));
    this.element = element(
      "div",
      { class: "position-editor" },
      this.board.element,
      element(
        "div",
        { class: "stack" },
        element("div", { class: "row palette", role: "group", "aria-label": say(words.pieceToSet) }, [...this.tools.values()]),
        element("div", { class: "row" }, this.turn.label, this.last?.label, this.hands.map(({ label }) => label), this.flights.map(({ label }) => label)),
        this.fault,
        element("div", { class: "row" }, this.use, clear),
      ),
    );
    this.#fillLast(begun);
    this.#show();
    this.#check();
  }

  /** @param {Tool} tool */
  #button(tool) {
    const label = tool ? say(words.setPiece(tool.kind ? kindName(tool.kind) : words.stone, say(words.sides[tool.side]))) : say(words.takePiece);
    return element(
      "button",
      {
        type: "button",
        class: "stock",
        "aria-pressed": "false",
        "aria-label": label,
        title: label,
        onclick: () => {
          this.#tool = tool;
          this.#show();
        },
      },
      tool ? piecePicture(this.stage, tool.side, tool.kind) : "✕",
    );
  }

  /** @param {string} place */
  #name(place) {
    const piece = this.#pieces.get(place);
    return say(words.placeName(place, piece ?? null, piece?.kind ? kindName(piece.kind) : null, false));
  }

  /** @param {string} place */
  #touch(place) {
    const tool = this.#tool;
    const there = this.#pieces.get(place);
    if (!tool || (there && there.side === tool.side && there.kind === tool.kind)) this.#pieces.delete(place);
    else this.#pieces.set(place, { at: place, ...tool });
    this.#fillLast(this.last?.select.value ?? "");
    this.#show();
    this.#check();
  }

  #clear() {
    this.#pieces.clear();
    this.#fillLast("");
    this.#show();
    this.#check();
  }

  /** @param {string} chosen */
  #fillLast(chosen) {
    if (!this.last) return;
    const pieces = [...this.#pieces.values()].map(({ at }) => [at, at]);
    this.last.fill([["", say(words.nothing)], ...pieces], chosen);
  }

  #show() {
    for (const [tool, button] of this.tools) {
      button.setAttribute("aria-pressed", String(tool === this.#tool));
      button.classList.toggle("chosen", tool === this.#tool);
    }
    const places = this.stage.places.map(({ name }) => name);
    this.board.show({ pieces: [...this.#pieces.values()], lines: [], targets: [], captures: [], chosen: [], open: null, lively: places });
  }

  #arrangement() {
    const [white, black] = this.hands.map(({ input }) => Number(input.value) || 0);
    const [flightOfWhite, flightOfBlack] = this.flights.map(({ input }) => input.checked);
    return {
      setup: this.setup,
      pieces: [...this.#pieces.values()],
      turn: this.turn.select.value,
      hands: { white: white ?? 0, black: black ?? 0 },
      flights: { white: flightOfWhite ?? false, black: flightOfBlack ?? false },
      ...(this.last?.select.value ? { last: this.last.select.value } : {}),
    };
  }

  /** Asks whether this is a position; the last question counts. @returns {Promise<View | null>} */
  async #check() {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const view = /** @type {View} */ (await post("/api/position", this.#arrangement()));
      if (asked === this.#asked) this.#say("");
      return view;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { rule, text } = error.problem;
      if (asked === this.#asked) this.#say(rule ? `${say(text)} (${rule})` : say(text));
      return null;
    }
  }

  /** @param {string} fault */
  #say(fault) {
    this.fault.replaceChildren(...withRules(fault, this.setup));
    this.use.disabled = fault !== "";
  }

  async #use() {
    const view = await this.#check();
    if (view) this.done(view.position);
  }
}

/**
 * @param {import("../types.js").Words} label
 * @param {string[][]} options
 * @param {string} chosen
 * @param {() => void} changed
 */
function choice(label, options, chosen, changed) {
  const select = element("select", { onchange: changed });
  const fill = (/** @type {string[][]} */ some, /** @type {string} */ value) => {
    select.replaceChildren(...some.map(([key, text]) => element("option", { value: key, selected: key === value }, text)));
  };
  fill(options, chosen);
  return { select, fill, label: element("label", { class: "field" }, element("span", {}, say(label)), select) };
}

/**
 * @param {import("../types.js").Words} label
 * @param {number} value
 * @param {() => void} changed
 */
function number(label, value, changed) {
  const input = element("input", { type: "number", min: 0, max: 99, value, inputmode: "numeric", oninput: changed });
  return { input, label: element("label", { class: "field" }, element("span", {}, say(label)), input) };
}

/**
 * @param {import("../types.js").Words} label
 * @param {boolean} checked
 * @param {() => void} changed
 */
function check(label, checked, changed) {
  const input = element("input", { type: "checkbox", checked, onchange: changed });
  return { input, label: element("label", { class: "check" }, input, say(label)) };
}
