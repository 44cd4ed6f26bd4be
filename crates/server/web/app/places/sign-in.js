import { post } from "../api.js";
import { element } from "../element.js";
import { form } from "../form.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { belongsTo, me, signOut } from "../person.js";
import { go } from "../router.js";
import { words } from "../words.js";

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
  const enter = (/** @type {string} */ path) => async (/** @type {Record<string, string>} */ values) => {
    belongsTo(await post(path, values));
    await go("/");
  };
  const name = { name: "name", label: words.name, autocomplete: "username" };
  const password = (/** @type {string} */ autocomplete) => ({ name: "password", label: words.password, type: "password", autocomplete });
  const hint = element("p", { class: "muted" }, say(words.newAccountText));
  return element(
    "div",
    { class: "two" },
    element("section", { class: "card" }, element("h2", {}, say(words.signIn)), form(words.signIn, [name, password("current-password")], enter("/api/login"))),
    element(
      "section",
      { class: "card" },
      element("h2", {}, say(words.newAccount)),
      form(words.newAccount, [name, password("new-password")], enter("/api/account"), hint),
    ),
  );
}
