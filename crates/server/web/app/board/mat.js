/** @typedef {import("./board.js").Board} Board */
import { element } from "../element.js";

/** Pixels that a finger needs. */
const FINGER = 44;

/**
 * The room a board lies in. Where places would be too near each other for a finger, the board
 * gives its edges and coordinates for larger places.
 */
export class Mat {
  /**
   * @param {Board} board
   * @param {AbortSignal} signal
   */
  constructor(board, signal) {
    this.board = board;
    this.element = element("div", { class: "mat" }, board.element);
    const observer = new ResizeObserver(() => this.#fit());
    observer.observe(this.element);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  #fit() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight) return;
    const { stage, reach } = this.board;
    const scale = Math.min(clientWidth / stage.width, clientHeight / stage.height);
    this.board.crop(scale * reach < FINGER);
  }
}
