/** @typedef {import("./asker.js").Known} Known */
/** @typedef {import("../types.js").Problem} Problem */
import { element } from "../element.js";
import { say } from "../language.js";
import { words } from "./words.js";
import { valueText } from "./value.js";

/** Moves of a best line that are shown. */
const LINE = 8;

/** What each move is worth, and how much of that is known. */
export class Values {
  /** @param {{ follow: (moves: string[]) => void, deeper: () => void, point: (move: string | null) => void }} listener */
  constructor(listener) {
    this.listener = listener;
    this.state = element("span", { class: "muted state" });
    this.more = element("button", { type: "button", class: "small", onclick: () => listener.deeper() }, say(words.deeper));
    this.notes = element("div");
    this.list = element("ol", { class: "judged" });
    this.scroll = element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say(words.values) }, this.list);
    this.element = element(
      "section",
      { class: "values", "aria-label": say(words.values) },
      element("div", { class: "caption" }, element("h2", {}, say(words.values)), this.state, this.more),
      this.notes,
      this.scroll,
    );
  }

  /** Nothing is known yet. @param {number} [ahead] questions that are answered first */
  wait(ahead = 0) {
    this.element.hidden = false;
    this.more.hidden = true;
    this.state.textContent = say(ahead > 0 ? words.queued(ahead) : words.thinking);
    this.list.replaceChildren();
  }

  /** There is nothing to know: the game is over. */
  clear() {
    this.element.hidden = true;
    this.list.replaceChildren();
  }

  /** @param {Problem} problem */
  refuse(problem) {
    this.state.textContent = say(problem.text);
  }

  /** @param {Known} known */
  show({ value, depth, done }) {
    this.element.hidden = false;
    this.state.textContent = say(depth === undefined ? words.allExact : done ? words.lookedAhead(depth) : words.lookingAhead(depth));
    this.more.hidden = !done || depth === undefined;
    this.notes.replaceChildren(...(value.notes ?? []).map((note) => element("p", { class: "muted" }, say(note))));
    const best = value.moves[0]?.value.hundredths;
    const focused = document.activeElement instanceof HTMLElement && this.list.contains(document.activeElement) ? document.activeElement.dataset.steps : null;
    this.list.replaceChildren(
      ...value.moves.map(({ move, value: worth, line, limit_first }) => {
        const follow = line.slice(0, LINE);
        return element(
          "li",
          { class: worth.hundredths === best ? "best" : null, onpointerenter: () => this.listener.point(move), onpointerleave: () => this.listener.point(null) },
          this.#step("move", move, [move]),
          element("span", { class: "told" }, valueText(worth), " ", element("small", {}, say(worth.exact ? words.exact : words.guess), limit_first && ` · ${say(words.limitFirst)}`)),
          follow.length > 0 && this.#step("follow", follow.join(" "), [move, ...follow]),
        );
      }),
    );
    const again = focused && this.list.querySelector(`[data-steps="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {"move" | "follow"} kind @param {string} text @param {string[]} moves */
  #step(kind, text, moves) {
    return element(
      "button",
      {
        type: "button",
        class: kind,
        title: kind === "follow" ? say(words.bestLine) : null,
        "data-steps": moves.join(" "),
        onclick: () => this.listener.follow(moves),
        onfocus: () => this.listener.point(moves[0] ?? null),
        onblur: () => this.listener.point(null),
      },
      kind === "follow" && element("span", { class: "hidden" }, `${say(words.bestLine)} `),
      text,
    );
  }
}
