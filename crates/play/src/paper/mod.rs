//! Things to print, true to scale: boards and pieces to cut out, rule cards, rulebooks, sheets of
//! diagrams. Each is a [`Document`] measured in millimetres.
//!
//! ```
//! use play::draw::{Theme, to_pdf};
//! use play::paper::{self, Paper};
//! use play::{Lang, Setup};
//!
//! let setup: Setup = "moulin:classique".parse().unwrap();
//! let document = paper::set(&setup, Paper::A4, Lang::Fr);
//! assert_eq!(document.pages.len(), 1);
//! let pdf = to_pdf(&document, Theme::Sparing);
//! assert!(pdf.starts_with(b"%PDF-"));
//! ```

mod card;
mod chapter;
mod column;
mod diagrams;
mod fixed_board;
mod format;
mod mill_set;
mod pieces;
mod puzzle;
mod rulebook;
mod sheet;
mod solution;
mod tile_set;
mod wrap;

use crate::draw::{Document, Scene};
use crate::text::Text;
use crate::{Lang, Setup};

pub use card::card;
pub use diagrams::diagrams;
pub use fixed_board::{BoardTooLarge, fixed_board};
pub use format::Paper;
pub use puzzle::{Puzzle, PuzzleError, Task};
pub use rulebook::rulebook;
pub use solution::{Choice, Solution};

/// What a game needs, to cut out: the mill board and its stones, or tiles that build any board and
/// the pieces of both players, as many sets as the setup has.
#[must_use]
pub fn set(setup: &Setup, paper: Paper, lang: Lang) -> Document {
    let (title, pages) = match setup {
        Setup::Mijnlieff(game) => (
            Text::new(
                "Mijnlieff: tiles and pieces",
                "Mijnlieff : tuiles et pièces",
            ),
            tile_set::pages(game.board().layout().sets(), paper, lang),
        ),
        Setup::Moulin(game) => (
            Text::new("The mill: board and stones", "Le moulin : plateau et pions"),
            vec![mill_set::page(game, paper, lang)],
        ),
    };
    Document::of(title.get(lang).to_owned(), lang, pages)
}

/// A page that can be laid on another.
fn blank(width: f64, height: f64) -> Scene {
    Scene {
        width,
        height,
        groups: Vec::new(),
    }
}
