/** @typedef {import("../types.js").Challenge} Challenge */
/** @typedef {import("../types.js").GameSummary} GameSummary */
import { catalogue, get, post } from "../api.js";
import { connection } from "../connection.js";
import { element } from "../element.js";
import { gameList, smallBoard } from "../games.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { becomeSomebody } from "../person.js";
import { go, here } from "../router.js";
import { seatElement } from "../seat.js";
import { clockName, setupName } from "../setup.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, signal }) {
  const [known, live] = await Promise.all([catalogue(), /** @type {Promise<GameSummary[]>} */ (get("/api/games", { status: "live" }))]);
  const title = say(here() === "watch" ? words.watch : words.lobby);
  const open = element("div", { "aria-live": "polite" });
  const show = (/** @type {Challenge[]} */ challenges) =>
    open.replaceChildren(challenges.length > 0 ? list(challenges, known) : element("p", { class: "muted" }, say(words.nobodyWaits)));
  show(await get("/api/lobby"));
  connection.follow({ type: "enter-lobby" }, { type: "leave-lobby" }, (message) => message.type === "lobby" && show(message.challenges), signal);
  const waiting = element("section", {}, element("h2", {}, say(words.waiting)), open);
  const playing = element(
    "section",
    {},
    element("h2", {}, say(words.playedNow)),
    live.length > 0 ? gameList(live, known) : element("p", { class: "muted" }, say(words.nobodyPlays)),
  );
  const parts = here() === "watch" ? [playing, waiting] : [element("p", {}, say(words.lobbyText)), waiting, playing];
  root.append(element("div", { class: "column" }, element("h1", {}, title), parts, element("a", { class: "button", href: "/" }, say(words.newGame))));
  return title;
}

/**
 * @param {Challenge[]} challenges
 * @param {import("../types.js").Catalogue} known
 */
function list(challenges, known) {
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
  return element("ul", { class: "list" }, challenges.map(item));
}
