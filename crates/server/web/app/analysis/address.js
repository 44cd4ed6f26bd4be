/** @typedef {import("../types.js").RecordFrames} RecordFrames */
/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} Node */
import { Frames } from "../frames.js";
import { kept as wished, setupOf } from "../wish.js";
import { mainLine } from "./tree.js";

/** Characters of an address that every browser and messenger takes. */
const LONGEST = 1800;

/** Changes of the address within so many milliseconds: some browsers refuse more than a hundred in thirty seconds. */
const CHANGES = 80;
const SPAN = 30_000;

/** What of a game is kept under a key where it is too long for an address, or has more tags than one. */
const KEPT = "analysis-";

/** Tags that say what the address says itself, or how a game ended that may go on here. */
const OWN = ["Setup", "Position", "Result", "Score", "Termination"];

/**
 * A game to be looked at, the boards of its main line, all its moves with variations, and where one stands.
 *
 * @typedef {{ game: RecordFrames, frames: Frames, moves: string, at: string | null }} Opened
 */

/**
 * Reads the address: a game of the server, or `setup`, `position`, `moves` and names; `at` is where one stands.
 *
 * @param {string | undefined} id
 * @param {URLSearchParams} query
 * @param {import("../types.js").Catalogue} known
 * @returns {Promise<Opened>}
 */
export async function opened(id, query, known) {
  const at = query.get("at");
  const key = query.get("kept");
  const kept = key ? sessionStorage.getItem(KEPT + key) : null;
  const stored = kept ? new URLSearchParams(kept) : query;
  const moves = stored.get("moves") ?? "";
  if (id) {
    const frames = new Frames(`/api/games/${id}/frames`);
    const game = await frames.ask(0);
    return { game, frames, moves: moves || game.moves, at };
  }
  const position = stored.get("position");
  const setup = stored.get("setup") ?? setupOf(wished(), known);
  const frames = new Frames("/api/frames", { setup, position: position ?? undefined, moves: mainLine(moves).join(" ") });
  const game = await frames.ask(0);
  return { game: { ...game, tags: tagsOf(stored) }, frames, moves, at };
}

/** @param {URLSearchParams} query @returns {[string, string][]} */
function tagsOf(query) {
  return [...query].filter(([name]) => name.startsWith("tag-")).map(([name, value]) => [name.slice("tag-".length), value]);
}

/**
 * All there is to say about a game, as an address has it.
 *
 * @param {RecordFrames} game
 * @param {Tree} tree
 * @param {[string, string][]} tags
 */
function queryOf(game, tree, tags) {
  const query = new URLSearchParams({ setup: game.setup });
  const start = tree.root.view?.position;
  if (start) query.set("position", start);
  if (tree.text) query.set("moves", tree.text);
  for (const [name, value] of tags) query.set(`tag-${name}`, value);
  return query;
}

/**
 * A link that holds all of it: rules, position, moves, variations, names, and where one stands.
 *
 * @param {RecordFrames} game
 * @param {Tree} tree
 * @param {Node} node
 */
export function linkTo(game, tree, node) {
  const query = queryOf(game, tree, game.tags.filter(([name]) => name === "White" || name === "Black"));
  query.set("at", tree.where(node));
  return `${location.origin}/analysis?${query}`;
}

/**
 * Where a record that was read is looked at. What an address cannot hold is kept for this window.
 *
 * @param {RecordFrames} game
 */
export function addressOf(game) {
  const query = new URLSearchParams({ setup: game.setup, position: game.frames[0]?.view.position ?? "", moves: game.moves });
  for (const [name, value] of game.tags) if (!OWN.includes(name)) query.set(`tag-${name}`, value);
  return `/analysis?${short(query, String(Date.now()))}`;
}

/**
 * @param {URLSearchParams} query
 * @param {string} key
 */
function short(query, key) {
  if (query.toString().length <= LONGEST) return query;
  sessionStorage.setItem(KEPT + key, query.toString());
  return new URLSearchParams({ kept: key });
}

/** Keeps the address up to date, so that reload, back, forward and a change of language lose nothing. */
export class Address {
  #timer = 0;
  /** @type {string | null} */
  #waiting = null;
  /** @type {number[]} */
  #written = [];

  /**
   * @param {string | undefined} id the game of the server, if it is one
   * @param {string | null} key under which what is long is kept
   * @param {AbortSignal} signal
   */
  constructor(id, key, signal) {
    this.id = id;
    this.signal = signal;
    this.key = key ?? String(Date.now());
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    addEventListener("pagehide", () => this.#write(), { signal });
  }

  /**
   * @param {RecordFrames} game
   * @param {Tree} tree
   * @param {Node} node
   */
  show(game, tree, node) {
    const tags = game.tags.filter(([name]) => !OWN.includes(name));
    const whole = this.id ? new URLSearchParams(tree.text === game.moves ? {} : { moves: tree.text }) : queryOf(game, tree, tags);
    const query = short(whole, this.key);
    query.set("at", tree.where(node));
    this.#waiting = `/analysis${this.id ? `/${this.id}` : ""}?${query}`;
    clearTimeout(this.#timer);
    this.#written = this.#written.filter((moment) => moment > Date.now() - SPAN);
    const [first = 0] = this.#written;
    if (this.#written.length < CHANGES) this.#write();
    else this.#timer = setTimeout(() => this.#write(), first + SPAN - Date.now());
  }

  #write() {
    // An address that is left is another place's.
    if (this.#waiting && !this.signal.aborted) history.replaceState(history.state, "", this.#waiting);
    this.#waiting = null;
    this.#written.push(Date.now());
  }
}
