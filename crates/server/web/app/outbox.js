/** @typedef {import("./types.js").ClientMessage} ClientMessage */
/** @typedef {Extract<ClientMessage, { id?: number }> & { id: number }} Letter */

/** Where letters wait, so that a reload loses none. */
const KEPT = "outbox";

/** What was said and is not answered yet: it is said again whenever the connection is back. */
export class Outbox {
  /** @type {Letter[]} */
  #letters = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");

  get letters() {
    return this.#letters;
  }

  /**
   * Keeps a message until it is answered, under an id of its own.
   *
   * @param {Extract<ClientMessage, { id?: number }>} message
   * @returns {Letter}
   */
  add(message) {
    const letter = { ...message, id: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) };
    this.#keep([...this.#letters, letter]);
    return letter;
  }

  /**
   * Lets go of what was answered; nothing if it is not from here.
   *
   * @param {number} id
   */
  answered(id) {
    const letter = this.#letters.find((one) => one.id === id);
    if (letter) this.#keep(this.#letters.filter((one) => one !== letter));
    return letter ?? null;
  }

  /** Lets go of everything: it was somebody else's. */
  clear() {
    this.#keep([]);
  }

  /** @param {Letter[]} letters */
  #keep(letters) {
    this.#letters = letters;
    sessionStorage.setItem(KEPT, JSON.stringify(letters));
  }
}
