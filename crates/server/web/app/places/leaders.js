/**
 * @typedef {import("../types.js").Leader} Leader
 * @typedef {import("../types.js").Leaders} Leaders
 */
import { catalogue, get } from "../api.js";
import { element } from "../element.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { ratingText } from "../seat.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, path }) {
  const title = say(words.leaders);
  const { families } = await catalogue();
  const family = families.find(({ word }) => word === path[0]) ?? families[0];
  if (!family) return title;
  const ways = families.map(({ word, name }) => {
    const at = word === family.word;
    return element("a", { class: at ? "button main" : "button", href: `/leaders/${word}`, "aria-current": at && "page" }, say(name));
  });
  const rows = element("tbody");
  const more = element("div");
  const bound = element("p", { class: "muted" });
  const table = element(
    "table",
    { class: "facts leaders" },
    element("caption", { class: "hidden" }, say(family.name)),
    element("thead", {}, element("tr", {}, [words.rank, words.name, words.rating, words.ratedGames].map((name) => element("th", { scope: "col" }, say(name))))),
    rows,
  );
  const load = async () => {
    /** @type {Leaders} */
    const page = await get("/api/leaders", { family: family.word, skip: String(rows.childElementCount) });
    rows.append(...page.leaders.map(row));
    table.hidden = rows.childElementCount === 0;
    bound.textContent = say(table.hidden ? words.noLeaders(page.needs) : words.leadersNeeds(page.needs));
    const next = element("button", { type: "button", onclick: () => attempt(load) }, say(words.moreLeaders));
    more.replaceChildren(...(page.more ? [next] : []));
  };
  await load();
  root.append(element("div", { class: "column" }, element("h1", {}, title), element("nav", { class: "row", "aria-label": say(words.game) }, ways), bound, table, more));
  return title;
}

/** @param {Leader} leader */
function row({ rank, name, rating }) {
  return element(
    "tr",
    {},
    element("td", {}, String(rank)),
    element("th", { scope: "row" }, element("a", { href: `/person/${encodeURIComponent(name)}` }, name)),
    element("td", {}, ratingText(rating)),
    element("td", {}, String(rating.games)),
  );
}
