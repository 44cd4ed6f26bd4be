/** @typedef {import("../types.js").Turn} Turn */

/**
 * Something a person touches: a kind of piece in the hand, or a place of the board.
 *
 * @typedef {{ kind: string } | { place: string }} Touch
 */

/** @param {Turn} turn @param {Touch} touch */
function contains(turn, touch) {
  if ("kind" in touch) return turn.kind === touch.kind;
  return [turn.from, turn.to, ...(turn.takes ?? [])].includes(touch.place);
}

/** @param {Touch} one @param {Touch} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A turn in the making: the legal turns narrowed by what was touched, in any order. */
export class Choice {
  /** @param {Turn[]} turns */
  constructor(turns) {
    this.turns = turns;
    /** @type {Touch[]} */
    this.touched = [];
  }

  /** The turns that contain all that was touched. */
  get left() {
    return this.turns.filter((turn) => this.touched.every((touch) => contains(turn, touch)));
  }

  /** @param {Touch} touch */
  has(touch) {
    return this.touched.some((other) => same(other, touch));
  }

  /** @param {string} name */
  hasPlace(name) {
    return this.has({ place: name });
  }

  /**
   * Touches something: what fits is added, what was touched is let go, and what fits only by
   * itself begins anew. What fits nowhere lets go of all, unless only a capture is still open.
   *
   * @param {Touch} touch
   * @returns {Touch[] | null} all that does not go together, unless the touch was a change of mind
   */
  touch(touch) {
    if (this.has(touch)) {
      this.touched = this.touched.filter((other) => !same(other, touch));
      return null;
    }
    const fits = (/** @type {Touch[]} */ kept) => {
      const all = [...kept, touch];
      return this.turns.some((turn) => all.every((other) => contains(turn, other))) ? all : null;
    };
    const meant = [...this.touched, touch];
    const refused = fits(this.touched) || (fits([]) && this.#replaces(touch)) ? null : meant;
    this.touched = fits(this.touched) ?? fits(this.#withoutRivals(touch)) ?? fits([]) ?? (this.settled ? this.touched : []);
    return refused;
  }

  /**
   * Whether a touch does in some turn what something touched before does in those that are left.
   *
   * @param {Touch} touch
   */
  #replaces(touch) {
    const parts = partsOf(this.turns, touch);
    return this.touched.some((other) => partsOf(this.left, other).some((part) => parts.includes(part)));
  }

  /**
   * What was touched, less what the touch may be meant to replace: another kind or another place.
   *
   * @param {Touch} touch
   */
  #withoutRivals(touch) {
    return this.touched.filter((other) => "kind" in other !== "kind" in touch);
  }

  /** The turn, once nothing about it is open: its goal and all it takes were touched. */
  get made() {
    const [turn, ...others] = this.left;
    if (!turn || others.length || turn.to === undefined) return null;
    const needed = [turn.to, ...(turn.takes ?? [])];
    return needed.every((place) => this.hasPlace(place)) ? turn : null;
  }

  /** What the turns that are left agree on and was touched: the piece that can be shown as moved. */
  get settled() {
    const [turn, ...others] = this.left;
    if (!turn?.to || !this.hasPlace(turn.to)) return null;
    const agree = others.every((other) => other.to === turn.to && other.from === turn.from && other.kind === turn.kind);
    return agree ? turn : null;
  }

  /** Where the next touch may go. */
  get targets() {
    const free = (/** @type {string} */ place) => !this.hasPlace(place);
    return unique(this.left.flatMap((turn) => turn.to ?? [])).filter(free);
  }

  /** The pieces that may be taken, once it is known what moves where. */
  get captures() {
    const free = (/** @type {string} */ place) => !this.hasPlace(place);
    return this.settled ? unique(this.left.flatMap((turn) => turn.takes ?? [])).filter(free) : [];
  }

  /** The pieces that may move to what was touched. */
  get sources() {
    return unique(this.left.flatMap((turn) => turn.from ?? []));
  }

  /** The kinds that may be placed. */
  get kinds() {
    return unique(this.left.flatMap((turn) => turn.kind ?? []));
  }

  /** The turn that is only its text, where there is one. */
  get pass() {
    return this.turns.find((turn) => turn.to === undefined) ?? null;
  }
}

/**
 * What something touched is in turns.
 *
 * @param {Turn[]} turns
 * @param {Touch} touch
 */
function partsOf(turns, touch) {
  if ("kind" in touch) return ["kind"];
  const { place } = touch;
  const is = {
    from: turns.some(({ from }) => from === place),
    to: turns.some(({ to }) => to === place),
    takes: turns.some(({ takes }) => takes?.includes(place)),
  };
  return Object.entries(is).flatMap(([part, does]) => (does ? [part] : []));
}

/** @param {string[]} names */
const unique = (names) => [...new Set(names)];
