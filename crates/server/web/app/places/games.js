import { catalogue } from "../api.js";
import { element } from "../element.js";
import { gamesOf } from "../games.js";
import { say } from "../language.js";
import { me } from "../person.js";
import { words } from "../words.js";

/** Which games can be asked for. */
const FILTERS = /** @type {const} */ ([
  ["", words.allGames],
  ["live", words.liveGames],
  ["over", words.overGames],
]);

/** @param {import("../router.js").Visit} visit */
export async function open({ root, query }) {
  const title = say(words.myGames);
  if (!me()) {
    root.append(element("div", { class: "column" }, element("h1", {}, title), element("p", { class: "muted" }, say(words.noGames))));
    return title;
  }
  const known = await catalogue();
  const [status] = FILTERS.find(([status]) => status === query.get("status")) ?? FILTERS[0];
  const ways = FILTERS.map(([value, name]) => {
    const at = value === status;
    return element("a", { class: at ? "button main" : "button", href: value ? `/games?status=${value}` : "/games", "aria-current": at && "page" }, say(name));
  });
  const games = await gamesOf({ player: "me", status: status || undefined }, known);
  const records = element("a", { class: "button", href: "/api/me/records", download: "merelle.txt" }, say(words.allRecords));
  root.append(
    element("div", { class: "column" }, element("h1", {}, title), element("nav", { class: "row", "aria-label": title }, ways), games, element("p", { class: "row" }, records)),
  );
  return title;
}
