/** @typedef {import("../tiles.js").Tile} Tile */
import { Refusal, stageOf } from "../api.js";
import { Board } from "../board/board.js";
import { element } from "../element.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { SIDE, readTiles, writeTiles } from "../tiles.js";
import { withKeys } from "../setup.js";
import { begin, keep } from "../wish.js";
import { words } from "../words.js";

/** The game whose boards are laid here. */
const GAME = "mijnlieff";

/** Squares of the ground that tiles are laid on. */
const COLUMNS = 12;
const ROWS = 10;

/** Where the four tiles of the base board lie at first. */
const BASE = "4.3/6.3/4.5/6.5";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, query }) {
  const title = say(words.editor);
  const given = query.get("board");
  const editor = new Editor(given ? centred(readTiles(given)) : readTiles(BASE));
  root.append(element("h1", {}, title), element("p", {}, say(words.editorText)), editor.element);
  await editor.changed();
  return title;
}

/**
 * Tiles in the middle of the ground.
 *
 * @param {Tile[]} tiles
 */
function centred(tiles) {
  const shift = (/** @type {number[]} */ places, /** @type {number} */ room) => {
    const least = Math.min(...places);
    const size = Math.max(...places) + SIDE - least;
    return Math.max(0, Math.floor((room - size) / 2)) - least;
  };
  const right = shift(tiles.map(({ column }) => column), COLUMNS);
  const up = shift(tiles.map(({ row }) => row), ROWS);
  return tiles.map(({ column, row }) => ({ column: column + right, row: row + up }));
}

/** @param {Tile} tile @param {number} column @param {number} row */
const covers = (tile, column, row) => column >= tile.column && column < tile.column + SIDE && row >= tile.row && row < tile.row + SIDE;

/** Tiles on a ground, laid and taken away one by one. */
class Editor {
  /** @type {HTMLButtonElement[]} */
  #cells = [];
  #setup = "";

  /** @param {Tile[]} tiles */
  constructor(tiles) {
    this.tiles = tiles;
    this.ground = element("div", { class: "ground", role: "group", "aria-label": say(words.editor) });
    for (let row = ROWS - 1; row >= 0; row -= 1) {
      for (let column = 0; column < COLUMNS; column += 1) this.#cells.push(this.#cell(column, row));
    }
    this.ground.append(...this.#cells);
    this.ground.addEventListener("keydown", (event) => this.#key(event));
    this.count = element("p", { class: "muted", role: "status" });
    this.fault = element("p", { class: "fault", role: "status" });
    this.picture = element("div", { class: "preview" });
    const play = () => {
      keep({ base: GAME, board: this.#setup.replace(`${GAME}:`, "") });
      return begin("computer");
    };
    this.play = element("button", { type: "button", class: "main", onclick: () => attempt(play) }, say(words.playBoard));
    this.analyse = element("a", { class: "button", href: "/analysis" }, say(words.analyseBoard));
    const clear = element("button", { type: "button", onclick: () => this.#lay([]) }, say(words.clearBoard));
    this.element = element(
      "div",
      { class: "beside" },
      this.ground,
      element("div", {}, this.picture, this.count, this.fault, element("div", { class: "row" }, this.play, this.analyse, clear)),
    );
  }

  /** @param {number} column @param {number} row */
  #cell(column, row) {
    const first = column === 0 && row === ROWS - 1;
    return element("button", {
      type: "button",
      class: "cell",
      tabindex: first ? "0" : "-1",
      "data-column": column,
      "data-row": row,
      onclick: () => this.#touch(column, row),
    });
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
      const inside = tile.column >= 0 && tile.row >= 0 && tile.column + SIDE <= COLUMNS && tile.row + SIDE <= ROWS;
      const near = (/** @type {Tile} */ other) => Math.abs(other.column - tile.column) < SIDE && Math.abs(other.row - tile.row) < SIDE;
      if (!inside || this.tiles.some(near)) continue;
      this.#lay([...this.tiles, tile]);
      return;
    }
  }

  /** @param {Tile[]} tiles */
  #lay(tiles) {
    this.tiles = tiles;
    this.changed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS });
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
      this.fault.textContent = say(error.problem.text);
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
