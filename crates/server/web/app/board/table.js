/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Stage} Stage */
/** @typedef {import("../types.js").Turn} Turn */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./choice.js").Touch} Touch */
import { say } from "../language.js";
import { click } from "../sound.js";
import { kindName, words } from "../words.js";
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { Drag } from "./drag.js";
import { Hand } from "./hand.js";

/**
 * What is shown on demand: lines that score, lines that the other threatens, and places to look at.
 *
 * @typedef {{ lines: string[][], threats: string[][], places: string[] }} Help
 */

/** @type {Help} */
const NO_HELP = { lines: [], threats: [], places: [] };

/** @type {Side[]} */
export const SIDES = ["white", "black"];

/**
 * A board with both hands at which somebody may play. A turn is made by touching; what is touched
 * while the other thinks is kept, and played when it fits.
 */
export class Table {
  /** @type {View | null} */
  #view = null;
  #choice = new Choice([]);
  /** @type {Touch[]} */
  #ahead = [];
  /** @type {Side | "both" | null} */
  #mover = null;
  /** @type {Turn | null} */
  #sent = null;
  /** @type {Record<string, { text: string, good: boolean }>} */
  #values = {};
  /** @type {Help} What is shown on demand. */
  #help = NO_HELP;

  /**
   * @param {Stage} stage
   * @param {{ play: (turn: Turn) => void, changed?: () => void, refused?: (touched: Touch[]) => void }} listener
   *   `refused` hears what was touched that no turn has together
   */
  constructor(stage, listener) {
    this.listener = listener;
    const touch = (/** @type {string} */ place) => this.touch({ place });
    this.board = new Board(stage, say(words.board), { touch, name: (place) => this.#placeName(place) });
    const pick = (/** @type {string} */ kind) => this.touch({ kind });
    this.hands = { white: new Hand(stage, "white", pick), black: new Hand(stage, "black", pick) };
    this.drag = new Drag(this);
    this.board.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  get choice() {
    return this.#choice;
  }

  get view() {
    return this.#view;
  }

  /** What is kept for the next turn. */
  get ahead() {
    return this.#ahead;
  }

  /**
   * Shows a view; who may move is `mover`. A piece that has just moved slides.
   *
   * @param {View} view
   * @param {Side | "both" | null} mover
   * @param {{ fresh?: boolean }} [how]
   */
  show(view, mover, { fresh = false } = {}) {
    const before = this.#view;
    const sent = this.#sent;
    const hands = fresh && view.last && !view.last.from ? this.#handSpot(view) : null;
    if (before?.position !== view.position) this.#help = NO_HELP;
    this.#view = view;
    this.#mover = mover;
    this.#sent = null;
    // Other news of the same position do not undo a turn that was begun.
    const begun = before?.position === view.position && !sent ? this.#choice.touched : [];
    this.#choice = new Choice(this.#isMine() ? view.turns : []);
    if (this.#isMine()) this.#choice.touched = begun;
    this.#draw();
    if (fresh && view.last && before?.position !== view.position) {
      const seen = sent?.to === view.last.to && sent?.from === view.last.from;
      if (!seen) {
        this.#slide(view.last, hands);
        this.#fade(before, view.last.taken);
        click(view.last.taken?.length ? "take" : "move");
      }
    }
    if (this.#isMine() && this.#ahead.length) this.#playAhead();
  }

  /** @param {Record<string, { text: string, good: boolean }>} values */
  showValues(values) {
    this.#values = values;
    this.#draw();
  }

  /**
   * Shows lines and places that somebody asked for, until others are shown, something is touched or the
   * position changes.
   *
   * @param {Partial<Help>} help
   */
  showHelp(help) {
    this.#help = { ...NO_HELP, ...help };
    this.#draw();
  }

  hideHelp() {
    this.#help = NO_HELP;
    this.#draw();
  }

  /** Whether something is shown on demand. */
  get isHelping() {
    return this.#help !== NO_HELP;
  }

  /** The lines that the piece shown as moved closes before something is taken, with what is to be done. */
  get closing() {
    return this.#closing(this.#choice.settled);
  }

  /** @param {Turn | null} turn */
  #closing(turn) {
    for (const { sentence, steps } of this.#view?.closings ?? []) {
      const step = turn && steps.find(({ from, to }) => from === turn.from && to === turn.to);
      if (step) return { sentence, lines: step.lines };
    }
    return null;
  }

  #isMine() {
    return this.#view !== null && (this.#mover === "both" || this.#mover === this.#view.turn) && !this.#sent;
  }

  /** Whether touches are kept for later. */
  #isWaiting() {
    return this.#view !== null && this.#mover !== null && !this.#isMine() && !this.#view.outcome;
  }

  /** @param {Touch} touch */
  touch(touch) {
    this.#help = NO_HELP;
    if (this.#isMine()) {
      const refused = this.#choice.touch(touch);
      const made = this.#choice.made;
      if (made) this.play(made);
      else {
        this.#changed();
        if (refused) this.listener.refused?.(refused);
      }
    } else if (this.#isWaiting()) {
      this.#keep(touch);
      this.#changed();
    }
  }

  /**
   * Keeps a touch for the next turn in the place of one alike: a kind, an own piece, another's, or
   * a free place.
   *
   * @param {Touch} touch
   */
  #keep(touch) {
    const sort = (/** @type {Touch} */ { ...one }) =>
      "kind" in one ? "kind" : (this.#view?.pieces.find((piece) => piece.at === one.place)?.side ?? "free");
    const others = this.#ahead.filter((other) => sort(other) !== sort(touch));
    const again = this.#ahead.some((other) => JSON.stringify(other) === JSON.stringify(touch));
    this.#ahead = again ? others : [...others, touch];
  }

  #playAhead() {
    const ahead = this.#ahead;
    this.#ahead = [];
    for (const touch of ahead) this.#choice.touch(touch);
    const kept = ahead.every((touch) => this.#choice.has(touch));
    if (!kept) this.#choice.touched = [];
    const made = this.#choice.made;
    if (made) this.play(made);
    else this.#changed();
  }

  /** Lets go of all that was touched. */
  clear() {
    this.#choice.touched = [];
    this.#ahead = [];
    this.#changed();
  }

  /** @param {Turn} turn */
  play(turn) {
    this.#sent = turn;
    this.#choice = new Choice([]);
    this.#draw();
    this.#fade(this.#view, turn.takes);
    click(turn.takes?.length ? "take" : "move");
    this.listener.play(turn);
  }

  /** A turn was not granted: the board is as it was. */
  undo() {
    if (this.#view) this.show(this.#view, this.#mover);
  }

  #changed() {
    this.#draw();
    this.listener.changed?.();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const kind = event.key.toUpperCase();
    const mine = this.#view?.hands[this.#view.turn].some((pieces) => pieces.kind === kind);
    if (mine && !event.ctrlKey && !event.metaKey && !event.altKey) this.touch({ kind });
  }

  #draw() {
    const view = this.#view;
    if (!view) return;
    const choice = this.#choice;
    // What is taken stays until it is known which piece it is.
    const shown = this.#sent ?? (choice.settled && { ...choice.settled, takes: [] });
    const { places, kinds } = this.#touched();
    const mine = this.#isMine();
    const begun = places.length > 0 || kinds.length > 0;
    const sources = choice.sources.filter((place) => !places.includes(place));
    // A board full of rings says nothing: before a touch only the limits of the last piece show.
    const targets = choice.settled ? [] : begun ? choice.targets : mine && view.open ? choice.targets : [];
    const asksSource = begun && sources.length > 0 && choice.targets.length === 0;
    this.board.show({
      pieces: shown ? withTurn(view, shown) : view.pieces,
      last: this.#sent ? undefined : view.last,
      lines: [...(this.#closing(shown)?.lines ?? view.lines ?? []), ...this.#help.lines],
      look: this.#help.places,
      threats: this.#help.threats,
      targets: asksSource && !choice.settled ? sources : targets,
      captures: choice.captures,
      chosen: places.filter((place) => place !== shown?.from),
      open: mine && view.open ? view.open : null,
      lively: [...choice.targets, ...choice.sources, ...choice.captures],
      values: begun || this.#sent ? {} : this.#values,
    });
    for (const side of SIDES) {
      const lively = (mine && side === view.turn) || (!mine && this.#isWaiting() && side === this.#mover);
      const pieces = shown && side === view.turn ? without(view.hands[side], shown) : view.hands[side];
      const fitting = mine ? choice.kinds : pieces.flatMap(({ kind }) => kind ?? []);
      this.hands[side].show(pieces, { lively, chosen: side === (mine ? view.turn : this.#mover) ? kinds : [], fitting });
    }
  }

  #touched() {
    const touched = this.#isMine() ? this.#choice.touched : this.#ahead;
    return {
      places: touched.flatMap((touch) => ("place" in touch ? [touch.place] : [])),
      kinds: touched.flatMap((touch) => ("kind" in touch ? [touch.kind] : [])),
    };
  }

  /** @param {string} place */
  #placeName(place) {
    const piece = this.#view?.pieces.find(({ at }) => at === place);
    const targets = [...this.#choice.targets, ...this.#choice.captures];
    return say(words.placeName(place, piece ?? null, piece?.kind ? kindName(piece.kind) : null, this.#isMine() && targets.includes(place)));
  }

  /**
   * @param {import("../types.js").LastMove} last
   * @param {{ x: number, y: number } | null} hand
   */
  #slide(last, hand) {
    if (last.from) this.board.slide(last.to, this.board.spot(last.from));
    else if (hand) this.board.slide(last.to, hand);
  }

  /**
   * Lets what was taken fade as it stood before.
   *
   * @param {View | null} before
   * @param {string[]} [taken]
   */
  #fade(before, taken = []) {
    for (const piece of before?.pieces ?? []) if (taken.includes(piece.at)) this.board.fade(piece);
  }

  /**
   * Where the hand lies from which the last piece came, in the units of the drawing.
   *
   * @param {View} view
   */
  #handSpot(view) {
    const side = view.turn === "white" ? "black" : "white";
    const kind = view.pieces.find(({ at }) => at === view.last?.to)?.kind;
    const hand = this.hands[side];
    const box = ((kind && hand.button(kind)) || hand.element).getBoundingClientRect();
    return box.width ? this.board.onBoard(box.x + box.width / 2, box.y + box.height / 2) : null;
  }
}

/**
 * The pieces as they stand after a turn.
 *
 * @param {View} view
 * @param {Turn} turn
 */
function withTurn(view, turn) {
  const gone = [turn.from, ...(turn.takes ?? [])];
  const stay = view.pieces.filter(({ at }) => !gone.includes(at));
  return turn.to ? [...stay, { at: turn.to, side: view.turn, ...(turn.kind ? { kind: turn.kind } : {}) }] : stay;
}

/**
 * A hand without the piece that a turn places.
 *
 * @param {import("../types.js").HandPieces[]} pieces
 * @param {Turn} turn
 */
function without(pieces, turn) {
  if (turn.from || !turn.to) return pieces;
  return pieces.map((some) => (some.kind === turn.kind ? { ...some, count: some.count - 1 } : some));
}
