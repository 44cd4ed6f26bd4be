/** @typedef {import("../types.js").GameState} GameState */
import { element, shape } from "../element.js";
import { say } from "../language.js";
import { seatName } from "../seat.js";
import { words } from "../words.js";

/**
 * What is said at the end of a game, and where to go from there.
 *
 * @param {GameState} game
 * @param {(action: import("../types.js").Action) => void} act
 * @param {() => void} share
 */
export function ending(game, act, share) {
  const { status, you, offers, next } = game;
  const aborted = status === "aborted";
  const again = element("a", { class: "button small", href: "/" }, say(words.newGame));
  if (aborted && next) {
    const way = element("a", { class: "button small main", href: `/game/${next}` }, say(words.toGame));
    return element("section", { class: "ending" }, element("p", {}, say(words.paired)), way);
  }
  if (aborted) {
    return element("section", { class: "ending" }, element("h2", {}, say(words.calledOff)), element("p", {}, say(words.calledOffText)), again);
  }
  const waiting = you !== null && offers.rematch === you;
  const asked = you !== null && offers.rematch !== null && !waiting;
  const another = next
    ? element("a", { class: "button small main", href: `/game/${next}` }, say(words.rematch))
    : element(
        "button",
        { type: "button", class: "small main", disabled: waiting, onclick: () => act("rematch") },
        say(asked ? words.acceptRematch : words.rematch),
      );
  const result = resultOf(game);
  return element(
    "section",
    { class: `ending is-${result}`, role: "status" },
    element("h2", {}, sign(result), title(game)),
    ratingChanges(game),
    game.rating_mark && element("p", { class: "mark muted" }, say(game.rating_mark.text)),
    waiting && element("p", { class: "muted" }, say(words.rematchAsked)),
    element("div", { class: "row" }, (you !== null || next) && another, asked && !next && element("button", { type: "button", class: "small", onclick: () => act("decline") }, say(words.decline)), element("a", { class: "button small", href: `/analysis/${game.id}` }, say(words.review)), element("button", { type: "button", class: "small", onclick: share }, say(words.share)), again),
  );
}

/**
 * What a rated game did to the ratings, one's own first.
 *
 * @param {GameState} game
 */
function ratingChanges({ players, rating_changes, rating_mark, you }) {
  const sides = /** @type {import("../types.js").Side[]} */ (you === "black" ? ["black", "white"] : ["white", "black"]);
  const told = sides.flatMap((side) => {
    const change = rating_changes?.[side];
    if (!change || rating_mark?.weight === 0) return [];
    const [before, after] = [Math.round(change.before), Math.round(change.after)];
    return [say(words.ratingChange(seatName(players[side]), before, after))];
  });
  return told.length > 0 && element("p", { class: "ratings" }, told.join(" · "));
}

/**
 * How a game ended for who looks at it.
 *
 * @param {GameState} game
 * @returns {"won" | "lost" | "even" | "seen"}
 */
function resultOf({ view, you, players }) {
  const winner = view.outcome?.winner;
  if (!winner) return "even";
  if (!you || players.white?.kind === "here") return "seen";
  return winner === you ? "won" : "lost";
}

/** What stands before the result: a star, a flag laid down, a balance, a flag. */
const SIGNS = {
  won: "M12 3l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1L12 16.8l-5.4 2.9 1.1-6.1L3.2 9.4l6.1-.8z",
  lost: "M4 20h16M7 20L17 9M17 9l-8-3 2-2 8 3z",
  even: "M5 9h14M5 15h14",
  seen: "M6 21V4h11l-2 4 2 4H6",
};

/** @param {keyof typeof SIGNS} result */
function sign(result) {
  return shape("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, shape("path", { d: SIGNS[result] }));
}

/** @param {GameState} game */
function title({ view, you, players }) {
  const winner = view.outcome?.winner;
  if (!winner) return say(words.draw);
  if (!you || players.white?.kind === "here") return say(words.sideWins[winner]);
  return say(winner === you ? words.youWin : words.youLose);
}
