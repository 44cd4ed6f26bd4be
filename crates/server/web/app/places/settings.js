/** @typedef {import("../types.js").BoardColours} BoardColours */
/** @typedef {import("../types.js").Pace} Pace */
/** @typedef {import("../types.js").Theme} Theme */
import { get, patch, remove } from "../api.js";
import { element, shape } from "../element.js";
import { form } from "../form.js";
import { frame } from "../frame.js";
import { allowed } from "../game/attention.js";
import { language, say } from "../language.js";
import { attempt, confirmed, notice } from "../notice.js";
import { belongsTo, me } from "../person.js";
import { go } from "../router.js";
import { choose, moves, setting } from "../settings.js";
import { select } from "../wish.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root }) {
  const title = say(words.settings);
  root.append(element("div", { class: "column" }, element("h1", {}, title), looks(), playing(), name(), account(), await blocked(), data()));
  return title;
}

function looks() {
  const chosen = setting();
  const theme = async (/** @type {string} */ value) => {
    await choose({ theme: value === "" ? undefined : /** @type {Theme} */ (value) });
    frame();
  };
  return element(
    "section",
    { class: "card stack" },
    element("h2", {}, say(words.looks)),
    select(words.language, [["en", "English"], ["fr", "Français"]], language(), (lang) => attempt(() => choose({ lang: /** @type {"en" | "fr"} */ (lang) }))),
    select(words.colours, [["", say(words.asSystem)], ["light", say(words.light)], ["dark", say(words.dark)]], chosen.theme ?? "", (value) => attempt(() => theme(value))),
    finishes(),
    check(words.coordinates, chosen.coordinates ?? true, (coordinates) => choose({ coordinates })),
    check(words.animation, moves(), (animation) => choose({ animation })),
  );
}

function playing() {
  const chosen = setting();
  /** @type {[Pace, string][]} */
  const paces = [["at-once", say(words.paces["at-once"])], ["natural", say(words.paces.natural)], ["slow", say(words.paces.slow)]];
  return element(
    "section",
    { class: "card stack" },
    element("h2", {}, say(words.play)),
    select(words.pace, paces, chosen.pace ?? "natural", (pace) => attempt(() => choose({ pace: /** @type {Pace} */ (pace) }))),
    check(words.sound, chosen.sound ?? false, (sound) => choose({ sound })),
    check(words.notifications, chosen.notifications ?? false, async (wanted, box) => {
      const notifications = wanted && (await allowed());
      box.checked = notifications;
      if (wanted && !notifications) notice(say(words.notAllowed));
      await choose({ notifications });
    }),
    check(words.textMode, chosen.text_mode ?? false, (text_mode) => choose({ text_mode })),
    element("p", { class: "muted" }, say(words.textModeText)),
  );
}

/**
 * Something to switch on and off.
 *
 * @param {import("../types.js").Words} label
 * @param {boolean} checked
 * @param {(is: boolean, box: HTMLInputElement) => Promise<unknown>} change
 */
function check(label, checked, change) {
  const box = element("input", { type: "checkbox", checked, onchange: () => attempt(() => change(box.checked, box)) });
  return element("label", { class: "check" }, box, say(label));
}

/** The colours of boards and pieces, each shown by a small piece of a board. */
function finishes() {
  const chosen = setting().board ?? "wood";
  const option = (/** @type {BoardColours} */ board) =>
    element(
      "label",
      { class: "option finish" },
      element("input", { type: "radio", name: "board", value: board, checked: board === chosen, onchange: () => attempt(() => choose({ board })) }),
      sample(board),
      element("span", {}, say(words.finishes[board])),
    );
  return element("fieldset", {}, element("legend", {}, say(words.boardColours)), option("wood"), option("slate"), option("contrast"));
}

/** @param {BoardColours} board */
function sample(board) {
  const stone = (/** @type {number} */ x, /** @type {string} */ side) =>
    shape("circle", { cx: x, cy: 20, r: 11, class: `fill-stone-${side} stroke-line`, "stroke-width": 2 });
  return shape(
    "svg",
    { viewBox: "0 0 112 40", class: "drawing sample", "data-board": board, "aria-hidden": "true" },
    shape("rect", { width: 112, height: 40, rx: 6, class: "fill-wood" }),
    shape("path", { d: "M20 20h72", class: "stroke-line", "stroke-width": 2 }),
    stone(20, "white"),
    stone(56, "black"),
    shape("circle", { cx: 92, cy: 20, r: 9, class: "stroke-target", "stroke-width": 3 }),
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

/** What keeps an account safe has a place of its own. */
function account() {
  if (!me()) return null;
  return element("section", { class: "card" }, element("h2", {}, say(words.account)), element("a", { class: "button", href: "/account" }, say(words.accountLink)));
}

/** Whom one has blocked, to be unblocked. */
async function blocked() {
  /** @type {import("../types.js").Blocked[]} */
  const people = me() ? await get("/api/me/blocks") : [];
  if (people.length === 0) return null;
  const list = element("ul", { class: "list" });
  const item = (/** @type {import("../types.js").Blocked} */ { id, name }) => {
    const unblock = async () => {
      await remove(`/api/me/blocks/${id}`);
      row.remove();
      if (list.childElementCount === 0) section.remove();
    };
    const row = element(
      "li",
      { class: "blocked" },
      element("span", { class: "name" }, name || say(words.deletedAccount)),
      element("button", { type: "button", class: "small", onclick: () => attempt(unblock) }, say(words.unblock)),
    );
    return row;
  };
  list.append(...people.map(item));
  const section = element("section", { class: "card" }, element("h2", {}, say(words.blockedPeople)), list);
  return section;
}

function data() {
  const somebody = me();
  if (!somebody) return null;
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
      // An account shows its password for it.
      somebody.guest && element("button", { type: "button", class: "danger", onclick: () => attempt(forget) }, say(words.forgetMe)),
    ),
  );
}
