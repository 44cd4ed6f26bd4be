/** @typedef {import("../types.js").AtlasBoard} AtlasBoard */
/** @typedef {import("../types.js").Catalogue} Catalogue */
import { Refusal, catalogue, lasting, stageOf } from "../api.js";
import { Board } from "../board/board.js";
import { element } from "../element.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { withKeys } from "../setup.js";
import { thumbnail } from "../tiles.js";
import { begin, keep, select } from "../wish.js";
import { words } from "../words.js";

/** The game whose boards the atlas shows. */
const GAME = "mijnlieff";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, path, query }) {
  const [boards, known] = await Promise.all([/** @type {Promise<AtlasBoard[]>} */ (lasting("/api/atlas")), catalogue()]);
  const entry = boards.find(({ board }) => board === path.join("/"));
  if (entry) return one(root, entry, known);
  if (path.some(Boolean)) throw new Refusal({ code: "not-found", text: words.nothingHere });
  const title = say(words.atlasTitle);
  const grid = element("ul", { class: "atlas" });
  const count = element("p", { class: "muted", role: "status" });
  let opening = query.get("opening") ?? "edge";
  let result = "";
  const show = () => {
    const shown = boards.filter((board) => result === "" || String(Math.sign(valueOf(board, opening))) === result);
    count.textContent = say(words.boardsShown(shown.length));
    grid.replaceChildren(...shown.map((board) => card(board, opening)));
  };
  const openings = openingsOf(known).map(({ word, name }) => /** @type {[string, string]} */ ([word, say(name)]));
  const results = /** @type {[string, string][]} */ ([
    ["", say(words.allResults)],
    ["1", say(words.sideWins.white)],
    ["0", say(words.draw)],
    ["-1", say(words.sideWins.black)],
  ]);
  show();
  root.append(
    element("h1", {}, title),
    element("p", { class: "lead" }, say(words.atlasText(boards.length))),
    element(
      "div",
      { class: "fields" },
      select(words.opening, openings, opening, (value) => {
        opening = value;
        show();
      }),
      select(words.result, results, result, (value) => {
        result = value;
        show();
      }),
    ),
    count,
    grid,
  );
  return title;
}

/**
 * How the game of the atlas may be opened.
 *
 * @param {Catalogue} known
 */
function openingsOf(known) {
  return known.games.find(({ setup }) => setup === GAME)?.openings ?? [];
}

/** @param {AtlasBoard} board @param {string} opening */
function valueOf({ openings }, opening) {
  return openings.find((known) => known.opening === opening)?.value ?? 0;
}

/** @param {number} value */
function valueText(value) {
  if (value === 0) return say(words.draw);
  return say(value > 0 ? words.firstWins(value) : words.secondWins(-value));
}

/** @param {AtlasBoard} entry @param {string} opening */
function card(entry, opening) {
  const value = valueOf(entry, opening);
  const kind = value > 0 ? "first" : value < 0 ? "second" : "even";
  return element(
    "li",
    {},
    element("a", { href: `/atlas/${entry.board}` }, thumbnail(entry.board), element("span", { class: `worth ${kind}` }, valueText(value)), element("span", { class: "hidden" }, ` ${entry.board}`)),
  );
}

/**
 * @param {HTMLElement} root
 * @param {AtlasBoard} entry
 * @param {Catalogue} known
 */
async function one(root, entry, known) {
  const title = say(words.shownBoard(entry.board));
  const setup = withKeys(GAME, { board: entry.board });
  const board = new Board(await stageOf(setup), title, null);
  const name = (/** @type {string} */ word) => openingsOf(known).find((opening) => opening.word === word)?.name;
  const rows = entry.openings.map(({ opening, value, moves }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, say(name(opening) ?? words.opening)),
      element("td", {}, valueText(value)),
      element("td", {}, say(words.bestMoves(moves))),
    ));
  const play = () => {
    keep({ base: GAME, board: `board=${entry.board}` });
    return begin("computer");
  };
  root.append(
    element(
      "div",
      { class: "beside" },
      board.element,
      element(
        "div",
        {},
        element("p", {}, element("a", { href: "/atlas" }, say(words.atlas))),
        element("h1", {}, title),
        element("p", { class: "muted" }, say(words.linesOf(entry.lines))),
        element("table", { class: "facts" }, element("tbody", {}, rows)),
        element(
          "div",
          { class: "row" },
          element("button", { type: "button", class: "main", onclick: () => attempt(play) }, say(words.playBoard)),
          element("a", { class: "button", href: `/analysis?setup=${encodeURIComponent(setup)}` }, say(words.analyseBoard)),
          element("a", { class: "button", href: `/editor?board=${entry.board}` }, say(words.editBoard)),
        ),
      ),
    ),
  );
  return title;
}
