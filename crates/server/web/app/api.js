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

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
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
export const patch = (path, body) => ask("PATCH", path, body);

/** @param {string} path */
export const remove = (path) => ask("DELETE", path);

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
 * The empty board of a setup.
 *
 * @param {string} setup
 * @returns {Promise<import("./types.js").Stage>}
 */
export const stageOf = (setup) => lasting("/api/stage", { setup });

/** @returns {Promise<import("./types.js").Catalogue>} */
export const catalogue = () => lasting("/api/catalogue");
