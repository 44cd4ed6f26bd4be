//! Boards as rows of characters.

use game::Side;

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
pub enum Mark {
    /// Nothing in particular.
    Plain,
    /// Open to the side to move.
    Open,
    /// Where the last move went.
    Last,
}

/// A grid of characters, each with its mark.
pub struct Canvas {
    rows: Vec<Vec<(char, Mark)>>,
}

impl Canvas {
    /// An empty one.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Canvas {
        Canvas {
            rows: vec![vec![(' ', Mark::Plain); columns]; rows],
        }
    }

    /// Writes a text from a place on to the right; what does not fit is left out.
    pub fn put(&mut self, column: usize, row: usize, text: &str, mark: Mark) {
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
    #[must_use]
    pub fn print(&self, colour: Colour) -> String {
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

    /// The text for the glyphs in use.
    #[must_use]
    pub fn pick<'text>(self, unicode: &'text str, ascii: &'text str) -> &'text str {
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
