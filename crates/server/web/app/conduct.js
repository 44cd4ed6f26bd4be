/** @typedef {import("./types.js").Whom} Whom */
/** @typedef {import("./types.js").ReportReason} ReportReason */
import { post } from "./api.js";
import { element } from "./element.js";
import { say } from "./language.js";
import { attempt, confirmed, notice } from "./notice.js";
import { words } from "./words.js";

/**
 * Asks whether somebody is to be blocked, and does it.
 *
 * @param {Whom} whom
 */
export async function block(whom) {
  if (!(await confirmed(words.block, words.block, words.blockText))) return;
  if (await attempt(() => post("/api/me/blocks", whom))) notice(say(words.isBlocked));
}

/**
 * Asks what is the matter with somebody, and tells those who run the server.
 *
 * @param {Whom} whom
 */
export function report(whom) {
  const reasons = Object.entries(words.reportReasons).map(([value, name]) => element("option", { value }, say(name)));
  const reason = element("select", {}, reasons);
  const text = element("textarea", { maxlength: 500, rows: 4 });
  const close = () => dialog.remove();
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const told = await attempt(() => post("/api/reports", { ...whom, reason: reason.value, text: text.value.trim() }));
    if (!told) return;
    close();
    notice(say(words.isReported));
  };
  const dialog = element(
    "dialog",
    { "aria-labelledby": "report", oncancel: close },
    element("h2", { id: "report" }, say(words.report)),
    element("p", {}, say(words.reportText)),
    element(
      "form",
      { class: "stack", onsubmit: send },
      element("label", { class: "field" }, element("span", {}, say(words.reportReason)), reason),
      element("label", { class: "field" }, element("span", {}, say(words.reportWhat)), text),
      element("div", { class: "row" }, element("button", { class: "main" }, say(words.reportSend)), element("button", { type: "button", onclick: close }, say(words.cancel))),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
