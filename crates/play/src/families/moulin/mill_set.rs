use game::{Game, Side};
use moulin::Moulin;
use picture::board::Marks;
use picture::page::{Document, Grid, Orientation, Paper, Sheet};
use picture::{Bounds, Scene, Spot};

use super::drawing;
use crate::Lang;
use crate::paper::foot;
use crate::text::Text;

/// From one point of the board to the next, in millimetres.
const STEP: f64 = 22.0;
/// Across a stone.
const STONE: f64 = 17.0;

/// The board and all stones on one page.
pub(super) fn document(game: &Moulin, paper: Paper, lang: Lang) -> Document {
    let title = Text::new("The mill: board and stones", "Le moulin : plateau et pions");
    let page = page(game, paper, lang);
    Document::of(title.get(lang), lang.tag(), vec![page])
}

fn page(game: &Moulin, paper: Paper, lang: Lang) -> Scene {
    let mut sheet = Sheet::new(paper, Orientation::Upright);
    let title = Text::new(
        "The mill: cut out the board and the stones",
        "Le moulin : découpez le plateau et les pions",
    );
    let top = sheet.title(&title.get(lang)) + 1.0;
    let board = drawing::draw(game, &game.start(), &Marks::default());
    let (width, height) = (STEP * board.width, STEP * board.height);
    let corner = Spot::new(sheet.middle() - width / 2.0, top);
    sheet.lay(&board, corner, STEP);
    sheet.cut_out(Bounds::of([corner, corner.offset(width, height)]));
    let stones = usize::from(game.rules().stones);
    let grid = Grid {
        size: STONE,
        columns: stones,
    };
    let stones = Side::BOTH.map(|side| vec![drawing::stone(side); stones]);
    grid.lay(&mut sheet, top + height + 9.0, &stones.concat());
    foot(&mut sheet, lang);
    sheet.scene
}
