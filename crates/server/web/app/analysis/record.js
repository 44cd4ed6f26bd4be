/** @typedef {import("../types.js").RecordFrames} RecordFrames */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

/** Tags that say how a game ended: they do not fit a line that was tried out. */
const ENDS = ["Result", "Score", "Termination"];

/**
 * A game with its variations as a record.
 *
 * @param {RecordFrames} game
 * @param {Tree} tree
 */
export function recordText(game, tree) {
  const start = tree.root.view;
  const kept = game.tags.filter(([name]) => !ENDS.includes(name) && name !== "Setup" && name !== "Position");
  /** @type {[string, string][]} */
  const tags = [["Setup", game.setup], ...(start ? [/** @type {[string, string]} */ (["Position", start.position])] : []), ...kept];
  const result = tree.root.rest.at(-1)?.view?.outcome?.result ?? "*";
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${[...written(tree.root, start?.turn === "black" ? 1 : 0), result].join(" ")}\n`;
}

/**
 * What follows a node, with numbers, variations in brackets.
 *
 * @param {Node} from
 * @param {number} shift one where black begins
 * @returns {string[]}
 */
function written(from, shift) {
  const words = [];
  let anew = true;
  const numbered = (/** @type {Node} */ node, /** @type {boolean} */ first) => {
    const half = node.depth - 1 + shift;
    const number = Math.floor(half / 2) + 1;
    return half % 2 === 0 ? `${number}. ${node.move}` : first ? `${number}... ${node.move}` : (node.move ?? "");
  };
  for (let node = from; node.children[0]; node = node.children[0]) {
    const [first, ...others] = node.children;
    if (!first) break;
    words.push(numbered(first, anew));
    anew = others.length > 0;
    for (const other of others) words.push(`(${[numbered(other, true), ...written(other, shift)].join(" ")})`);
  }
  return words;
}
