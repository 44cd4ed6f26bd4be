/** @typedef {import("./types.js").Words} Words */

/** @type {[string, string][]} */
const FRENCH = [
  ["'", "’"],
  [" :", "\u00a0:"],
  [" ;", "\u202f;"],
  [" %", "\u00a0%"],
  [" !", "\u202f!"],
  [" ?", "\u202f?"],
  ["« ", "«\u202f"],
  [" »", "\u202f»"],
];

/**
 * A message in both languages. Write plain quotes and spaces: their typography is set here.
 *
 * @param {string} en
 * @param {string} fr
 * @returns {Words}
 */
export function both(en, fr) {
  const set = (/** @type {string} */ text, /** @type {[string, string]} */ [plain, right]) => text.replaceAll(plain, right);
  return { en: en.replaceAll("'", "’"), fr: FRENCH.reduce(set, fr) };
}
