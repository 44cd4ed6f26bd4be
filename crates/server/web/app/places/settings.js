/** @typedef {import("../types.js").Theme} Theme */
import { patch, post, remove } from "../api.js";
import { element } from "../element.js";
import { form } from "../form.js";
import { frame } from "../frame.js";
import { language, say } from "../language.js";
import { attempt, confirmed } from "../notice.js";
import { belongsTo, me } from "../person.js";
import { go } from "../router.js";
import { choose, moves, setting } from "../settings.js";
import { select } from "../wish.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root }) {
  const title = say(words.settings);
  root.append(element("div", { class: "column" }, element("h1", {}, title), looks(), name(), password(), data()));
  return title;
}

function looks() {
  const chosen = setting();
  const theme = async (/** @type {string} */ value) => {
    await choose({ theme: value === "" ? undefined : /** @type {Theme} */ (value) });
    frame();
  };
  const check = (/** @type {import("../types.js").Words} */ label, /** @type {boolean} */ checked, /** @type {(is: boolean) => void} */ change) => {
    const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
    return element("label", { class: "check" }, box, say(label));
  };
  return element(
    "section",
    { class: "card stack" },
    select(words.language, [["en", "English"], ["fr", "Français"]], language(), (lang) => attempt(() => choose({ lang: /** @type {"en" | "fr"} */ (lang) }))),
    select(words.colours, [["", say(words.asSystem)], ["light", say(words.light)], ["dark", say(words.dark)]], chosen.theme ?? "", (value) => attempt(() => theme(value))),
    check(words.sound, chosen.sound ?? false, (sound) => attempt(() => choose({ sound }))),
    check(words.animation, moves(), (animation) => attempt(() => choose({ animation }))),
    check(words.textMode, chosen.text_mode ?? false, (text_mode) => attempt(() => choose({ text_mode }))),
    element("p", { class: "muted" }, say(words.textModeText)),
  );
}

/** A guest may choose another name; an account keeps its own. */
function name() {
  const somebody = me();
  if (!somebody?.guest) return null;
  const send = async (/** @type {Record<string, string>} */ values) => {
    belongsTo(await patch("/api/me", values));
    return say(words.saved);
  };
  const field = { name: "name", label: words.name, autocomplete: "nickname", value: somebody.name };
  return element("section", { class: "card" }, element("h2", {}, say(words.changeName)), form(words.changeName, [field], send));
}

function password() {
  if (me()?.guest !== false) return null;
  const send = async (/** @type {Record<string, string>} */ values) => {
    belongsTo(await post("/api/me/password", values));
    return say(words.passwordChanged);
  };
  const fields = [
    { name: "old", label: words.oldPassword, type: "password", autocomplete: "current-password" },
    { name: "new", label: words.newPassword, type: "password", autocomplete: "new-password" },
  ];
  return element("section", { class: "card" }, element("h2", {}, say(words.changePassword)), form(words.changePassword, fields, send));
}

function data() {
  if (!me()) return null;
  const forget = async () => {
    if (!(await confirmed(words.forgetMe, words.forgetMe, words.forgetMeText))) return;
    await remove("/api/me");
    belongsTo(null);
    await go("/");
  };
  return element(
    "section",
    { class: "card" },
    element("h2", {}, say(words.myData)),
    element(
      "div",
      { class: "row" },
      element("a", { class: "button", href: "/api/me/export", download: "merelle.json" }, say(words.exportData)),
      element("button", { type: "button", class: "danger", onclick: () => attempt(forget) }, say(words.forgetMe)),
    ),
  );
}
