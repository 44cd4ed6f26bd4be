use mijnlieff::{Board, Cell, Limit, Mijnlieff, Position};

use crate::terminal::{Canvas, Mark, Style};

/// Columns and rows of characters of a Mijnlieff square, one border included.
const SQUARE: (usize, usize) = (5, 2);

/// A Mijnlieff position as rows of text. Open squares have a small ring, pieces a disc and the
/// letter of their kind.
pub(super) fn board(mijnlieff: &Mijnlieff, position: &Position, style: Style) -> String {
    let board = mijnlieff.board();
    let (columns, rows) = board.span();
    let (across, down) = SQUARE;
    let margin = 3;
    let x = |column: i16| margin + across * column as usize;
    let y = |row: i16| down * (rows - 1 - row) as usize;
    let mut canvas = Canvas::new(x(columns) + 1, y(-1) + 2);
    draw_borders(&mut canvas, board, style, x, y);
    for row in 0..rows {
        canvas.put(0, y(row) + 1, &(row + 1).to_string(), Mark::Plain);
    }
    for column in 0..columns {
        let name = Board::column_name(column);
        canvas.put(x(column) + 2, y(-1) + 1, &name, Mark::Plain);
    }
    let open = mijnlieff.open(position);
    let last = match position.limit() {
        Limit::Piece { square, .. } => Some(square),
        Limit::Start | Limit::None => None,
    };
    for square in board.squares() {
        let Cell { column, row } = board.cell(square);
        let (at_x, at_y) = (x(column) + 2, y(row) + 1);
        if let Some((side, kind)) = position.piece(square) {
            let mark = if last == Some(square) {
                Mark::Last
            } else {
                Mark::Plain
            };
            let text = format!("{}{}", style.stone(side), kind.letter());
            canvas.put(at_x, at_y, &text, mark);
        } else if open.contains(square) {
            canvas.put(at_x, at_y, style.pick("◦", "."), Mark::Open);
        }
    }
    canvas.print(style.colour)
}

/// The lines between and around squares, with the right sign at every crossing.
fn draw_borders(
    canvas: &mut Canvas,
    board: &Board,
    style: Style,
    x: impl Fn(i16) -> usize,
    y: impl Fn(i16) -> usize,
) {
    let (columns, rows) = board.span();
    let is = |column, row| board.square_at(Cell::new(column, row)).is_some();
    let horizontal = |column, row| is(column, row) || is(column, row - 1);
    let vertical = |column, row| is(column, row) || is(column - 1, row);
    for column in 0..=columns {
        for row in 0..=rows {
            // The lower left corner of the square at this column and row, and what leaves it.
            let (corner_x, corner_y) = (x(column), y(row - 1));
            let (right, left) = (horizontal(column, row), horizontal(column - 1, row));
            let (up, down) = (vertical(column, row), vertical(column, row - 1));
            if right {
                canvas.put(
                    corner_x + 1,
                    corner_y,
                    &style.pick("─", "-").repeat(4),
                    Mark::Plain,
                );
            }
            if up {
                canvas.put(corner_x, corner_y - 1, style.pick("│", "|"), Mark::Plain);
            }
            let unicode = match (left, right, up, down) {
                (false, false, false, false) => continue,
                (false, true, false, true) => "┌",
                (true, true, false, true) => "┬",
                (true, false, false, true) => "┐",
                (false, true, true, true) => "├",
                (true, false, true, true) => "┤",
                (false, true, true, false) => "└",
                (true, true, true, false) => "┴",
                (true, false, true, false) => "┘",
                _ => "┼",
            };
            canvas.put(corner_x, corner_y, style.pick(unicode, "+"), Mark::Plain);
        }
    }
}
