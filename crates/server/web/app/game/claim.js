/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Presence} Presence */
/** @typedef {import("../types.js").Side} Side */
import { element } from "../element.js";
import { say } from "../language.js";
import { words } from "../words.js";
import { timeText } from "./clock.js";

/** When the game of an opponent who has left can be claimed; counts down to it. */
export class Claim {
  /** @type {Record<Side, number | null>} moments of this page's clock */
  #due = { white: null, black: null };
  /** @type {GameState | null} */
  #game = null;
  #text = element("span", { role: "timer" });

  /**
   * @param {() => void} changed the moment has come
   * @param {AbortSignal} signal
   */
  constructor(changed, signal) {
    const timer = setInterval(() => {
      const left = this.left;
      if (left === null || this.#text.textContent === "") return;
      this.#tick();
      if (left === 0) changed();
    }, 500);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** @param {Presence} presence as the server has just told it */
  set({ claim }) {
    const now = performance.now();
    const due = (/** @type {number | null} */ left) => (left === null ? null : now + left);
    this.#due = { white: due(claim.white), black: due(claim.black) };
  }

  /** @param {GameState} game */
  about(game) {
    this.#game = game;
  }

  /** Milliseconds until the win can be claimed; nothing where there is nothing to claim. */
  get left() {
    const game = this.#game;
    if (!game?.you || game.status !== "live" || game.history.length < 2 || game.view.turn === game.you) return null;
    const due = this.#due[game.view.turn];
    return due === null ? null : Math.max(0, due - performance.now());
  }

  /** What is said while it counts down. */
  get waiting() {
    const waits = (this.left ?? 0) > 0;
    if (waits) this.#tick();
    else this.#text.textContent = "";
    return waits ? [element("div", { class: "question" }, this.#text)] : [];
  }

  #tick() {
    const left = this.left ?? 0;
    // The last second is over when the server says so too.
    this.#text.textContent = left > 0 ? say(words.claimIn(timeText(left + 999, "whole"))) : "";
  }
}
