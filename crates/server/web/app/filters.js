/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").Words} Words */
import { remember, told } from "./address.js";
import { element } from "./element.js";
import { say } from "./language.js";
import { attempt } from "./notice.js";
import { select } from "./wish.js";
import { words } from "./words.js";

/**
 * Something lists can be narrowed by: its key in the address and in what is asked, and its choices.
 *
 * @typedef {object} Filter
 * @property {string} key
 * @property {Words} name
 * @property {[string, Words][]} choices by value; the first is no filter
 */

/**
 * @param {Catalogue} known
 * @returns {Filter}
 */
export function byFamily({ families }) {
  return { key: "family", name: words.game, choices: [["", words.anyGame], ...families.map(({ word, name }) => /** @type {[string, Words]} */ ([word, name]))] };
}

/** @type {Filter} */
export const byClock = { key: "clock", name: words.clock, choices: [["", words.anyClock], ["none", words.noClock], ["seconds", words.clockSeconds], ["days", words.clockDays]] };

/** @type {Filter} */
export const byRating = { key: "rated", name: words.rating, choices: [["", words.ratedOrNot], ["true", words.ratedOnly], ["false", words.unratedOnly]] };

/** @type {Filter} */
export const byResult = { key: "result", name: words.result, choices: [["", words.anyResult], ["won", words.gameWon], ["lost", words.gameLost], ["drawn", words.gameDrawn]] };

/** @type {Filter} */
export const byOpponent = { key: "against", name: words.opponent, choices: [["", words.anyOpponent], ["people", words.againstPeople], ["computer", words.againstComputer], ["here", words.againstHere]] };

/**
 * What is chosen, as the address says; what no list knows is left out.
 *
 * @param {Filter[]} filters
 * @returns {Record<string, string | undefined>}
 */
export function chosen(filters) {
  const known = (/** @type {Filter} */ { key, choices }) => choices.find(([value]) => value && value === told(key))?.[0];
  return Object.fromEntries(filters.map((filter) => [filter.key, known(filter)]));
}

/**
 * Whether something is still what is chosen: an answer that comes after the next one was asked for is shown no more.
 *
 * @param {Filter[]} filters
 * @param {Record<string, string | undefined>} wanted
 */
export function isStillChosen(filters, wanted) {
  return Object.entries(chosen(filters)).every(([key, value]) => wanted[key] === value);
}

/**
 * The choices side by side; what is chosen is kept in the address, then told.
 *
 * @param {Filter[]} filters
 * @param {() => Promise<void>} changed
 */
export function filterBar(filters, changed) {
  const now = chosen(filters);
  const field = (/** @type {Filter} */ { key, name, choices }) => {
    const options = choices.map(([value, text]) => /** @type {[string, string]} */ ([value, say(text)]));
    const change = (/** @type {string} */ value) => {
      remember({ [key]: value || undefined, pages: undefined });
      attempt(changed);
    };
    return select(name, options, now[key] ?? "", change);
  };
  return element("form", { class: "filters", "aria-label": say(words.filters), onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, filters.map(field));
}
