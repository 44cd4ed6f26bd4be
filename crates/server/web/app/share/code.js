import { element } from "../element.js";
import { say } from "../language.js";
import { styled } from "../style.js";
import { words } from "./words.js";

/** @param {string} link */
const source = (link) => `/api/qr?${new URLSearchParams({ link })}`;

/**
 * A link as a code to be scanned; a touch shows it as large as the screen, for a whole room.
 *
 * @param {string} link to this server
 */
export function code(link) {
  styled("share");
  const large = () => {
    const close = () => dialog.close();
    const dialog = element(
      "dialog",
      { class: "scan", "aria-label": say(words.scan), onclick: close, onclose: () => dialog.remove() },
      element("img", { src: source(link), alt: say(words.scan) }),
      element("p", {}, link),
      element("button", { type: "button", autofocus: true, onclick: close }, say(words.close)),
    );
    document.body.append(dialog);
    dialog.showModal();
  };
  const label = say(words.scanLarge);
  return element("button", { type: "button", class: "code", title: label, "aria-label": label, onclick: large }, element("img", { src: source(link), alt: "" }));
}
