import { element } from "../element.js";
import { say } from "../language.js";
import { copyField } from "../notice.js";
import { words } from "./words.js";

/**
 * A recovery code, which is shown once.
 *
 * @param {string} code
 * @param {() => unknown} done what follows when it was kept
 */
export function shownOnce(code, done) {
  const heading = element("h2", { tabindex: "-1" }, say(words.keepCode));
  const card = element(
    "section",
    { class: "card stack recovery" },
    heading,
    element("p", {}, say(words.keepCodeText)),
    copyField(words.recoveryCode, code),
    element(
      "div",
      { class: "row" },
      element("button", { type: "button", class: "main", onclick: done }, say(words.kept)),
      element("button", { type: "button", onclick: () => print() }, say(words.print)),
    ),
  );
  setTimeout(() => heading.focus());
  return card;
}
