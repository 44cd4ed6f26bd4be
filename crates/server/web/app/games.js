/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").GameSummary} GameSummary */
import { remember, told } from "./address.js";
import { get, stageOf } from "./api.js";
import { miniature } from "./board/miniature.js";
import { element } from "./element.js";
import { language, say } from "./language.js";
import { attempt } from "./notice.js";
import { seatName } from "./seat.js";
import { clockName, setupName } from "./setup.js";
import { words } from "./words.js";

/** @param {number} moment milliseconds since 1970 */
export function dateText(moment) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(moment);
}

/**
 * How a game stands, from the side of who looks where they play in it.
 *
 * @param {GameSummary} game
 * @returns {{ text: import("./types.js").Words, kind: "won" | "lost" | "drawn" | "turn" | "other" }}
 */
function standing({ status, outcome, you, turn }) {
  if (status === "open") return { text: words.openGame, kind: "other" };
  if (status === "live") {
    if (!you || !turn) return { text: words.unfinished, kind: "other" };
    return you === turn ? { text: words.turnIsYours, kind: "turn" } : { text: words.turnIsTheirs, kind: "other" };
  }
  if (!outcome) return { text: words.calledOff, kind: "other" };
  if (!outcome.winner) return { text: words.gameDrawn, kind: "drawn" };
  if (!you) return { text: words.sideWins[outcome.winner], kind: "other" };
  return outcome.winner === you ? { text: words.gameWon, kind: "won" } : { text: words.gameLost, kind: "lost" };
}

/**
 * A small board that appears as soon as it is known how the setup looks.
 *
 * @param {string} setup
 * @param {import("./types.js").Miniature} [shown] what stands on it; nothing: the empty board
 */
export function smallBoard(setup, shown = { pieces: [] }) {
  const box = element("span", { class: "small-board" });
  stageOf(setup).then(
    (stage) => box.append(miniature(stage, shown)),
    // A list without a picture is still a list.
    () => {},
  );
  return box;
}

/**
 * Games as a list of ways to them, each with its board.
 *
 * @param {GameSummary[]} games
 * @param {Catalogue} known
 */
export function gameList(games, known) {
  const item = (/** @type {GameSummary} */ game) => {
    const { white, black } = game.players;
    const names = say(words.versus(seatName(white, "white", game.setup), seatName(black, "black", game.setup)));
    const about = [say(setupName(game.setup, known)), say(clockName(game.clock)), dateText(game.created), game.rated && say(words.rated)].filter(Boolean).join(" · ");
    const { text, kind } = standing(game);
    const points = game.status === "over" && game.points && say(words.pointsOf(game.points.white, game.points.black));
    return element(
      "li",
      {},
      element(
        "a",
        { href: `/game/${game.id}` },
        smallBoard(game.setup, game.miniature),
        element("span", { class: "names" }, names),
        element("span", { class: "about" }, about, game.rating_mark && element("small", { class: "mark" }, say(game.rating_mark.text))),
        element("span", { class: `state ${kind}` }, say(text), points && element("small", {}, points)),
      ),
    );
  };
  return element("ul", { class: "list games" }, games.map(item));
}

/** Games the server lists at once, and how often it is asked before anything is shown. */
const PAGE = 50;
const MOST_PAGES = 20;

/**
 * The games that are asked for, more of them on demand; how many were asked for is kept in the address.
 *
 * @param {Record<string, string | undefined>} query as the server takes it
 * @param {Catalogue} known
 * @param {import("./types.js").Words} nothing what is said where there are none
 */
export async function gamePages(query, known, nothing) {
  const box = element("div");
  /** @type {GameSummary[]} */
  let last = [];
  let shown = 0;
  const older = element("button", { type: "button" }, say(words.olderGames));
  const more = async () => {
    last = await get("/api/games", { ...query, before: last.at(-1)?.id });
    shown += 1;
    if (last.length > 0) older.before(gameList(last, known));
    older.hidden = last.length < PAGE;
  };
  older.addEventListener("click", () =>
    attempt(async () => {
      await more();
      remember({ pages: String(shown) });
    }));
  box.append(older);
  const wanted = Math.min(MOST_PAGES, Number(told("pages")) || 1);
  do await more();
  while (shown < wanted && !older.hidden);
  if (shown === 1 && last.length === 0) box.prepend(element("p", { class: "muted" }, say(nothing)));
  return box;
}

/**
 * The games of somebody, to be narrowed by what they are about.
 *
 * @param {Record<string, string | undefined>} query as the server takes it
 * @param {Catalogue} known
 */
export async function gamesOf(query, known) {
  const { byFamily, byOpponent, byRating, byResult, chosen, filterBar, isStillChosen } = await import("./filters.js");
  const filters = [byFamily(known), byResult, byOpponent, byRating];
  const box = element("div");
  const look = async () => {
    const wanted = chosen(filters);
    const narrowed = Object.values(wanted).some(Boolean);
    const games = await gamePages({ ...query, ...wanted }, known, narrowed ? words.nothingFits : words.noGames);
    if (isStillChosen(filters, wanted)) box.replaceChildren(games);
  };
  await look();
  return [filterBar(filters, look), box];
}
