/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../board/table.js").Table} Table */
import { say } from "../language.js";
import { atOneScreen, seatName } from "../seat.js";
import { setting } from "../settings.js";
import { kindName, words } from "../words.js";

/**
 * What is happening and what one can do, in a sentence or two.
 *
 * @param {GameState} game
 * @param {Table} table
 * @param {{ sent: boolean, past: number | null, busy: number }} state with how many moves the computer looks for first
 */
export function prompt(game, table, { sent, past, busy }) {
  const { view, you, status, players } = game;
  if (past !== null) return say(words.moveOf(past, game.history.length));
  if (status !== "live") return status === "over" ? say(view.sentence) : "";
  if (sent) return say(words.send);
  if (you === view.turn) return touched(table) ?? [answered(game), say(atOneScreen(game) ? view.sentence : (view.yours ?? view.sentence))].filter(Boolean).join(" ");
  if (table.ahead.length > 0) return say(words.keptAhead);
  if (busy > 0) return say(words.computerBusy(busy));
  if (!you) return say(view.sentence);
  return say(words.theirTurn(seatName(players[view.turn], view.turn, game.setup)));
}

/**
 * What the other has just played, for those who do not see it.
 *
 * @param {GameState} game
 */
function answered({ view, history }) {
  const last = history.at(-1);
  const other = view.turn === "white" ? "black" : "white";
  return last && setting().text_mode ? say(words.played(words.sides[other], last)) : null;
}

/**
 * What the turn that was begun still needs.
 *
 * @param {Table} table
 */
export function touched({ choice, closing }) {
  if (choice.captures.length > 0) return say(closing?.sentence ?? words.chooseTake);
  for (const touch of choice.touched) {
    if ("kind" in touch) return say(words.chooseSquare(kindName(touch.kind)));
    if (choice.left.every((turn) => turn.from === touch.place)) return say(words.chooseGoal(touch.place));
    const goal = choice.left.every((turn) => turn.to === touch.place);
    if (goal) return say(choice.kinds.length > 0 ? words.chooseKind(touch.place) : words.chooseSource(touch.place));
  }
  return null;
}
