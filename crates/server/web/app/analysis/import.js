import { Refusal, get, post } from "../api.js";
import { element } from "../element.js";
import { say } from "../language.js";
import { go } from "../router.js";
import { withRules } from "../rule-links.js";
import { words } from "./words.js";
import { addressOf } from "./address.js";

/**
 * Where a record or a position is pasted to be looked at.
 *
 * @param {string} setup which game a position belongs to
 */
export function importForm(setup) {
  const text = element("textarea", { spellcheck: "false", required: true });
  const fault = element("p", { class: "fault", role: "alert" });
  const file = element("input", { type: "file", accept: ".txt,.pgn,text/plain" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) text.value = await chosen.text();
  });
  const made = element(
    "form",
    { class: "stack" },
    element("label", { class: "field" }, element("span", {}, say(words.recordText)), text),
    element("p", { class: "muted" }, say(words.recordHint)),
    element("label", { class: "field" }, element("span", {}, say(words.file)), file),
    element("button", { class: "main" }, say(words.open)),
    fault,
  );
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.textContent = "";
    try {
      await read(text.value.trim(), setup);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault.replaceChildren(...withRules(say(error.problem.text), setup));
    }
  });
  return made;
}

/** @param {string} text @param {string} setup */
async function read(text, setup) {
  if (text.startsWith("w=")) {
    await get("/api/position", { setup, position: text });
    await go(`/analysis?${new URLSearchParams({ setup, position: text })}`);
  } else {
    await go(addressOf(await post("/api/record", { record: text })));
  }
}
