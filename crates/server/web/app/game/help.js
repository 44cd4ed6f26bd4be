/** @typedef {import("../types.js").Turn} Turn */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../board/choice.js").Touch} Touch */
/** @typedef {import("../board/table.js").Table} Table */
import { get } from "../api.js";
import { say } from "../language.js";
import { kindName, words } from "../words.js";

/**
 * Why no turn can be made of what was touched, in a sentence.
 *
 * @param {string} setup
 * @param {View} view
 * @param {Touch[]} touched
 * @returns {Promise<string | null>}
 */
export async function whyNot(setup, { position }, touched) {
  const things = touched.map((touch) => ("kind" in touch ? `hand:${touch.kind}` : touch.place));
  /** @type {import("../types.js").WhyNot} */
  const { why } = await get("/api/why", { setup, position, touched: things.join(" ") });
  if (!why) return null;
  const text = say(why.text).replace(/\.$/, "");
  // The name of a place stays as it is written on the board.
  const first = /^[a-z]+\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return why.rule ? `${first} (${why.rule}).` : `${first}.`;
}

/** Help that comes when it is asked for: a hint in three steps, and threats. What it says it returns. */
export class Help {
  /** @type {{ position: string, hint: import("../types.js").Hint, step: number } | null} */
  #hint = null;
  /** The position whose threats are shown. */
  #threats = "";

  /**
   * @param {string} setup
   * @param {Table} table where it is shown
   */
  constructor(setup, table) {
    this.setup = setup;
    this.table = table;
    /** Positions for which a hint was asked for. */
    this.hints = 0;
  }

  /**
   * The next step: where to look, then which move, then why.
   *
   * @param {View} view
   */
  async hint(view) {
    const { position } = view;
    this.#threats = "";
    if (this.#hint?.position === position) this.#hint.step = Math.min(this.#hint.step + 1, 2);
    else {
      this.#hint = { position, hint: await get("/api/hint", { setup: this.setup, position }), step: 0 };
      this.hints += 1;
    }
    const { hint, step } = this.#hint;
    const turn = view.turns.find(({ move }) => move === hint.move);
    if (step === 0 || !turn) {
      this.table.showHelp({ places: hint.look.places });
      return `${say(hint.look.text)} ${say(words.hintAgain)}`;
    }
    this.table.showHelp({ places: [turn.from, turn.to, ...(turn.takes ?? [])].filter((place) => place !== undefined) });
    const move = say(words.hintMove(turnWords(turn), hint.exact));
    return step === 1 || !hint.why ? move : `${move} ${say(hint.why)}`;
  }

  /**
   * Shows what the other threatens, or takes it away again: then nothing is said.
   *
   * @param {View} view
   * @returns {Promise<string | null>}
   */
  async threats({ position }) {
    if (this.#threats === position && this.table.isHelping) {
      this.#threats = "";
      this.table.hideHelp();
      return null;
    }
    /** @type {import("../types.js").Threats} */
    const { places, lines, text } = await get("/api/threats", { setup: this.setup, position });
    this.#threats = position;
    this.table.showHelp({ places, threats: lines });
    return say(text);
  }
}

/**
 * A turn as a person would say it.
 *
 * @param {Turn} turn
 */
function turnWords({ kind, from, to, takes = [] }) {
  if (to === undefined) return words.turnPass;
  const step = kind ? words.turnKind(kindName(kind), to) : from ? words.turnMove(from, to) : words.turnPlace(to);
  return takes.length > 0 ? words.turnTakes(step, takes.join(", ")) : step;
}
