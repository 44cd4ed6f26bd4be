import { element } from "../element.js";
import { say } from "../language.js";
import { words } from "./words.js";

/**
 * A button that opens a panel over the board; its content is made when it opens.
 *
 * @param {import("../types.js").Words} label
 * @param {(close: () => void) => Node | Promise<Node>} fill
 * @param {AbortSignal} signal closes it
 */
export function panelButton(label, fill, signal) {
  const open = async () => {
    const close = () => dialog.close();
    const dialog = element(
      "dialog",
      { class: "sheet", "aria-label": say(label), onclose: () => dialog.remove() },
      element("div", { class: "caption" }, element("h2", {}, say(label)), element("button", { type: "button", class: "small", onclick: close }, say(words.close))),
    );
    signal.addEventListener("abort", close);
    document.body.append(dialog);
    dialog.showModal();
    dialog.append(await fill(close));
  };
  return element("button", { type: "button", class: "small", onclick: open }, say(label));
}
