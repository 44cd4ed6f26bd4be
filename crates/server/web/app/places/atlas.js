/** @typedef {import("../types.js").AtlasBoard} AtlasBoard */
/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {import("../types.js").Words} Words */
import { remember } from "../address.js";
import { Refusal, catalogue, lasting, stageOf } from "../api.js";
import { Board } from "../board/board.js";
import { element, shape } from "../element.js";
import { language, say } from "../language.js";
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
  return all(root, boards, known, query);
}

/** In which order boards are shown; by name where nothing else is asked for. */
const ORDERS = /** @type {const} */ ({
  name: { text: words.byName, key: undefined },
  white: { text: words.bestForWhite, key: (/** @type {AtlasBoard} */ board, /** @type {string} */ opening) => -valueOf(board, opening) },
  black: { text: words.bestForBlack, key: (/** @type {AtlasBoard} */ board, /** @type {string} */ opening) => valueOf(board, opening) },
  lines: { text: words.mostLines, key: (/** @type {AtlasBoard} */ board) => -board.lines },
});

/**
 * @param {HTMLElement} root
 * @param {AtlasBoard[]} boards
 * @param {Catalogue} known
 * @param {URLSearchParams} query
 */
function all(root, boards, known, query) {
  const title = say(words.atlasTitle);
  const grid = element("ul", { class: "atlas" });
  const count = element("p", { class: "muted", role: "status" });
  const openings = openingsOf(known).map(({ word, name }) => /** @type {[string, string]} */ ([word, say(name)]));
  const chosen = {
    opening: query.get("opening") ?? "edge",
    result: query.get("result") ?? "",
    sort: query.get("sort") ?? "name",
    find: query.get("find") ?? "",
  };
  const collator = new Intl.Collator(language(), { numeric: true });
  const byName = (/** @type {AtlasBoard} */ one, /** @type {AtlasBoard} */ other) => collator.compare(say(one.name), say(other.name));
  const show = () => {
    const { opening, result, sort, find } = chosen;
    const sought = plain(find.trim());
    const fits = (/** @type {AtlasBoard} */ board) =>
      isResult(valueOf(board, opening), result) && [say(board.name), board.board].some((text) => plain(text).includes(sought));
    const key = ORDERS[/** @type {keyof typeof ORDERS} */ (sort)]?.key;
    const shown = boards.filter(fits).sort((one, other) => (key ? key(one, opening) - key(other, opening) : 0) || byName(one, other));
    count.textContent = say(words.boardsShown(shown.length));
    grid.replaceChildren(...shown.map((board) => card(board, opening)));
  };
  const take = (/** @type {Partial<typeof chosen>} */ change) => {
    Object.assign(chosen, change);
    const { opening, result, sort, find } = chosen;
    remember({ opening: opening === "edge" ? undefined : opening, result: result || undefined, sort: sort === "name" ? undefined : sort, find: find || undefined });
    show();
  };
  const results = element("div", { class: "contents" });
  const fillResults = () => results.replaceChildren(select(words.result, resultsOf(boards, chosen.opening), chosen.result, (result) => take({ result })));
  const orders = Object.entries(ORDERS).map(([word, { text }]) => /** @type {[string, string]} */ ([word, say(text)]));
  const find = element("input", { type: "search", value: chosen.find, oninput: () => take({ find: find.value }) });
  fillResults();
  show();
  root.append(
    element("h1", {}, title),
    element("p", { class: "lead" }, say(words.atlasText(boards.length))),
    element(
      "div",
      { class: "fields compact" },
      select(words.opening, openings, chosen.opening, (opening) => {
        take({ opening });
        fillResults();
      }),
      results,
      select(words.order, orders, chosen.sort, (sort) => take({ sort })),
      element("label", { class: "field" }, element("span", {}, say(words.boardName)), find),
    ),
    count,
    grid,
  );
  return title;
}

/**
 * A text to be found however it is written.
 *
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
}

/**
 * Results to choose from, with how many boards have each.
 *
 * @param {AtlasBoard[]} boards
 * @param {string} opening
 * @returns {[string, string][]}
 */
function resultsOf(boards, opening) {
  const values = boards.map((board) => valueOf(board, opening));
  const counted = (/** @type {string} */ result, /** @type {Words} */ text) => {
    const count = values.filter((value) => isResult(value, result)).length;
    return /** @type {[string, string]} */ ([result, `${say(text)} (${count})`]);
  };
  const exact = (/** @type {number} */ sign) => {
    const margins = [...new Set(values.filter((value) => Math.sign(value) === sign).map(Math.abs))].sort((one, other) => one - other);
    return margins.map((by) => counted(`${sign > 0 ? "white" : "black"}-${by}`, sign > 0 ? words.firstWins(by) : words.secondWins(by)));
  };
  return [
    counted("", words.allResults),
    counted("white", words.sideWins.white),
    ...exact(1),
    counted("draw", words.gameDrawn),
    counted("black", words.sideWins.black),
    ...exact(-1),
  ];
}

/**
 * Whether a value is the result that is asked for: `white`, `draw`, `black-2`, or any.
 *
 * @param {number} value
 * @param {string} result
 */
function isResult(value, result) {
  const [who, by] = result.split("-");
  const sign = /** @type {Record<string, number>} */ ({ white: 1, draw: 0, black: -1 })[who ?? ""];
  return sign === undefined || (Math.sign(value) === sign && (by === undefined || Math.abs(value) === Number(by)));
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

/** What a result is drawn on: round, square, or standing on its corner. */
const STONES = {
  first: "M16 2a14 14 0 1 1 0 28 14 14 0 0 1 0-28z",
  second: "M4 4h24v24H4z",
  even: "M16 1 31 16 16 31 1 16z",
};

/**
 * Who wins and by how much: a white round stone, a black square one, or an open lozenge, each with
 * its sign, and the same in words.
 *
 * @param {number} value
 */
function badge(value) {
  /** @type {["first" | "second" | "even", Words]} */
  const [kind, text] = value > 0 ? ["first", words.firstWins(value)] : value < 0 ? ["second", words.secondWins(-value)] : ["even", words.gameDrawn];
  const sign = value === 0 ? "=" : `+${Math.abs(value)}`;
  return element(
    "span",
    { class: `worth ${kind}` },
    shape("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, shape("path", { d: STONES[kind] }), shape("text", { x: 16, y: 21.5 }, sign)),
    element("span", {}, say(text)),
  );
}

/** @param {AtlasBoard} entry @param {string} opening */
function card(entry, opening) {
  const { board, name } = entry;
  const parts = [thumbnail(board), element("strong", {}, say(name)), badge(valueOf(entry, opening))];
  return element("li", {}, element("a", { href: `/atlas/${board}${location.search}` }, parts));
}

/**
 * @param {HTMLElement} root
 * @param {AtlasBoard} entry
 * @param {Catalogue} known
 */
async function one(root, entry, known) {
  const title = say(entry.name);
  const setup = withKeys(GAME, { board: entry.board });
  const board = new Board(await stageOf(setup), title, null);
  const name = (/** @type {string} */ word) => openingsOf(known).find((opening) => opening.word === word)?.name;
  const rows = entry.openings.map(({ opening, value, moves }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, say(name(opening) ?? words.opening)),
      element("td", {}, badge(value)),
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
        // What was chosen in the atlas is still chosen there.
        element("p", {}, element("a", { class: "button", href: `/atlas${location.search}` }, say(words.allBoards))),
        element("h1", {}, title),
        element("p", { class: "muted" }, `${say(words.linesOf(entry.lines))} · ${say(words.shownBoard(entry.board))}`),
        element("div", { class: "wide" }, element("table", { class: "facts" }, element("tbody", {}, rows))),
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
