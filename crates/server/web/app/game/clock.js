/** @typedef {import("../types.js").Clocks} Clocks */
/** @typedef {import("../types.js").Side} Side */
import { element } from "../element.js";
import { say } from "../language.js";
import { words } from "../words.js";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** Below this the tenths are shown. */
const HASTE = 10 * SECOND;

/** Both clocks of a game, running on between what the server says. */
export class ClockPair {
  /** @type {Clocks | null} */
  #clocks = null;
  #since = 0;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.faces = { white: face(), black: face() };
    const timer = setInterval(() => this.#draw(), 100);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /**
   * @param {Clocks | undefined} clocks
   * @param {number} [heard] when the server said so, by `performance.now()`
   */
  set(clocks, heard = performance.now()) {
    this.#clocks = clocks ?? null;
    this.#since = heard;
    this.#draw();
  }

  #draw() {
    for (const side of /** @type {Side[]} */ (["white", "black"])) {
      const shown = this.faces[side];
      shown.hidden = !this.#clocks;
      if (!this.#clocks) continue;
      const running = this.#clocks.running === side;
      const left = Math.max(0, this.#clocks[side] - (running ? performance.now() - this.#since : 0));
      const text = timeText(left);
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle("running", running);
      shown.classList.toggle("short", left < HASTE);
    }
  }
}

function face() {
  return element("span", { class: "clock", role: "timer", hidden: true });
}

/**
 * @param {number} left milliseconds
 * @param {"tenths" | "whole"} [haste] what is shown of the last seconds
 */
export function timeText(left, haste = "tenths") {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (left >= DAY) return say(words.daysLeft(Math.floor(left / DAY), Math.floor((left % DAY) / HOUR)));
  const seconds = Math.floor(left / SECOND);
  const minutes = Math.floor(seconds / 60);
  if (left < HASTE && haste === "tenths") return `0:${two(seconds)}.${Math.floor((left % SECOND) / 100)}`;
  if (left < HOUR) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
