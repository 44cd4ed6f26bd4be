/** @typedef {import("../types.js").PositionValue} PositionValue */
import { Refusal, get } from "../api.js";

/** Hundredths of a point an estimate has to drop for the move to be called a mistake. */
const DOUBT = 60;

/** @typedef {{ better: string, lost: number }} Mistake */

/** Asks what positions are worth, each once. */
export class Judge {
  /** @type {Map<string, PositionValue | Refusal>} */
  #known = new Map();

  /** @param {string} setup */
  constructor(setup) {
    this.setup = setup;
  }

  /** @param {string} position */
  known(position) {
    return this.#known.get(position);
  }

  /**
   * @param {string} position
   * @returns {Promise<PositionValue | Refusal>}
   */
  async value(position) {
    let known = this.#known.get(position);
    if (!known) {
      known = await get("/api/value", { setup: this.setup, position }).catch((error) => {
        if (error instanceof Refusal) return error;
        throw error;
      });
      const passing = known instanceof Refusal && known.problem.code !== "no-value";
      if (known && !passing) this.#known.set(position, known);
    }
    return /** @type {PositionValue | Refusal} */ (known);
  }

  /**
   * What a move lost, where the values of its position are known and it lost something.
   *
   * @param {string} position
   * @param {string} move
   * @returns {Mistake | null}
   */
  mistake(position, move) {
    const known = this.#known.get(position);
    if (!known || known instanceof Refusal) return null;
    const played = known.moves.find((judged) => judged.move === move);
    const best = known.moves[0];
    if (!played || !best) return null;
    const lost = best.value.hundredths - played.value.hundredths;
    const sure = best.value.exact && played.value.exact;
    return lost > (sure ? 0 : DOUBT) ? { better: best.move, lost } : null;
  }
}
