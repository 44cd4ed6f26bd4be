/** @typedef {import("./types.js").Settings} Settings */
import { patch } from "./api.js";
import { speak } from "./language.js";
import { me, person } from "./person.js";

const KEPT = "settings";

/** Tells `change` when something else was chosen. */
export const settings = new EventTarget();

/** @type {Settings} */
let chosen = JSON.parse(localStorage.getItem(KEPT) ?? "{}");

export const setting = () => chosen;

/** Whether pieces slide: unless chosen otherwise, as the system asks. */
export function moves() {
  return chosen.animation ?? !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Settings} change */
function take(change) {
  chosen = { ...chosen, ...change };
  localStorage.setItem(KEPT, JSON.stringify(chosen));
  if (chosen.lang) speak(chosen.lang);
  apply();
  settings.dispatchEvent(new Event("change"));
}

/**
 * Takes a choice, here and with the person where there is one.
 *
 * @param {Settings} change
 */
export async function choose(change) {
  take(change);
  if (me()) await patch("/api/me", { settings: chosen });
}

/** Puts into the page what was chosen. */
export function apply() {
  const { dataset } = document.documentElement;
  if (chosen.theme) dataset.theme = chosen.theme;
  else delete dataset.theme;
  if (chosen.board) dataset.board = chosen.board;
  else delete dataset.board;
}

person.addEventListener("change", () => {
  const theirs = me()?.settings;
  if (theirs && Object.keys(theirs).length) take(theirs);
});
