/** @typedef {import("../types.js").Score} Score */
import { say } from "../language.js";
import { words } from "./words.js";

/**
 * What a value means to who moves, in words.
 *
 * @param {Score} score
 */
export function valueText({ exact, text, hundredths }) {
  const [word, count] = text.split(" ");
  if (word === "win") return say(count ? words.winsIn(count) : words.wins);
  if (word === "loss") return say(count ? words.losesIn(count) : words.loses);
  if (!exact) return say(words.estimated(signed(hundredths)));
  const points = Math.abs(hundredths) / 100;
  if (points === 0) return say(words.evenValue);
  return say(hundredths > 0 ? words.winsBy(points) : words.losesBy(points));
}

/**
 * A value short enough to be written on a place of the board.
 *
 * @param {Score} score
 */
export function valueSign({ exact, text, hundredths }) {
  const [word, count = ""] = text.split(" ");
  if (word === "win") return say(words.winSign(count));
  if (word === "loss") return say(words.lossSign(count));
  if (!exact) return say(words.estimated(signed(hundredths)));
  const points = hundredths / 100;
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "=";
}

/** @param {number} hundredths */
export function signed(hundredths) {
  const text = (Math.abs(hundredths) / 100).toFixed(hundredths % 100 === 0 ? 0 : 1);
  return hundredths > 0 ? `+${text}` : hundredths < 0 ? `−${text}` : text;
}

/**
 * The hundredths white is ahead by.
 *
 * @param {Score} score
 * @param {import("../types.js").Side} turn to whom it is worth that
 */
export const forWhite = ({ hundredths }, turn) => (turn === "white" ? hundredths : -hundredths);
