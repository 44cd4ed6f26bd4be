use game::Side;
use mijnlieff::{Cell, Mijnlieff};
use moulin::Moulin;

/// How a board looks in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Which characters draw it.
    pub glyphs: Glyphs,
    /// Whether the last move and open places are coloured as well.
    pub colour: Colour,
}

/// The characters of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Lines and discs.
    Unicode,
    /// What every terminal has.
    Ascii,
}

/// Whether colour is used beside the signs that say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// No escape sequences at all.
    Off,
    /// ANSI colours.
    On,
}

/// What a place of the board is to be marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Plain,
    Open,
    Last,
}

/// A grid of characters, each with its mark.
struct Canvas {
    rows: Vec<Vec<(char, Mark)>>,
}

impl Canvas {
    fn new(columns: usize, rows: usize) -> Canvas {
        Canvas {
            rows: vec![vec![(' ', Mark::Plain); columns]; rows],
        }
    }

    fn put(&mut self, column: usize, row: usize, text: &str, mark: Mark) {
        for (offset, c) in text.chars().enumerate() {
            if let Some(place) = self
                .rows
                .get_mut(row)
                .and_then(|row| row.get_mut(column + offset))
            {
                *place = (c, mark);
            }
        }
    }

    /// The text of the canvas, each row ending in a newline, no space at the end.
    fn print(&self, colour: Colour) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let blank = |place: &&(char, Mark)| place.0 == ' ';
            let used = row.len() - row.iter().rev().take_while(blank).count();
            for (c, mark) in &row[..used] {
                let (before, after) = match (colour, mark) {
                    (Colour::On, Mark::Open) => ("\x1b[36m", "\x1b[0m"),
                    (Colour::On, Mark::Last) => ("\x1b[1;33m", "\x1b[0m"),
                    _ => ("", ""),
                };
                text.push_str(before);
                text.push(*c);
                text.push_str(after);
            }
            text.push('\n');
        }
        text
    }
}

impl Style {
    /// A board for files, pipes and tests.
    pub const PLAIN: Style = Style {
        glyphs: Glyphs::Unicode,
        colour: Colour::Off,
    };

    fn pick<'text>(self, unicode: &'text str, ascii: &'text str) -> &'text str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// The sign of a side.
    #[must_use]
    pub fn stone(self, side: Side) -> &'static str {
        match side {
            Side::White => self.pick("○", "O"),
            Side::Black => self.pick("●", "#"),
        }
    }
}

/// Columns of characters between two columns of a mill board, and rows between two rows.
const MILL_STEP: (usize, usize) = (4, 2);

/// A mill position as rows of text.
pub(crate) fn moulin(
    moulin: &Moulin,
    position: &moulin::Position,
    last: Option<moulin::Move>,
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

/// Columns and rows of characters of a Mijnlieff square, one border included.
const SQUARE: (usize, usize) = (5, 2);

/// A Mijnlieff position as rows of text. Open squares have a small ring, pieces a disc and the
/// letter of their kind.
pub(crate) fn mijnlieff(
    mijnlieff: &Mijnlieff,
    position: &mijnlieff::Position,
    style: Style,
) -> String {
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
        let name = mijnlieff::Board::column_name(column);
        canvas.put(x(column) + 2, y(-1) + 1, &name, Mark::Plain);
    }
    let open = mijnlieff.open(position);
    let last = match position.limit() {
        mijnlieff::Limit::Piece { square, .. } => Some(square),
        mijnlieff::Limit::Start | mijnlieff::Limit::None => None,
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
    board: &mijnlieff::Board,
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
