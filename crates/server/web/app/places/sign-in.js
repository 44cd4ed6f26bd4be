import { post } from "../api.js";
import { element } from "../element.js";
import { form } from "../form.js";
import { say } from "../language.js";
import { belongsTo, me } from "../person.js";
import { go } from "../router.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root }) {
  const title = say(words.signIn);
  const somebody = me();
  const enter = (/** @type {string} */ path) => async (/** @type {Record<string, string>} */ values) => {
    belongsTo(await post(path, values));
    await go("/");
  };
  const name = { name: "name", label: words.name, autocomplete: "username" };
  const password = (/** @type {string} */ autocomplete) => ({ name: "password", label: words.password, type: "password", autocomplete });
  const hint = element("p", { class: "muted" }, say(words.newAccountText));
  root.append(
    element(
      "div",
      { class: "column" },
      element("h1", {}, title),
      element("p", {}, say(words.signInText)),
      somebody && element("p", {}, say(somebody.guest ? words.youAreGuest(somebody.name) : words.youAre(somebody.name))),
      element(
        "div",
        { class: "two" },
        element("section", { class: "card" }, element("h2", {}, title), form(words.signIn, [name, password("current-password")], enter("/api/login"))),
        element(
          "section",
          { class: "card" },
          element("h2", {}, say(words.newAccount)),
          form(words.newAccount, [name, password("new-password")], enter("/api/account"), hint),
        ),
      ),
    ),
  );
  return title;
}
