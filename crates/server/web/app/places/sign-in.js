/** @typedef {Record<string, string>} Values */
import { words } from "../account/words.js";
import { shownOnce } from "../account/recovery.js";
import { post } from "../api.js";
import { element } from "../element.js";
import { form } from "../form.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { belongsTo, me, signOut } from "../person.js";
import { go } from "../router.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root }) {
  const title = say(words.signIn);
  const somebody = me();
  root.append(
    element(
      "div",
      { class: "column" },
      element("h1", {}, title),
      element("p", {}, say(words.signInText)),
      somebody && element("p", {}, say(somebody.guest ? words.youAreGuest(somebody.name) : words.youAre(somebody.name))),
      somebody?.guest === false ? known(somebody.name) : entrances(),
    ),
  );
  return title;
}

/**
 * Who has an account and is signed in can go to it, or leave.
 *
 * @param {string} name
 */
function known(name) {
  const out = async () => {
    await signOut();
    await go("/sign-in");
  };
  return element(
    "p",
    { class: "row" },
    element("a", { class: "button", href: `/person/${encodeURIComponent(name)}` }, name),
    element("button", { type: "button", onclick: () => attempt(out) }, say(words.signOut)),
  );
}

function entrances() {
  const enter = async (/** @type {Values} */ values) => {
    belongsTo(await post("/api/login", values));
    await go("/");
  };
  // The code is seen before anything else goes on.
  const make = (/** @type {string} */ path) => async (/** @type {Values} */ values) => {
    const { recovery, ...somebody } = await post(path, values);
    belongsTo(somebody);
    both.replaceWith(shownOnce(recovery, () => go("/")));
  };
  const name = { name: "name", label: words.name, autocomplete: "username" };
  const password = (/** @type {string} */ autocomplete) => ({ name: "password", label: words.password, type: "password", autocomplete });
  /** @type {import("../form.js").Field} */
  const code = { name: "code", label: words.code, autocomplete: "one-time-code", inputmode: "numeric", when: "second-factor" };
  const recovery = { name: "recovery", label: words.recoveryCode };
  const fresh = { ...password("new-password"), label: words.newPassword };
  const hint = element("p", { class: "muted" }, say(words.newAccountText));
  const help = element("p", { class: "muted" }, say(words.recoverText));
  const both = element(
    "div",
    { class: "two" },
    element(
      "section",
      { class: "card" },
      element("h2", {}, say(words.signIn)),
      form(words.signIn, [name, password("current-password"), code], enter),
      element("details", {}, element("summary", {}, say(words.forgotten)), form(words.recover, [name, recovery, fresh], make("/api/recover"), help)),
    ),
    element(
      "section",
      { class: "card" },
      element("h2", {}, say(words.newAccount)),
      form(words.newAccount, [name, password("new-password")], make("/api/account"), hint),
    ),
  );
  return both;
}
