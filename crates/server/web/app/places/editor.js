/** @typedef {import("../tiles.js").Tile} Tile */
import { remember } from "../address.js";
import { Refusal, catalogue, stageOf } from "../api.js";
import { Board } from "../board/board.js";
import { element } from "../element.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { SIDE, readTiles, writeTiles } from "../tiles.js";
import { withRules } from "../rule-links.js";
import { withKeys } from "../setup.js";
import { begin, keep } from "../wish.js";
import { words } from "../words.js";

/** The game whose boards are laid here. */
const GAME = "mijnlieff";

/**
 * How many squares the ground has on which tiles are laid.
 *
 * @typedef {{ columns: number, rows: number }} Size
 */

/** The least ground, and what more of it is added at once. */
const LEAST = { columns: 12, rows: 10 };
const MORE = 2;

/** The widest and the highest ground. */
const MOST = 40;

/** @param {import("../router.js").Visit} visit */
export async function open({ root, query, signal }) {
  const title = say(words.editor);
  const { games } = await catalogue();
  const boards = games.find(({ setup }) => setup === GAME)?.boards ?? [];
  const editor = new Editor(boards, query);
  root.append(element("h1", {}, title), element("p", {}, say(words.editorText)), editor.element);
  const back = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    editor.undo();
  };
  addEventListener("keydown", back, { signal });
  await editor.changed();
  return title;
}

/**
 * Ground with room around tiles.
 *
 * @param {Tile[]} tiles
 * @returns {Size}
 */
function around(tiles) {
  const across = (/** @type {number[]} */ places, /** @type {number} */ least) =>
    Math.min(MOST, Math.max(least, Math.max(0, ...places) + SIDE - Math.min(...places) + 2 * MORE));
  return { columns: across(tiles.map(({ column }) => column), LEAST.columns), rows: across(tiles.map(({ row }) => row), LEAST.rows) };
}

/**
 * Tiles in the middle of the ground.
 *
 * @param {Tile[]} tiles
 * @param {Size} size
 */
function centred(tiles, { columns, rows }) {
  const shift = (/** @type {number[]} */ places, /** @type {number} */ room) => {
    const least = Math.min(...places);
    const size = Math.max(...places) + SIDE - least;
    return Math.max(0, Math.floor((room - size) / 2)) - least;
  };
  const right = shift(tiles.map(({ column }) => column), columns);
  const up = shift(tiles.map(({ row }) => row), rows);
  return tiles.map(({ column, row }) => ({ column: column + right, row: row + up }));
}

/**
 * What the address says lies where: `tiles` as they lie on a ground of some `size`, or a `board` to be
 * laid in the middle.
 *
 * @param {URLSearchParams} query
 * @param {string} base
 */
function laid(query, base) {
  const text = query.get("tiles");
  const [columns = 0, rows = 0] = (query.get("size") ?? "").split("x").map(Number);
  const inside = (/** @type {number} */ asked, /** @type {number} */ least) => (asked >= least && asked <= MOST ? Math.floor(asked) : least);
  if (text === null) {
    const board = readTiles(query.get("board") ?? base);
    const size = around(board);
    return { size, tiles: centred(board, size) };
  }
  const size = { columns: inside(columns, LEAST.columns), rows: inside(rows, LEAST.rows) };
  return { size, tiles: text === "" ? [] : readTiles(text).filter((tile) => fits(tile, size)) };
}

/** @param {Tile} tile @param {Size} size */
const fits = ({ column, row }, { columns, rows }) => column >= 0 && row >= 0 && column + SIDE <= columns && row + SIDE <= rows;

/** @param {Tile} tile @param {number} column @param {number} row */
const covers = (tile, column, row) => column >= tile.column && column < tile.column + SIDE && row >= tile.row && row < tile.row + SIDE;

/** Tiles on a ground, laid and taken away one by one. */
class Editor {
  /** @type {HTMLButtonElement[]} */
  #cells = [];
  #setup = "";
  /** What lay there before, the last last. */
  #before = /** @type {{ tiles: Tile[], size: Size }[]} */ ([]);

  /**
   * @param {string[]} boards the usual ones, of one set and of more
   * @param {URLSearchParams} query
   */
  constructor(boards, query) {
    const { tiles, size } = laid(query, boards[0] ?? "0.0");
    this.tiles = tiles;
    this.size = size;
    this.ground = element("div", { class: "ground", role: "group", "aria-label": say(words.editor) });
    this.ground.addEventListener("keydown", (event) => this.#key(event));
    this.ground.addEventListener("click", (event) => {
      const cell = /** @type {Element} */ (event.target).closest("button");
      if (cell) this.#touch(Number(cell.dataset.column), Number(cell.dataset.row));
    });
    this.count = element("p", { class: "muted", role: "status" });
    this.fault = element("p", { class: "fault", role: "status" });
    this.picture = element("div", { class: "preview" });
    const play = () => {
      keep({ base: GAME, board: this.#setup.replace(`${GAME}:`, "") });
      return begin("computer");
    };
    this.play = element("button", { type: "button", class: "main", onclick: () => attempt(play) }, say(words.playBoard));
    this.analyse = element("a", { class: "button", href: "/analysis" }, say(words.analyseBoard));
    this.back = element("button", { type: "button", onclick: () => this.undo() }, say(words.undo));
    const clear = element("button", { type: "button", onclick: () => this.#lay([]) }, say(words.clearBoard));
    this.room = element("button", { type: "button", onclick: () => this.#widen() }, say(words.moreRoom));
    const starts = boards.map((board, index) => {
      const start = () => {
        const usual = readTiles(board);
        const size = around(usual);
        this.#lay(centred(usual, size), size);
      };
      return element("button", { type: "button", onclick: start }, say(words.sets(index + 1)));
    });
    this.element = element(
      "div",
      { class: "beside editor" },
      element("div", {}, element("div", { class: "ground-box" }, this.ground), element("div", { class: "row" }, this.back, clear, this.room)),
      element(
        "div",
        {},
        element("div", { class: "row", role: "group", "aria-label": say(words.startFrom) }, element("span", { class: "muted", "aria-hidden": "true" }, say(words.startFrom)), starts),
        this.count,
        this.fault,
        element("div", { class: "row" }, this.play, this.analyse),
        this.picture,
      ),
    );
    this.#measure();
  }

  /** Makes as many squares as the ground has. */
  #measure() {
    const { columns, rows } = this.size;
    this.ground.style.setProperty("--columns", String(columns));
    this.ground.style.setProperty("--rows", String(rows));
    this.#cells = Array.from({ length: columns * rows }, (_, index) =>
      element("button", {
        type: "button",
        class: "cell",
        tabindex: index === 0 ? "0" : "-1",
        "data-column": index % columns,
        "data-row": rows - 1 - Math.floor(index / columns),
      }));
    this.ground.replaceChildren(...this.#cells);
    this.room.disabled = columns >= MOST && rows >= MOST;
  }

  /** Adds ground on every side. */
  #widen() {
    const more = (/** @type {number} */ now) => Math.min(MOST, now + 2 * MORE);
    const size = { columns: more(this.size.columns), rows: more(this.size.rows) };
    const right = Math.floor((size.columns - this.size.columns) / 2);
    const up = Math.floor((size.rows - this.size.rows) / 2);
    this.#lay(this.tiles.map(({ column, row }) => ({ column: column + right, row: row + up })), size);
  }

  /**
   * Takes away the tile that lies here, or lays one so that it covers the square and no other tile.
   *
   * @param {number} column
   * @param {number} row
   */
  #touch(column, row) {
    const lying = this.tiles.find((tile) => covers(tile, column, row));
    if (lying) {
      this.#lay(this.tiles.filter((tile) => tile !== lying));
      return;
    }
    for (const [left, down] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
      const tile = { column: column - (left ?? 0), row: row - (down ?? 0) };
      const near = (/** @type {Tile} */ other) => Math.abs(other.column - tile.column) < SIDE && Math.abs(other.row - tile.row) < SIDE;
      if (!fits(tile, this.size) || this.tiles.some(near)) continue;
      this.#lay([...this.tiles, tile]);
      return;
    }
  }

  /**
   * @param {Tile[]} tiles
   * @param {Size} [size]
   */
  #lay(tiles, size = this.size) {
    this.#before.push({ tiles: this.tiles, size: this.size });
    this.#take({ tiles, size });
  }

  /** Takes the last change back. */
  undo() {
    const before = this.#before.pop();
    if (before) this.#take(before);
  }

  /** @param {{ tiles: Tile[], size: Size }} state */
  #take({ tiles, size }) {
    const same = size.columns === this.size.columns && size.rows === this.size.rows;
    this.tiles = tiles;
    this.size = size;
    if (!same) this.#measure();
    const usual = size.columns === LEAST.columns && size.rows === LEAST.rows;
    remember({ board: undefined, tiles: writeTiles(tiles), size: usual ? undefined : `${size.columns}x${size.rows}` });
    attempt(() => this.changed());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { columns } = this.size;
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns });
    const step = steps[event.key];
    const from = this.#cells.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const next = step === undefined ? undefined : this.#cells[from + step];
    if (!next) return;
    event.preventDefault();
    for (const cell of this.#cells) cell.tabIndex = cell === next ? 0 : -1;
    next.focus();
  }

  /** Shows the tiles, and what the server thinks of them. */
  async changed() {
    this.back.disabled = this.#before.length === 0;
    for (const cell of this.#cells) {
      const [column, row] = [Number(cell.dataset.column), Number(cell.dataset.row)];
      const tile = this.tiles.find((other) => covers(other, column, row));
      const corner = tile && `${row > tile.row ? "top" : "bottom"}-${column > tile.column ? "right" : "left"}`;
      cell.className = corner ? `cell laid ${corner}` : "cell";
      cell.setAttribute("aria-label", say(words.editorCell(column + 1, row + 1, tile !== undefined)));
      cell.setAttribute("aria-pressed", String(tile !== undefined));
    }
    this.count.textContent = say(words.tilesLaid(this.tiles.length));
    const asked = withKeys(GAME, { board: writeTiles(this.tiles) });
    try {
      if (this.tiles.length === 0) throw new Refusal({ code: "bad-setup", text: words.noTiles });
      const stage = await stageOf(asked);
      if (asked !== withKeys(GAME, { board: writeTiles(this.tiles) })) return;
      this.#setup = asked;
      const board = new Board(stage, say(words.board), null);
      this.picture.replaceChildren(board.element);
      this.#allow(true);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.picture.replaceChildren();
      this.#allow(false);
      this.fault.replaceChildren(...withRules(say(error.problem.text), GAME));
    }
  }

  /** @param {boolean} whole whether the tiles make a board */
  #allow(whole) {
    this.play.disabled = !whole;
    this.analyse.hidden = !whole;
    this.analyse.href = `/analysis?setup=${encodeURIComponent(this.#setup)}`;
    if (whole) this.fault.textContent = "";
  }
}
