/** @typedef {import("../types.js").View} View */
/** @typedef {import("../board/choice.js").Touch} Touch */
/** @typedef {import("../board/table.js").Table} Table */
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { words } from "../words.js";

/** Milliseconds after which it shows that an answer is on its way. */
const LATE = 200;

/** What helps is fetched when it is wanted. */
const helping = () => import("./help.js");

/** Help at a board: what it says stands instead of the usual sentence until something else is touched. */
export class Aid {
  #told = { position: "", text: "" };
  /** @type {import("./help.js").Help | null} */
  #help = null;

  /**
   * @param {string} setup
   * @param {{ table: () => Table, view: () => View, tell: () => void, may?: () => boolean }} board
   *   `tell` hears when something else is to be said; `may` tells whether hints are given now
   */
  constructor(setup, board) {
    this.setup = setup;
    this.board = board;
  }

  /** For how many positions a hint was asked for. */
  get hints() {
    return this.#help?.hints ?? 0;
  }

  /**
   * What is to be said of a position instead of the usual.
   *
   * @param {View} view
   */
  said({ position }) {
    return this.#told.position === position && this.#told.text ? this.#told.text : null;
  }

  /** Says the usual again. */
  forget() {
    this.#told = { position: "", text: "" };
    this.board.tell();
  }

  /** @param {Touch[]} touched what no turn has together */
  refused(touched) {
    return this.#say(async (view) => (await helping()).whyNot(this.setup, view, touched));
  }

  /** @param {"hint" | "threats"} what */
  ask(what) {
    if (!(this.board.may?.() ?? true)) return undefined;
    return this.#say(async (view) => {
      const { Help } = await helping();
      this.#help ??= new Help(this.setup, this.board.table());
      return this.#help[what](view);
    });
  }

  /** @param {(view: View) => Promise<string | null>} find */
  #say(find) {
    return attempt(async () => {
      const view = this.board.view();
      const tell = (/** @type {string | null} */ text) => {
        if (this.board.view() !== view) return;
        this.#told = { position: view.position, text: text ?? "" };
        this.board.tell();
      };
      const late = setTimeout(() => tell(say(words.oneMoment)), LATE);
      try {
        const text = await find(view);
        clearTimeout(late);
        tell(text);
      } catch (error) {
        clearTimeout(late);
        tell(null);
        throw error;
      }
    });
  }

  /** @param {KeyboardEvent} event */
  key({ key, ctrlKey, metaKey, altKey, target }) {
    const typed = target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, dialog");
    const what = /** @type {Record<string, "hint" | "threats">} */ ({ h: "hint", t: "threats" })[key];
    if (what && !typed && !ctrlKey && !metaKey && !altKey) this.ask(what);
  }
}
