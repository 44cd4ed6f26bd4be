/** @typedef {import("./types.js").Words} Words */
/** @typedef {"en" | "fr"} Lang */

/** @type {Lang[]} */
export const LANGUAGES = ["en", "fr"];

const KEPT = "lang";

/** @type {Lang} */
let current = kept() ?? preferred();
document.documentElement.lang = current;

/** @returns {Lang | undefined} */
function kept() {
  return LANGUAGES.find((lang) => lang === localStorage.getItem(KEPT));
}

/** The first language of the browser that is spoken here. */
function preferred() {
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((lang) => lang === asked.find((tag) => tag === "en" || tag === "fr")) ?? "en";
}

export function language() {
  return current;
}

/** @param {Lang} lang */
export function speak(lang) {
  current = lang;
  localStorage.setItem(KEPT, lang);
  document.documentElement.lang = lang;
}

/**
 * What a message says in the language of the page.
 *
 * @param {Words} words
 */
export function say(words) {
  return words[current];
}
