import { Refusal } from "./api.js";
import { element } from "./element.js";
import { say } from "./language.js";

/** @typedef {import("./types.js").Code} Code */

/**
 * A field of a form. With `when` it is asked for only once the server has refused with that code.
 *
 * @typedef {{ name: string, label: import("./types.js").Words, type?: string, autocomplete?: string, value?: string, when?: Code, inputmode?: string }} Field
 */

/**
 * Which fields a refusal is about, the first that is there.
 *
 * @type {Partial<Record<Code, string[]>>}
 */
const ABOUT = {
  "bad-name": ["name"],
  "name-taken": ["name"],
  "weak-password": ["new", "password"],
  "wrong-password": ["old", "password"],
  "second-factor": ["code"],
  "wrong-code": ["code"],
  "wrong-recovery": ["recovery"],
};

/**
 * A form with the fault beside its field, or below, if the server finds one.
 *
 * @param {import("./types.js").Words} submit
 * @param {Field[]} fields
 * @param {(values: Record<string, string>) => Promise<string | void>} send may answer with what to say
 * @param {HTMLElement} [hint]
 */
export function form(submit, fields, send, hint) {
  const inputs = fields.map(({ name, type = "text", autocomplete = "off", value = "", when, inputmode }) =>
    element("input", { name, type, autocomplete, value, inputmode, required: true, disabled: when !== undefined, autocapitalize: "none", maxlength: 300 }));
  const labels = fields.map(({ label, when }, index) =>
    element("label", { class: "field", hidden: when !== undefined }, element("span", {}, say(label)), inputs[index]));
  const fault = element("p", { class: "fault", role: "alert" });
  const done = element("p", { role: "status" });
  const button = element("button", { class: "main" }, say(submit));
  const made = element("form", { class: "stack" }, labels, hint, button, fault, done);
  const clear = () => {
    fault.textContent = done.textContent = "";
    made.querySelectorAll(".field + .fault").forEach((told) => told.remove());
    for (const input of inputs) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  };
  const refuse = (/** @type {import("./types.js").Problem} */ { code, text }) => {
    fields.forEach(({ when }, index) => {
      if (when !== code) return;
      /** @type {HTMLInputElement} */ (inputs[index]).disabled = false;
      /** @type {HTMLElement} */ (labels[index]).hidden = false;
    });
    const about = ABOUT[code]?.map((name) => inputs.find((input) => input.name === name && !input.disabled)).find(Boolean);
    if (!about) {
      fault.textContent = say(text);
      return;
    }
    const id = `fault-${about.name}-${code}`;
    about.setAttribute("aria-invalid", "true");
    about.setAttribute("aria-describedby", id);
    about.parentElement?.after(element("p", { class: "fault", id, role: "alert" }, say(text)));
    about.focus();
  };
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    clear();
    button.disabled = true;
    try {
      const values = Object.fromEntries(inputs.filter((input) => !input.disabled).map(({ name, value }) => [name, value]));
      done.textContent = (await send(values)) ?? "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error.problem);
    } finally {
      button.disabled = false;
    }
  });
  return made;
}
