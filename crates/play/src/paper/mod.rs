//! Things to print, true to scale: boards and pieces to cut out, rule cards, rulebooks, sheets of
//! diagrams. Each is a [`Document`] measured in millimetres.
//!
//! ```
//! use picture::page::Paper;
//! use picture::{Theme, to_pdf};
//! use play::paper;
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
mod diagrams;
mod fixed_board;
mod mill_set;
mod puzzle;
mod rulebook;
mod solution;
mod tile_set;

use picture::page::{Document, Paper, Sheet};

use crate::text::Text;
use crate::{Lang, Setup};

pub use card::card;
pub use diagrams::diagrams;
pub use fixed_board::{BoardTooLarge, fixed_board};
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
    Document::of(title.get(lang).to_owned(), lang.tag(), pages)
}

/// Says at the foot of a sheet how to print it at its true size.
fn foot(sheet: &mut Sheet, lang: Lang) {
    let note = Text::new(
        "Print at 100 %, not fitted to the page: the line on the right is then 50 mm long.",
        "Imprimez à 100 %, sans ajuster à la page : le trait de droite mesure alors 50 mm.",
    );
    sheet.foot(note.get(lang));
}
