import { Refusal } from "./api.js";
import { element } from "./element.js";
import { say } from "./language.js";
import { withRules } from "./rule-links.js";
import { words } from "./words.js";

/** Milliseconds a notice stays. */
const STAYS = 6000;

/**
 * @param {string} text
 * @param {string} [setup] whose rules it may name
 */
export function notice(text, setup) {
  document.querySelector(".notice")?.remove();
  const shown = element("div", { class: "notice", role: "alert" }, withRules(text, setup));
  document.body.append(shown);
  setTimeout(() => shown.remove(), STAYS);
}

/**
 * Does something that the server may refuse, and says so if it does.
 *
 * @param {() => Promise<unknown>} doing
 */
export async function attempt(doing) {
  try {
    await doing();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    notice(say(error.problem.text));
    return false;
  }
}

/**
 * Asks before something that cannot be undone.
 *
 * @param {import("./types.js").Words} question
 * @param {import("./types.js").Words} yes
 * @param {import("./types.js").Words} [text]
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, text) {
  return new Promise((answer) => {
    const done = (/** @type {boolean} */ is) => () => {
      answer(is);
      dialog.remove();
    };
    const dialog = element(
      "dialog",
      { "aria-labelledby": "question", oncancel: done(false) },
      element("h2", { id: "question" }, say(question)),
      text && element("p", {}, say(text)),
      element(
        "div",
        { class: "row" },
        element("button", { type: "button", class: "danger", onclick: done(true) }, say(yes)),
        element("button", { type: "button", autofocus: true, onclick: done(false) }, say(words.no)),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * A text to be copied, with a button that does it.
 *
 * @param {import("./types.js").Words} label
 * @param {string} text
 */
export function copyField(label, text) {
  const field = text.includes("\n")
    ? element("textarea", { readonly: true }, text)
    : element("input", { type: "text", readonly: true, value: text });
  field.addEventListener("focus", () => field.select());
  const button = element("button", { type: "button" }, say(words.copy));
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard?.writeText(text).catch(() => {});
    button.textContent = say(words.copied);
  });
  return element("div", { class: "copy" }, element("label", { class: "field" }, element("span", {}, say(label)), field), button);
}
