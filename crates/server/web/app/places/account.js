/** @typedef {import("../types.js").Security} Security */
/** @typedef {import("../types.js").Session} Session */
/** @typedef {Record<string, string>} Values */
import { words } from "../account/words.js";
import { shownOnce } from "../account/recovery.js";
import { get, post, remove } from "../api.js";
import { drawing, element } from "../element.js";
import { form } from "../form.js";
import { dateText } from "../games.js";
import { say } from "../language.js";
import { attempt, copyField } from "../notice.js";
import { belongsTo, me } from "../person.js";
import { arrive, go } from "../router.js";

const PASSWORD = { name: "password", label: words.password, type: "password", autocomplete: "current-password" };

/** @type {import("../form.js").Field} */
const CODE = { name: "code", label: words.code, autocomplete: "one-time-code", inputmode: "numeric", when: "second-factor" };

/** @param {import("../router.js").Visit} visit */
export async function open({ root }) {
  const title = say(words.accountTitle);
  if (!me()) {
    await go("/sign-in");
    return title;
  }
  /** @type {Security} */
  const security = await get("/api/me/security");
  const account = me()?.guest === false;
  root.append(
    element(
      "div",
      { class: "column" },
      element("h1", {}, title),
      account && recovery(security),
      account && secondFactor(security),
      sessions(security),
      account && password(),
      account && deletion(),
    ),
  );
  return title;
}

/**
 * @param {import("../types.js").Words} title
 * @param {...(import("../element.js").Child | import("../element.js").Child[])} content
 */
function card(title, ...content) {
  return element("section", { class: "card stack" }, element("h2", {}, say(title)), ...content);
}

/**
 * Something that unfolds on demand, so that the place stays calm.
 *
 * @param {import("../types.js").Words} title
 * @param {...import("../element.js").Child} content
 */
function folded(title, ...content) {
  return element("details", {}, element("summary", {}, say(title)), ...content);
}

/** @param {Security} security */
function recovery({ recovery }) {
  const send = async (/** @type {Values} */ values) => {
    const made = await post("/api/me/recovery", values);
    section.replaceWith(shownOnce(made.recovery, arrive));
  };
  const section = card(
    words.recoveryCode,
    element("p", {}, say(recovery ? words.recoveryThere : words.recoveryMissing)),
    folded(words.newRecovery, form(words.newRecovery, [PASSWORD, CODE], send)),
  );
  return section;
}

/** @param {Security} security */
function secondFactor({ second_factor }) {
  const off = async (/** @type {Values} */ values) => {
    await post("/api/me/second-factor/remove", values);
    await arrive();
  };
  const on = async (/** @type {Values} */ values) => {
    section.replaceWith(setup(await post("/api/me/second-factor", values)));
  };
  const section = second_factor
    ? card(words.secondFactor, element("p", {}, say(words.codesOn)), folded(words.switchOff, form(words.switchOff, [PASSWORD, CODE], off)))
    : card(words.secondFactor, element("p", {}, say(words.secondFactorText)), folded(words.setUp, form(words.setUp, [PASSWORD], on)));
  return section;
}

/** @param {import("../types.js").SecondFactorSetup} made */
function setup({ secret, link, picture }) {
  const confirm = async (/** @type {Values} */ values) => {
    await post("/api/me/second-factor/confirm", values);
    section.replaceWith(card(words.secondFactor, element("p", { role: "status" }, say(words.codesNowOn))));
  };
  const code = element("div", { class: "secret", role: "img", "aria-label": say(words.scanSecret) }, drawing(picture));
  const section = card(
    words.secondFactor,
    element("p", {}, say(words.scanSecret)),
    code,
    element("p", {}, element("a", { href: link, class: "button" }, say(words.openApp))),
    copyField(words.typeSecret, secret),
    form(words.confirmCode, [{ name: "code", label: words.firstCode, autocomplete: "one-time-code", inputmode: "numeric" }], confirm),
  );
  return section;
}

/** @param {Security} security */
function sessions(security) {
  const list = element("ul", { class: "list" });
  const item = (/** @type {Session} */ session) => {
    const name = nameOf(session);
    const end = async () => {
      await remove(`/api/me/sessions/${session.id}`);
      row.remove();
    };
    const times = say(words.sessionTimes(dateText(session.began), dateText(session.used)));
    const about = [times, session.network && say(words.fromNetwork(session.network))].filter(Boolean).join(", ");
    const row = element(
      "li",
      { class: "session" },
      element("span", {}, element("span", { class: "name" }, name), " ", element("small", {}, about)),
      session.own
        ? element("small", {}, say(words.here))
        : element("button", { type: "button", class: "small", "aria-label": say(words.endNamed(name)), onclick: () => attempt(end) }, say(words.end)),
    );
    return row;
  };
  list.append(...security.sessions.map(item));
  const others = async () => {
    await remove("/api/me/sessions");
    await arrive();
  };
  const many = security.sessions.length > 1;
  return card(words.sessions, list, many && element("p", {}, element("button", { type: "button", onclick: () => attempt(others) }, say(words.endOthers))));
}

/** @param {Session} session */
function nameOf({ browser, system }) {
  if (browser && system) return say(words.browserOn(browser, system));
  return browser ?? system ?? say(words.someProgram);
}

function password() {
  const send = async (/** @type {Values} */ values) => {
    belongsTo(await post("/api/me/password", values));
    return say(words.passwordChanged);
  };
  const fields = [
    { name: "old", label: words.oldPassword, type: "password", autocomplete: "current-password" },
    { name: "new", label: words.newPassword, type: "password", autocomplete: "new-password" },
  ];
  return card(words.changePassword, folded(words.changePassword, form(words.changePassword, fields, send)));
}

function deletion() {
  const send = async (/** @type {Values} */ values) => {
    await remove("/api/me", values);
    belongsTo(null);
    await go("/");
  };
  return card(words.deleteAccount, element("p", {}, say(words.deleteText)), folded(words.deleteAccount, form(words.deleteAccount, [PASSWORD, CODE], send)));
}
