import { Refusal } from "./api.js";
import { element } from "./element.js";
import { say } from "./language.js";

/** @typedef {{ name: string, label: import("./types.js").Words, type?: string, autocomplete?: string, value?: string }} Field */

/**
 * A form with its fault below, if the server finds one.
 *
 * @param {import("./types.js").Words} submit
 * @param {Field[]} fields
 * @param {(values: Record<string, string>) => Promise<string | void>} send may answer with what to say
 * @param {HTMLElement} [hint]
 */
export function form(submit, fields, send, hint) {
  const inputs = fields.map(({ name, type = "text", autocomplete = "off", value = "" }) =>
    element("input", { name, type, autocomplete, value, required: true, autocapitalize: "none", maxlength: 200 }));
  const labels = fields.map(({ label }, index) => element("label", { class: "field" }, element("span", {}, say(label)), inputs[index]));
  const fault = element("p", { class: "fault", role: "alert" });
  const done = element("p", { role: "status" });
  const button = element("button", { class: "main" }, say(submit));
  const made = element("form", { class: "stack" }, labels, hint, button, fault, done);
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.textContent = done.textContent = "";
    button.disabled = true;
    try {
      const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
      done.textContent = (await send(values)) ?? "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault.textContent = say(error.problem.text);
    } finally {
      button.disabled = false;
    }
  });
  return made;
}
