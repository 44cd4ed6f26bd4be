/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").RecordFrames} RecordFrames */

/** Tags that say how a game ended: they do not fit a line that was tried out. */
const ENDS = ["Result", "Score", "Termination"];

/**
 * A line of play as a record.
 *
 * @param {RecordFrames} game
 * @param {Frame[]} line
 */
export function recordText(game, line) {
  const start = line[0]?.view;
  const kept = game.tags.filter(([name]) => !ENDS.includes(name) && name !== "Setup" && name !== "Position");
  /** @type {[string, string][]} */
  const tags = [["Setup", game.setup], ...(start ? [/** @type {[string, string]} */ (["Position", start.position])] : []), ...kept];
  const shift = start?.turn === "black" ? 1 : 0;
  const moves = line.slice(1).map(({ move }, index) => {
    const half = index + shift;
    const number = Math.floor(half / 2) + 1;
    return half % 2 === 0 ? `${number}. ${move}` : index === 0 ? `${number}… ${move}` : move;
  });
  const result = line.at(-1)?.view.outcome?.result ?? "*";
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${[...moves, result].join(" ")}\n`;
}
