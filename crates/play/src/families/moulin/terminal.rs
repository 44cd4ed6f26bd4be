use game::Side;
use moulin::{Moulin, Move, Position};

use crate::terminal::{Canvas, Mark, Style};

/// Columns of characters between two columns of a mill board, and rows between two rows.
const MILL_STEP: (usize, usize) = (4, 2);

/// A mill position as rows of text.
pub(super) fn board(
    moulin: &Moulin,
    position: &Position,
    last: Option<Move>,
    style: Style,
) -> String {
    let board = moulin.rules().board;
    let places = board.points().into_iter().map(|point| board.place(point));
    let (right, top) = places.fold((0, 0), |(c, r), (column, row)| (c.max(column), r.max(row)));
    let (across, down) = MILL_STEP;
    let margin = 3;
    let x = |column: u8| margin + across * usize::from(column);
    let y = |row: u8| down * usize::from(top - row);
    let mut canvas = Canvas::new(x(right) + 2, y(0) + 2);
    for point in board.points() {
        let (column, row) = board.place(point);
        canvas.put(0, y(row), &(row + 1).to_string(), Mark::Plain);
        let letter = char::from(b'a' + column).to_string();
        canvas.put(x(column), y(0) + 1, &letter, Mark::Plain);
        for neighbour in board.neighbours(point) {
            let (to_column, to_row) = board.place(neighbour);
            if row == to_row && column < to_column {
                for x in x(column) + 1..x(to_column) {
                    canvas.put(x, y(row), style.pick("─", "-"), Mark::Plain);
                }
            } else if column == to_column && row < to_row {
                for y in y(to_row) + 1..y(row) {
                    canvas.put(x(column), y, style.pick("│", "|"), Mark::Plain);
                }
            }
        }
    }
    for point in board.points() {
        let (column, row) = board.place(point);
        let mut holders = Side::BOTH.into_iter();
        let holder = holders.find(|side| position.stones(*side).contains(point));
        let touched = last.is_some_and(|last| last.to() == Some(point));
        let mark = if touched { Mark::Last } else { Mark::Plain };
        let sign = holder.map_or(style.pick("·", "."), |side| style.stone(side));
        canvas.put(x(column), y(row), sign, mark);
    }
    canvas.print(style.colour)
}
