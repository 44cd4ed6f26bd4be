/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").GameSummary} GameSummary */
import { get } from "./api.js";
import { element } from "./element.js";
import { language, say } from "./language.js";
import { seatName } from "./seat.js";
import { clockName, setupName } from "./setup.js";
import { words } from "./words.js";

/** @param {number} moment milliseconds since 1970 */
export function dateText(moment) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(moment);
}

/** @param {GameSummary} game */
function state({ status, outcome }) {
  if (status === "open") return say(words.openGame);
  if (status === "live") return say(words.unfinished);
  if (!outcome) return say(words.calledOff);
  return outcome.winner ? say(words.sideWins[outcome.winner]) : say(words.draw);
}

/**
 * Games as a list of ways to them.
 *
 * @param {GameSummary[]} games
 * @param {Catalogue} known
 */
export function gameList(games, known) {
  const item = (/** @type {GameSummary} */ game) => {
    const { white, black } = game.players;
    const names = say(words.versus(seatName(white), seatName(black)));
    const about = [say(setupName(game.setup, known)), say(clockName(game.clock)), dateText(game.created)].join(" · ");
    return element(
      "li",
      {},
      element(
        "a",
        { href: `/game/${game.id}` },
        element("span", { class: "names" }, names),
        element("span", { class: "about" }, about),
        element("span", { class: "state" }, state(game)),
      ),
    );
  };
  return element("ul", { class: "list" }, games.map(item));
}

/** Games the server lists at once. */
const PAGE = 50;

/**
 * The games of somebody, more of them on demand.
 *
 * @param {string} player
 * @param {Catalogue} known
 */
export async function gamePages(player, known) {
  const box = element("div");
  const more = async (/** @type {string | undefined} */ before) => {
    /** @type {GameSummary[]} */
    const games = await get("/api/games", { player, before });
    if (games.length > 0) box.append(gameList(games, known));
    else if (!before) box.append(element("p", { class: "muted" }, say(words.noGames)));
    if (games.length < PAGE) return;
    const older = element("button", { type: "button" }, say(words.olderGames));
    older.addEventListener("click", () => {
      older.remove();
      more(games.at(-1)?.id);
    });
    box.append(older);
  };
  await more(undefined);
  return box;
}
