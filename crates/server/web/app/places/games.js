/** @typedef {import("../types.js").GameSummary} GameSummary */
import { catalogue } from "../api.js";
import { element } from "../element.js";
import { gamePages } from "../games.js";
import { say } from "../language.js";
import { me } from "../person.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root }) {
  const title = say(words.myGames);
  const known = await catalogue();
  const games = me() ? await gamePages("me", known) : element("p", { class: "muted" }, say(words.noGames));
  root.append(element("div", { class: "column" }, element("h1", {}, title), games));
  return title;
}
