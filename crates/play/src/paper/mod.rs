//! Things to print, true to scale: rule cards, rulebooks, sheets of diagrams, and, from each family,
//! boards and pieces to cut out. Each is a [`Document`](picture::page::Document) measured in millimetres.
//!
//! ```
//! use picture::page::Paper;
//! use picture::{Theme, to_pdf};
//! use play::{Families, Lang};
//!
//! let setup = Families::standard().setup("moulin:classique").unwrap();
//! let document = setup.cut_out_set(Paper::A4, Lang::FR);
//! assert_eq!(document.pages.len(), 1);
//! let pdf = to_pdf(&document, Theme::Sparing);
//! assert!(pdf.starts_with(b"%PDF-"));
//! ```

mod card;
mod chapter;
mod diagrams;
mod game_sheet;
mod puzzle;
mod rulebook;
mod solution;
mod too_large;

use picture::page::Sheet;

use crate::Lang;
use crate::text::Text;

pub use card::card;
pub use diagrams::diagrams;
pub use game_sheet::game_sheet;
pub use puzzle::{Purpose, Puzzle, PuzzleError};
pub use rulebook::rulebook;
pub use solution::{Choice, Solution};
pub use too_large::BoardTooLarge;

/// Says at the foot of a sheet how to print it at its true size.
pub(crate) fn foot(sheet: &mut Sheet, lang: Lang) {
    let note = Text::new(
        "Print at 100 %, not fitted to the page: the line on the right is then 50 mm long.",
        "Imprimez à 100 %, sans ajuster à la page : le trait de droite mesure alors 50 mm.",
    );
    sheet.foot(&note.get(lang));
}
