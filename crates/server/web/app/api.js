/** @typedef {import("./types.js").Problem} Problem */
import { words } from "./words.js";

/** Something the server did not do, and why. */
export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.text.en);
    this.problem = problem;
  }
}

/** How long something that was refused for now is tried again, in milliseconds. */
const PATIENCE = 60_000;

/** Tells `wait` when the server wants something later, `go` when it was done, and `nobody` when it knows nobody here. */
export const queue = new EventTarget();
let waiting = 0;

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await askOnce(method, path, body);
    } catch (error) {
      if (error instanceof Refusal && error.problem.code === "nobody-yet" && path !== "/api/me") queue.dispatchEvent(new Event("nobody"));
      const wait = error instanceof Refusal ? pause(error.problem, method) : null;
      if (wait === null || Date.now() + wait > until) throw error;
      await later(wait);
    }
  }
}

/**
 * How long to wait before something refused is asked for again, if it may be: what was too much was
 * not done; what failed may have been, unless it only reads.
 *
 * @param {Problem} problem
 * @param {string} method
 */
function pause({ code, wait }, method) {
  const safe = code === "too-many" || (code === "unavailable" && method === "GET");
  // Many who were refused together do not come back together.
  return safe && wait !== undefined ? wait * (1 + Math.random() / 2) : null;
}

/** @param {number} time */
async function later(time) {
  waiting += 1;
  queue.dispatchEvent(new Event("wait"));
  await new Promise((resolve) => setTimeout(resolve, time));
  waiting -= 1;
  if (waiting === 0) queue.dispatchEvent(new Event("go"));
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function askOnce(method, path, body) {
  /** @type {RequestInit} */
  const request = { method };
  if (body !== undefined) {
    request.headers = { "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(path, request).catch(() => {
    throw new Refusal({ code: "unavailable", text: words.unreachable });
  });
  if (answer.status === 204) return null;
  const json = answer.headers.get("content-type")?.startsWith("application/json");
  if (!answer.ok) {
    throw new Refusal(json ? await answer.json() : { code: "unavailable", text: words.unreachable });
  }
  return json ? answer.json() : answer.text();
}

/**
 * @param {string} path
 * @param {Record<string, string | undefined>} [query]
 */
export function get(path, query = {}) {
  const given = Object.entries(query).filter((pair) => pair[1] !== undefined);
  const search = new URLSearchParams(/** @type {[string, string][]} */ (given)).toString();
  return ask("GET", search ? `${path}?${search}` : path);
}

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export const post = (path, body = {}) => ask("POST", path, body);

/**
 * @param {string} path
 * @param {unknown} body
 */
export const put = (path, body) => ask("PUT", path, body);

/**
 * @param {string} path
 * @param {unknown} body
 */
export const patch = (path, body) => ask("PATCH", path, body);

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export const remove = (path, body) => ask("DELETE", path, body);

/** @type {Map<string, Promise<any>>} */
const answers = new Map();

/**
 * What does not change while the page is open, asked for once.
 *
 * @param {string} path
 * @param {Record<string, string>} [query]
 */
export function lasting(path, query = {}) {
  const key = `${path}?${new URLSearchParams(query)}`;
  let answer = answers.get(key);
  if (!answer) {
    answer = get(path, query);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
  }
  return answer;
}

/**
 * The edition of the program: a browser keeps what it asks for by it.
 *
 * @returns {Record<string, string>}
 */
function edition() {
  const named = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=edition]"));
  return named ? { edition: named.content } : {};
}

/**
 * What there is to choose from, once it was asked for.
 *
 * @type {import("./types.js").Catalogue | null}
 */
export let offers = null;

/** @returns {Promise<import("./types.js").Catalogue>} */
export async function catalogue() {
  offers = await lasting("/api/catalogue", edition());
  return /** @type {import("./types.js").Catalogue} */ (offers);
}

/**
 * The empty board of a setup. Those of the games that are offered came with the catalogue.
 *
 * @param {string} setup
 * @returns {Promise<import("./types.js").Stage>}
 */
export async function stageOf(setup) {
  const { games } = await catalogue();
  return games.find((game) => game.setup === setup)?.stage ?? lasting("/api/stage", { setup, ...edition() });
}
