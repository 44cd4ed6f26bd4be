/** @typedef {import("../types.js").PositionValue} PositionValue */
/** @typedef {import("../types.js").Problem} Problem */
/** @typedef {import("../types.js").ServerMessage} ServerMessage */
/** @typedef {import("./tree.js").Node} Node */
import { connection } from "../connection.js";

/**
 * What is known of a position: its values, how far ahead they look (nothing: exact), and whether more
 * is to come.
 *
 * @typedef {{ value: PositionValue, depth?: number, done: boolean }} Known
 */

/** Milliseconds between two questions when one hurries through a game. */
const PAUSE = 150;

/** Milliseconds to wait where the server does not say how long. */
const WAIT = 500;

let last = 0;

/** A number that no other question of this page has. */
const number = () => (last += 1);

/**
 * Asks something, and again whenever the connection is back or had no time, until the signal.
 *
 * @param {(question: number) => import("../types.js").ClientMessage} ask
 * @param {(message: ServerMessage) => void} hear messages that carry the number of the question
 * @param {AbortSignal} signal
 */
export function question(ask, hear, signal) {
  const mine = number();
  const begin = ask(mine);
  let heard = false;
  const listener = (/** @type {ServerMessage} */ message) => {
    const about = "question" in message && message.question !== undefined ? message.question : null;
    const busy = message.type === "refused" && message.problem.code === "too-many";
    if (about === mine && !busy) {
      heard = true;
      hear(message);
    } else if (busy && (about === mine || (about === null && !heard))) {
      const again = setTimeout(() => connection.send(begin), message.problem.wait ?? WAIT);
      signal.addEventListener("abort", () => clearTimeout(again));
    }
  };
  connection.follow(begin, { type: "stop", question: mine }, listener, signal);
}

/** Asks what positions are worth, one at a time, and keeps what it hears. */
export class Asker {
  /** @type {Map<string, Known>} */
  #known = new Map();
  /** @type {AbortController | null} */
  #asked = null;
  #timer = 0;
  #asks = 0;

  /**
   * @param {string} setup
   * @param {string} start
   * @param {AbortSignal} signal
   */
  constructor(setup, start, signal) {
    this.setup = setup;
    this.start = start;
    signal.addEventListener("abort", () => this.stop());
  }

  /** @param {Node} node */
  known(node) {
    return this.#known.get(node.moves.join(" "));
  }

  /** Nobody waits any more. */
  stop() {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    this.#asked = null;
  }

  /**
   * Asks about a place; what was asked before is dropped. `tell` hears what is known, again and again, or
   * why nothing is.
   *
   * @param {Node} node
   * @param {(known: Known | Problem) => void} tell
   * @param {{ deeper?: boolean, queued?: (ahead: number) => void }} [how] once more, where all was told; and who hears
   *   how many questions are answered first
   */
  ask(node, tell, { deeper = false, queued = () => {} } = {}) {
    this.stop();
    const known = this.known(node);
    if (known) tell(known);
    if (known?.done && !deeper) return;
    const hurry = Math.max(0, this.#asks + PAUSE - Date.now());
    this.#asks = Date.now();
    const asked = new AbortController();
    this.#asked = asked;
    if (hurry > 0) this.#timer = setTimeout(() => this.#send(node, tell, queued, asked), hurry);
    else this.#send(node, tell, queued, asked);
  }

  /**
   * @param {Node} node
   * @param {(known: Known | Problem) => void} tell
   * @param {(ahead: number) => void} queued
   * @param {AbortController} asked
   */
  #send(node, tell, queued, asked) {
    const { setup, start } = this;
    const moves = node.moves.join(" ");
    const ask = (/** @type {number} */ mine) => /** @type {const} */ ({ type: "analyse", question: mine, setup, position: start, moves });
    question(
      ask,
      (message) => {
        if (message.type === "refused") tell(message.problem);
        if (message.type === "waiting" && !this.#known.has(moves)) queued(message.ahead);
        if (message.type === "value") this.#hear(moves, message, tell);
        if (message.type === "refused" || (message.type === "value" && message.done)) asked.abort();
      },
      asked.signal,
    );
  }

  /**
   * @param {string} moves
   * @param {Known} heard
   * @param {(known: Known | Problem) => void} tell
   */
  #hear(moves, { value, depth, done }, tell) {
    const before = this.#known.get(moves);
    // A question that is asked again begins with less than is known.
    const better = !before || depth === undefined || (before.depth !== undefined && depth >= before.depth) || done;
    const known = better ? { value, depth, done } : before;
    this.#known.set(moves, known);
    tell(known);
  }
}
