import { Refusal } from "./api.js";
import { element } from "./element.js";
import { say } from "./language.js";
import { words } from "./words.js";

/**
 * Where somebody is: what a place gets to fill.
 *
 * @typedef {object} Visit
 * @property {HTMLElement} root
 * @property {string[]} path what follows the name of the place
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal tells when the visit is over
 */

/** @typedef {{ open: (visit: Visit) => Promise<string> }} Place what it opens is called */

/** @type {Record<string, () => Promise<Place>>} */
const PLACES = {
  "": () => import("./places/home.js"),
  game: () => import("./places/game.js"),
  lobby: () => import("./places/lobby.js"),
  watch: () => import("./places/lobby.js"),
  analysis: () => import("./places/analysis.js"),
  editor: () => import("./places/editor.js"),
  atlas: () => import("./places/atlas.js"),
  rules: () => import("./places/rules.js"),
  games: () => import("./places/games.js"),
  person: () => import("./places/person.js"),
  leaders: () => import("./places/leaders.js"),
  settings: () => import("./places/settings.js"),
  account: () => import("./places/account.js"),
  "sign-in": () => import("./places/sign-in.js"),
};

/** Milliseconds after which it shows that a place is on its way. */
const LATE = 200;

/** @type {AbortController | null} */
let visit = null;

/** Tells `change` when another place is shown. */
export const router = new EventTarget();

/** The name of the place that is shown. */
export const here = () => location.pathname.split("/")[1] ?? "";

/** @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  scrollTo(0, 0);
  return arrive();
}

/** Shows the place of the address. */
export async function arrive() {
  visit?.abort();
  const mine = new AbortController();
  visit = mine;
  const before = document.getElementById("main");
  // What is left hears nothing any more.
  if (before) before.inert = true;
  const late = setTimeout(() => before?.classList.add("leaving"), LATE);
  const root = element("main", { id: "main", tabindex: "-1", class: `place-${here() || "home"}` });
  const [name = "", ...path] = location.pathname.split("/").slice(1).map(decoded);
  const query = new URLSearchParams(location.search);
  let title;
  try {
    const place = await (PLACES[name] ?? PLACES.nothing)?.();
    if (mine.signal.aborted) return;
    title = place ? await place.open({ root, path, query, signal: mine.signal }) : nothing(root, words.nothingHereText);
  } catch (error) {
    title = failed(root, error);
  }
  clearTimeout(late);
  if (mine.signal.aborted) return;
  document.getElementById("main")?.replaceWith(root);
  document.title = title === say(words.title) ? title : `${title} · ${say(words.title)}`;
  root.focus({ preventScroll: true });
  if (location.hash) document.getElementById(decoded(location.hash.slice(1)))?.scrollIntoView();
  router.dispatchEvent(new Event("change"));
}

/**
 * A part of an address as it was meant; as it is, where it is mistyped.
 *
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * @param {HTMLElement} root
 * @param {import("./types.js").Words} text
 */
function nothing(root, text) {
  const title = say(words.nothingHere);
  const home = element("a", { class: "button", href: "/" }, say(words.home));
  root.append(element("div", { class: "card narrow" }, element("h1", {}, title), element("p", {}, say(text)), home));
  return title;
}

/**
 * @param {HTMLElement} root
 * @param {unknown} error
 */
function failed(root, error) {
  const refused = error instanceof Refusal;
  if (refused && error.problem.code === "not-found") return nothing(root, words.nothingHereText);
  if (refused && error.problem.code === "removed") return nothing(root, error.problem.text);
  if (!refused) reportError(error);
  const title = say(words.wentWrong);
  const text = say(refused ? error.problem.text : words.notLoaded);
  // A module that did not load once is not asked for again by the same page, and may be gone with its version.
  const retry = refused ? arrive : () => location.reload();
  const again = element("button", { type: "button", class: "main", onclick: retry }, say(words.again));
  root.replaceChildren(element("div", { class: "card narrow" }, element("h1", {}, title), element("p", {}, text), again));
  return title;
}

addEventListener("popstate", arrive);
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  const place = link.pathname.split("/")[1] ?? "";
  if (!(place in PLACES) || (link.hash && link.pathname === location.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
