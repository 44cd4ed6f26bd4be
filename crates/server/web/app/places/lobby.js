/** @typedef {import("../types.js").Challenge} Challenge */
/** @typedef {import("../types.js").LobbyFilter} LobbyFilter */
/** @typedef {import("../types.js").LobbyList} LobbyList */
import { catalogue, get, post } from "../api.js";
import { connection } from "../connection.js";
import { element } from "../element.js";
import { byClock, byFamily, byRating, chosen, filterBar, isStillChosen } from "../filters.js";
import { gamePages, smallBoard } from "../games.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { becomeSomebody } from "../person.js";
import { go, here } from "../router.js";
import { seatElement } from "../seat.js";
import { clockName, setupName } from "../setup.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, signal }) {
  const known = await catalogue();
  const title = say(here() === "watch" ? words.watch : words.lobby);
  const filters = [byFamily(known), byClock, byRating];
  const waiting = element("div", { "aria-live": "polite" });
  const playing = element("div");
  let following = new AbortController();
  signal.addEventListener("abort", () => following.abort());
  const show = (/** @type {LobbyList} */ lobby) => waiting.replaceChildren(...list(lobby, known, isNarrowed(chosen(filters))));
  const look = async () => {
    const wanted = chosen(filters);
    const [lobby, games] = await Promise.all([
      get("/api/lobby", wanted),
      gamePages({ status: "live", family: wanted.family, rated: wanted.rated }, known, isNarrowed(wanted) ? words.nothingFits : words.nobodyPlays),
    ]);
    if (signal.aborted || !isStillChosen(filters, wanted)) return;
    show(lobby);
    playing.replaceChildren(games);
    following.abort();
    following = new AbortController();
    connection.follow({ type: "enter-lobby", filter: filterOf(wanted) }, { type: "leave-lobby" }, (message) => message.type === "lobby" && show(message), following.signal);
  };
  await look();
  const sections = [
    element("section", {}, element("h2", {}, say(words.waiting)), waiting),
    element("section", {}, element("h2", {}, say(words.playedNow)), playing),
  ];
  const parts = here() === "watch" ? sections.reverse() : [element("p", {}, say(words.lobbyText)), ...sections];
  root.append(
    element("div", { class: "column" }, element("h1", {}, title), filterBar(filters, look), parts, element("a", { class: "button", href: "/" }, say(words.newGame))),
  );
  return title;
}

/** @param {Record<string, string | undefined>} wanted */
const isNarrowed = (wanted) => Object.values(wanted).some(Boolean);

/**
 * @param {Record<string, string | undefined>} wanted
 * @returns {LobbyFilter}
 */
function filterOf({ family, clock, rated }) {
  return { family, clock: /** @type {LobbyFilter["clock"]} */ (clock), rated: rated === undefined ? undefined : rated === "true" };
}

/**
 * @param {LobbyList} lobby
 * @param {import("../types.js").Catalogue} known
 * @param {boolean} narrowed
 */
function list({ challenges, count }, known, narrowed) {
  if (count === 0) return [element("p", { class: "muted" }, say(narrowed ? words.nothingFits : words.nobodyWaits))];
  const item = (/** @type {Challenge} */ { game, setup, by, clock, rated, yours }) => {
    const withdraw = () => post(`/api/games/${game}/actions`, { ply: 0, action: "abort" });
    const join = async () => {
      await becomeSomebody();
      await post(`/api/games/${game}/join`);
      await go(`/game/${game}`);
    };
    const about = [say(setupName(setup, known)), say(clockName(clock)), rated && say(words.rated)].filter(Boolean).join(" · ");
    return element(
      "li",
      { class: "challenge" },
      smallBoard(setup),
      seatElement(by),
      element("span", { class: "about" }, about),
      yours
        ? element("button", { type: "button", class: "small", onclick: () => attempt(withdraw) }, say(words.withdraw))
        : element("button", { type: "button", class: "main small", onclick: () => attempt(join) }, say(words.join)),
    );
  };
  const some = count > challenges.length && element("p", { class: "muted" }, say(words.someOfMany(challenges.length, count)));
  return [element("ul", { class: "list" }, challenges.map(item)), ...(some ? [some] : [])];
}
