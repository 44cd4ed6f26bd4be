use game::Side;
use mijnlieff::{Kind, Mijnlieff};
use picture::Scene;
use picture::page::{Document, Grid, Orientation, Paper, Sheet};

use super::drawing;
use crate::Lang;
use crate::paper::foot;
use crate::text::Text;

/// Across a square, and across a piece, in millimetres.
pub(super) const SQUARE: f64 = 22.0;
pub(super) const PIECE: f64 = 16.0;

const TILES: usize = 4;
const SETS_PER_PAGE: u8 = 2;
/// Between tiles and pieces, between the colours, and between sets.
const BELOW_TILES: f64 = 9.0;
const BETWEEN_SETS: f64 = 12.0;

/// Tiles that build any board, and both players' pieces, for as many sets as the game has.
pub(super) fn document(game: &Mijnlieff, paper: Paper, lang: Lang) -> Document {
    let title = Text::new(
        "Mijnlieff: tiles and pieces",
        "Mijnlieff : tuiles et pièces",
    );
    let pages = pages(game.board().layout().sets(), paper, lang);
    Document::of(title.get(lang), lang.tag(), pages)
}

/// Two sets on each page.
fn pages(sets: u8, paper: Paper, lang: Lang) -> Vec<Scene> {
    let mut pages = Vec::new();
    for first in (1..=sets).step_by(usize::from(SETS_PER_PAGE)) {
        let last = sets.min(first + SETS_PER_PAGE - 1);
        let mut sheet = Sheet::new(paper, Orientation::Upright);
        let mut y = sheet.title(&title(first, last, sets).get(lang)) + 1.0;
        for _ in first..=last {
            y = set(&mut sheet, y) + BETWEEN_SETS;
        }
        foot(&mut sheet, lang);
        pages.push(sheet.scene);
    }
    pages
}

fn title(first: u8, last: u8, sets: u8) -> Text {
    let what = Text::new(
        "Mijnlieff: cut out tiles and pieces",
        "Mijnlieff : découpez les tuiles et les pièces",
    );
    let which = match (sets, first == last) {
        (1, _) => return what,
        (_, true) => Text::new(
            format!("(set {first} of {sets})"),
            format!("(jeu {first} sur {sets})"),
        ),
        (_, false) => Text::new(
            format!("(sets {first} and {last} of {sets})"),
            format!("(jeux {first} et {last} sur {sets})"),
        ),
    };
    what.then(&which)
}

/// One set from `y` down; gives back how far down it goes.
fn set(sheet: &mut Sheet, y: f64) -> f64 {
    let tiles = Grid {
        size: 2.0 * SQUARE,
        columns: TILES,
    };
    let y = tiles.lay(sheet, y, &vec![drawing::tile(); TILES]) + BELOW_TILES;
    let pieces = pieces(1);
    let grid = Grid {
        size: PIECE,
        columns: pieces.len() / 2,
    };
    grid.lay(sheet, y, &pieces)
}

/// The pieces of so many sets, white's first, then black's.
pub(super) fn pieces(sets: u8) -> Vec<Scene> {
    let of_a_side = |side| {
        let kinds = Kind::ALL.into_iter();
        kinds.flat_map(move |kind| vec![drawing::piece(side, kind); 2 * usize::from(sets)])
    };
    Side::BOTH.into_iter().flat_map(of_a_side).collect()
}
