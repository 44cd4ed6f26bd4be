/** @typedef {import("../types.js").ServerMessage} ServerMessage */
import { setting } from "../settings.js";

/** Milliseconds from one move that is seen to the computer's answer. */
const PAUSES = { "at-once": 0, natural: 500, slow: 1500 };

/**
 * Hands on what is heard of a game so that a person can follow it: the computer's move waits until
 * the one before has been seen, and everything after it waits behind it.
 */
export class Pace {
  /** @type {{ message: ServerMessage, heard: number }[]} */
  #waiting = [];
  #timer = 0;
  /** When a move was last seen. */
  #seen = -Infinity;

  /**
   * @param {(message: ServerMessage, heard: number) => void} hand on, with the time it was heard at
   * @param {(message: ServerMessage) => boolean} isAnswer whether it is a move of the computer
   * @param {AbortSignal} signal
   */
  constructor(hand, isAnswer, signal) {
    this.hand = hand;
    this.isAnswer = isAnswer;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** A move is seen now. */
  saw() {
    this.#seen = performance.now();
  }

  /** @param {ServerMessage} message */
  hear(message) {
    this.#waiting.push({ message, heard: performance.now() });
    if (!this.#timer) this.#next();
  }

  #next() {
    this.#timer = 0;
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const pause = this.isAnswer(first.message) ? PAUSES[setting().pace ?? "natural"] : 0;
      const left = this.#seen + pause - performance.now();
      if (left > 0) {
        this.#timer = setTimeout(() => this.#next(), left);
        return;
      }
      this.#waiting.shift();
      if (first.message.type === "played") this.saw();
      this.hand(first.message, first.heard);
    }
  }
}
