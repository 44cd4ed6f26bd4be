/** @typedef {import("../types.js").View} View */

/** A place in a game with what may follow: the first child is the main line, the others are variations. */
export class Node {
  /** @type {Node[]} */
  children = [];

  /**
   * @param {Node | null} parent
   * @param {string | null} move what led here
   * @param {View | null} view the board, once it is known
   */
  constructor(parent, move, view) {
    this.parent = parent;
    this.move = move;
    this.view = view;
  }

  /** How many moves led here. */
  get depth() {
    return this.path.length;
  }

  /** The nodes from the first move to this one. @returns {Node[]} */
  get path() {
    const path = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.push(node);
    return path.reverse();
  }

  /** The moves that led here. */
  get moves() {
    return this.path.map(({ move }) => move ?? "");
  }

  /** Those that follow by the main line. @returns {Node[]} */
  get rest() {
    const rest = [];
    for (let node = this.children[0]; node; node = node.children[0]) rest.push(node);
    return rest;
  }

  /** Whether it is on the main line. */
  get isMain() {
    return this.path.every((node) => node.parent?.children[0] === node);
  }
}

/** A game with its variations. */
export class Tree {
  /**
   * @param {View | null} [start] the board at the beginning
   * @param {string[]} [moves] the main line
   */
  constructor(start = null, moves = []) {
    this.root = new Node(null, null, start);
    let node = this.root;
    for (const move of moves) node = this.add(node, move);
  }

  /**
   * The node after a move; a new one unless it is known.
   *
   * @param {Node} node
   * @param {string} move
   * @param {View | null} [view]
   */
  add(node, move, view = null) {
    const known = node.children.find((child) => child.move === move);
    if (known) {
      known.view ??= view;
      return known;
    }
    const made = new Node(node, move, view);
    node.children.push(made);
    return made;
  }

  /** The line through a node: what led there and what follows. @param {Node} node */
  line(node) {
    return [this.root, ...node.path, ...node.rest];
  }

  /**
   * Puts the variation of a node before the others: where it leaves the main line last.
   *
   * @param {Node} node
   */
  promote(node) {
    const leaving = node.path.reverse().find((one) => one.parent?.children[0] !== one);
    const siblings = leaving?.parent?.children;
    if (leaving && siblings) siblings.unshift(...siblings.splice(siblings.indexOf(leaving), 1));
  }

  /** Takes a node away with all that follows. @param {Node} node */
  remove(node) {
    const siblings = node.parent?.children;
    if (siblings) siblings.splice(siblings.indexOf(node), 1);
  }

  /** All moves, variations in brackets after the move they take the place of. */
  get text() {
    return written(this.root).join(" ");
  }

  /**
   * Adds moves that are written so.
   *
   * @param {string} text
   */
  read(text) {
    let node = this.root;
    /** @type {Node[]} */
    const left = [];
    for (const token of text.replace(/[()]/g, " $& ").split(/\s+/).filter(Boolean)) {
      if (token === "(") {
        left.push(node);
        node = node.parent ?? this.root;
      } else if (token === ")") node = left.pop() ?? node;
      else node = this.add(node, token);
    }
  }

  /**
   * Where a node is, as numbers: steps along the first children, then which other child, and so on.
   *
   * @param {Node} node
   */
  where(node) {
    const numbers = [0];
    for (const one of node.path) {
      const index = one.parent?.children.indexOf(one) ?? 0;
      if (index === 0) numbers.push((numbers.pop() ?? 0) + 1);
      else numbers.push(index, 0);
    }
    return numbers.join(".");
  }

  /**
   * The node that is there; the last one on the way where there is none.
   *
   * @param {string} where
   */
  find(where) {
    let node = this.root;
    where.split(".").forEach((text, place) => {
      const number = Number.parseInt(text, 10) || 0;
      if (place % 2 === 1) node = node.children[number] ?? node;
      else for (let step = 0; step < number; step += 1) node = node.children[0] ?? node;
    });
    return node;
  }
}

/**
 * What follows a node, as words.
 *
 * @param {Node} node
 * @returns {string[]}
 */
function written(node) {
  const words = [];
  for (let at = node; at.children[0]; at = at.children[0]) {
    const [first, ...others] = at.children;
    words.push(first?.move ?? "");
    for (const other of others) words.push("(", other.move ?? "", ...written(other), ")");
  }
  return words;
}

/** The moves of the main line alone. @param {string} text */
export function mainLine(text) {
  const tree = new Tree();
  tree.read(text);
  return tree.root.rest.map(({ move }) => move ?? "");
}
