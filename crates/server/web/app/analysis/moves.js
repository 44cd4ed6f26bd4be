/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */
import { element } from "../element.js";
import { say } from "../language.js";
import { words } from "./words.js";

/** The moves with their variations; a touch goes there. */
export class MoveTree {
  /** @type {Node | null} */
  #shown = null;
  #blackFirst = false;

  /**
   * @param {{ look: (node: Node) => void, note: (node: Node) => { mark: string, text: string } | null,
   *   promote: (node: Node) => void, remove: (node: Node) => void }} listener
   */
  constructor(listener) {
    this.listener = listener;
    this.list = element("div", { class: "moves tree" });
    this.scroll = element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say(words.moves) }, this.list);
    this.promote = element("button", { type: "button", class: "small", onclick: () => this.#shown && listener.promote(this.#shown) }, say(words.promoteLine));
    this.remove = element("button", { type: "button", class: "small", onclick: () => this.#shown && listener.remove(this.#shown) }, say(words.removeLine));
    this.tools = element("div", { class: "row tools" }, this.promote, this.remove);
    this.element = element("section", { class: "movebox", "aria-label": say(words.moves) }, this.scroll, this.tools);
  }

  /** @param {Tree} tree @param {Node} shown */
  show(tree, shown) {
    this.#shown = shown;
    this.#blackFirst = tree.root.view?.turn === "black";
    const written = this.#line(tree.root);
    this.list.replaceChildren(...(written.length ? written : [element("p", { class: "muted" }, say(words.noMoves))]));
    this.promote.hidden = shown.isMain;
    this.remove.hidden = !shown.parent;
    const current = this.list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) this.#reveal(current);
    else this.scroll.scrollTo({ top: 0 });
  }

  /**
   * What follows a node: its main line, with the variations where they leave it.
   *
   * @param {Node} from
   * @returns {HTMLElement[]}
   */
  #line(from) {
    const written = [];
    let anew = true;
    for (let node = from; node.children[0]; node = node.children[0]) {
      const [first, ...others] = node.children;
      if (!first) break;
      written.push(...this.#move(first, anew));
      anew = others.length > 0;
      for (const other of others) {
        written.push(element("div", { class: "variation", role: "group", "aria-label": say(words.variation) }, this.#move(other, true), this.#line(other)));
      }
    }
    return written;
  }

  /** @param {Node} node @param {boolean} anew whether its number is said in any case */
  #move(node, anew) {
    const half = node.depth - 1 + (this.#blackFirst ? 1 : 0);
    const number = `${Math.floor(half / 2) + 1}${half % 2 === 0 ? "." : "…"}`;
    const note = this.listener.note(node);
    const move = element(
      "button",
      {
        type: "button",
        class: note ? "move noted" : "move",
        "aria-current": node === this.#shown ? "step" : null,
        title: note?.text,
        onclick: () => this.listener.look(node),
      },
      node.move,
      note && element("span", { class: "mark" }, note.mark),
    );
    return half % 2 === 0 || anew ? [element("span", { class: "number" }, number), move] : [move];
  }

  /** @param {HTMLElement} move */
  #reveal(move) {
    const box = this.scroll;
    const top = move.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + move.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTo({ top: top - box.clientHeight / 2 });
  }
}
