import { shape } from "./element.js";

/** @typedef {{ column: number, row: number }} Tile by its lower left square */

/** Squares to a side of a tile. */
export const SIDE = 2;

/**
 * The tiles of a board as setups write them: `0.0/2.0/0.2/2.2`.
 *
 * @param {string} board
 * @returns {Tile[]}
 */
export function readTiles(board) {
  return board.split("/").map((text) => {
    const [column = 0, row = 0] = text.split(".").map(Number);
    return { column, row };
  });
}

/** @param {Tile[]} tiles */
export function writeTiles(tiles) {
  return tiles.map(({ column, row }) => `${column}.${row}`).join("/");
}

/**
 * A small picture of a board.
 *
 * @param {string} board
 */
export function thumbnail(board) {
  const tiles = readTiles(board);
  const columns = Math.max(...tiles.map(({ column }) => column)) + SIDE;
  const rows = Math.max(...tiles.map(({ row }) => row)) + SIDE;
  const across = Math.max(columns, rows, 6);
  const box = [(columns - across) / 2, (rows - across) / 2, across, across].join(" ");
  const rect = (/** @type {Tile} */ { column, row }) => shape("rect", { x: column + 0.06, y: rows - row - SIDE + 0.06, width: 1.88, height: 1.88, rx: 0.3, class: "fill-wood" });
  const squares = (/** @type {Tile} */ { column, row }) =>
    [0, 1, 2, 3].map((n) => shape("rect", { x: column + (n % 2) + 0.2, y: rows - row - SIDE + (n >> 1) + 0.2, width: 0.6, height: 0.6, rx: 0.1, class: "fill-recess" }));
  return shape("svg", { viewBox: box, class: "thumbnail", "aria-hidden": "true" }, tiles.map(rect), tiles.flatMap(squares));
}
