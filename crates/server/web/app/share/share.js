import { code } from "./code.js";
import { element } from "../element.js";
import { language, say } from "../language.js";
import { copyField } from "../notice.js";
import { styled } from "../style.js";
import { words } from "./words.js";

/**
 * What can be passed on.
 *
 * @typedef {object} Shared
 * @property {string | null} link to this place, from `http` on; none where it would be too long
 * @property {string} setup
 * @property {string} [position] where it begins; nothing: at the beginning
 * @property {string[]} [moves] made from there
 * @property {string} [game] the id of a game that the server has: it can be animated, printed, saved
 * @property {string} [record] the text of a game that the server does not have
 */

/** Longer links make codes that no phone reads. */
const LONGEST_LINK = 1000;

/**
 * Ways to pass on a game or a position: a link, a code to scan, a picture, an animation, a page to
 * print, a record.
 *
 * @param {Shared} shared
 */
export function sharePanel({ link, setup, position, moves, game, record }) {
  styled("share");
  const where = Object.fromEntries(Object.entries({ setup, position, moves: moves?.join(" ") }).filter((pair) => pair[1]));
  const theme = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const address = (/** @type {string} */ path, /** @type {Record<string, string>} */ query) => `${path}?${new URLSearchParams(query)}`;
  const picture = (/** @type {string} */ format) => address("/api/picture", { .../** @type {Record<string, string>} */ (where), theme, lang: language(), format });
  const name = `merelle-${setup.replace(/[^a-z0-9]+/gi, "-")}${game ? `-${game}` : ""}`;
  const save = (/** @type {import("../types.js").Words} */ text, /** @type {string} */ href, /** @type {string} */ ending) =>
    element("a", { class: "button", href, download: `${name}.${ending}` }, say(text));
  const own = record && `data:text/plain;charset=utf-8,${encodeURIComponent(record)}`;
  const sheet = game
    ? address(`/api/games/${game}/sheet`, { lang: language() })
    : address("/api/sheet", { .../** @type {Record<string, string>} */ (where), lang: language() });
  const row = (/** @type {import("../types.js").Words} */ title, /** @type {import("../element.js").Child[]} */ ...ways) =>
    element("div", { class: "share-row", role: "group", "aria-label": say(title) }, element("span", { class: "muted", "aria-hidden": "true" }, say(title)), element("div", { class: "row" }, ...ways));
  return element(
    "div",
    { class: "share" },
    element(
      "div",
      { class: "share-link" },
      link && link.length <= LONGEST_LINK && code(link),
      link ? element("div", {}, copyField(game ? words.gameLink : words.positionLink, link), hand(link)) : element("p", { class: "muted" }, say(words.linkTooLong)),
    ),
    row(words.picture, save(words.svg, picture("svg"), "svg"), save(words.png, picture("png"), "png"), game && save(words.animation, address(`/api/games/${game}/animation`, { theme, lang: language() }), "svg")),
    row(words.paper, element("a", { class: "button", href: sheet, target: "_blank" }, say(words.print))),
    (game || own) && row(words.moves, save(words.saveRecord, game ? `/api/games/${game}/record` : String(own), "txt")),
  );
}

/**
 * A way to the programs of the device that pass things on, where it has one.
 *
 * @param {string} link
 */
function hand(link) {
  if (!navigator.share) return null;
  // Who thinks better of it has refused nothing.
  const give = () => navigator.share({ title: document.title, url: link }).catch(() => {});
  return element("button", { type: "button", class: "main", onclick: give }, say(words.share));
}

/**
 * Shows the ways to pass something on, over what is there.
 *
 * @param {Shared} shared
 */
export function openShare(shared) {
  const dialog = element(
    "dialog",
    { "aria-labelledby": "share-title", class: "sharing", onclose: () => dialog.remove() },
    element("h2", { id: "share-title" }, say(words.share)),
    sharePanel(shared),
    element("div", { class: "row end" }, element("button", { type: "button", onclick: () => dialog.close() }, say(words.close))),
  );
  document.body.append(dialog);
  dialog.showModal();
}
