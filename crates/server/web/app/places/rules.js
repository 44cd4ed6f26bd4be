/** @typedef {import("../types.js").View} View */
import { catalogue, get, lasting, stageOf } from "../api.js";
import { Table } from "../board/table.js";
import { element } from "../element.js";
import { Aid } from "../game/aid.js";
import { touched } from "../game/prompt.js";
import { language, say } from "../language.js";
import { attempt } from "../notice.js";
import { withRules } from "../rule-links.js";
import { setupName } from "../setup.js";
import { begin, keep } from "../wish.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, path }) {
  const known = await catalogue();
  const setup = path[0] || (known.games[0]?.setup ?? "");
  const text = await lasting("/api/rules", { setup, lang: language() });
  const tabs = known.games.map((game) =>
    element("a", { href: `/rules/${encodeURIComponent(game.setup)}`, "aria-current": game.setup === setup ? "page" : null }, say(game.name)));
  const play = () => {
    if (known.games.some((game) => game.setup === setup)) keep({ base: setup, board: "", opening: "" });
    return begin("computer", { setup });
  };
  const book = new DOMParser().parseFromString(text, "text/html").querySelector("article");
  if (!book) throw new Error("no rulebook came");
  book.querySelector("nav")?.setAttribute("aria-label", say(words.chapters));
  book.querySelector("nav")?.before(
    element("p", {}, element("button", { type: "button", class: "main", onclick: () => attempt(play) }, say(words.tryGame))),
  );
  for (const figure of book.querySelectorAll("figure")) offer(figure);
  for (const table of book.querySelectorAll("table")) {
    const frame = element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": table.closest("section")?.querySelector("h2")?.textContent });
    table.replaceWith(frame);
    frame.append(table);
  }
  root.append(element("nav", { class: "tabs", "aria-label": say(words.rules) }, tabs), document.adoptNode(book));
  return `${say(words.rules)} · ${say(setupName(setup, known))}`;
}

/**
 * A picture that becomes a board on which its move can be tried.
 *
 * @param {HTMLElement} figure
 */
function offer(figure) {
  const attemptIt = element("button", { type: "button", class: "small" }, say(words.tryDiagram));
  attemptIt.addEventListener("click", () => attempt(() => enliven(figure, attemptIt)));
  figure.append(attemptIt);
}

/**
 * @param {HTMLElement} figure
 * @param {HTMLButtonElement} button which goes back to the beginning from now on
 */
async function enliven(figure, button) {
  const { setup = "", position = "" } = figure.dataset;
  /** @type {[import("../types.js").Stage, View]} */
  const [stage, view] = await Promise.all([stageOf(setup), lasting("/api/position", { setup, position })]);
  /** @type {string[]} */
  let moves = [];
  const sentence = element("p", { "aria-live": "polite" });
  const show = (/** @type {View} */ now, fresh = false) => {
    shown = now;
    table.show(now, "both", { fresh });
    tell();
  };
  let shown = view;
  const tell = () => sentence.replaceChildren(...withRules(aid.said(shown) ?? touched(table) ?? say(shown.sentence), setup));
  const aid = new Aid(setup, { table: () => table, view: () => shown, tell });
  const table = new Table(stage, {
    play: (turn) =>
      attempt(async () => {
        moves = [...moves, turn.move];
        show(await get("/api/position", { setup, position, moves: moves.join(" ") }), true);
      }),
    changed: () => aid.forget(),
    refused: (things) => aid.refused(things),
  });
  const again = element("button", { type: "button", class: "small" }, say(words.resetDiagram));
  again.addEventListener("click", () => {
    moves = [];
    show(view);
  });
  show(view);
  const { white, black } = table.hands;
  figure.querySelector("svg")?.replaceWith(black.element, table.board.element, white.element, sentence);
  button.replaceWith(again);
  again.focus();
}
