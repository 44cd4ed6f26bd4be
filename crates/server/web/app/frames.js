/** @typedef {import("./types.js").RecordFrames} RecordFrames */
/** @typedef {import("./types.js").View} View */
import { get } from "./api.js";

/** Boards before the one that is looked at that are asked for with it, and how many in all. */
const BEFORE = 8;
const AT_ONCE = 32;

/** The boards that a game goes through, asked for some at a time as they are looked at. */
export class Frames {
  /** @type {Map<number, View>} */
  #views = new Map();
  /** What is being asked for, by its first board. @type {Map<number, Promise<RecordFrames>>} */
  #asked = new Map();

  /**
   * @param {string} path where they are asked for
   * @param {Record<string, string | undefined>} [query]
   */
  constructor(path, query = {}) {
    this.path = path;
    this.query = query;
  }

  /**
   * The board after so many moves.
   *
   * @param {number} number
   * @returns {Promise<View | undefined>}
   */
  async at(number) {
    if (!this.#views.has(number)) await this.ask(Math.max(0, number - BEFORE));
    // Where boards are large, an answer has few.
    if (!this.#views.has(number)) await this.ask(number);
    return this.#views.get(number);
  }

  /** The board after so many moves, if it has come. @param {number} number */
  known(number) {
    return this.#views.get(number);
  }

  /**
   * Has boards on both sides come before they are looked at.
   *
   * @param {number} number
   * @param {number} last the number of the last one
   */
  prepare(number, last) {
    for (const near of [number + BEFORE, number - BEFORE]) {
      // Who goes on without them asks again.
      if (near >= 0 && near <= last && !this.#views.has(near)) this.at(near).catch(() => {});
    }
  }

  /**
   * Boards from one on, with what else there is to say about the game.
   *
   * @param {number} from
   */
  async ask(from) {
    let asked = this.#asked.get(from);
    if (!asked) {
      asked = /** @type {Promise<RecordFrames>} */ (get(this.path, { ...this.query, from: String(from), count: String(AT_ONCE) }));
      this.#asked.set(from, asked);
      asked.finally(() => this.#asked.delete(from)).catch(() => {});
    }
    const game = await asked;
    game.frames.forEach(({ view }, place) => this.#views.set(game.from + place, view));
    return game;
  }

  /** Takes a board that came otherwise. @param {number} number @param {View} view */
  add(number, view) {
    this.#views.set(number, view);
  }

  /** Forgets the boards from one on. @param {number} number */
  forget(number) {
    for (const known of [...this.#views.keys()]) if (known >= number) this.#views.delete(known);
  }
}
