use game::Game;
use mijnlieff::Mijnlieff;
use picture::board::Marks;
use picture::page::{Document, Grid, Orientation, Paper, Sheet};
use picture::{Bounds, Ink, Scene, Spot, Thing};

use super::drawing;
use super::tile_set::{PIECE, SQUARE, pieces};
use crate::Lang;
use crate::paper::{BoardTooLarge, foot};
use crate::text::Text;

/// Smaller squares make pieces whose symbols are hard to tell apart.
const SMALLEST_SQUARE: f64 = 11.0;

/// Kept clear above the words at the foot, and between the board and pieces below it.
const ABOVE_FOOT: f64 = 10.0;
const BELOW_BOARD: f64 = 9.0;

/// Of a tile, in parts of a square.
const EDGE: f64 = 0.02;

/// The board of a game in one piece, and pieces of the size that fits it. Squares are as large as
/// those of the tiles, or as large as the page allows.
pub(super) fn document(
    game: &Mijnlieff,
    paper: Paper,
    lang: Lang,
) -> Result<Document, BoardTooLarge> {
    let BoardPage {
        mut sheet,
        square,
        below,
    } = board_page(game, paper, lang)?;
    let size = PIECE / SQUARE * square;
    let pieces = pieces(game.board().layout().sets());
    let grid = Grid::fitting(size, sheet.room().width() - 8.0, 8);
    let pages = if below + grid.height(pieces.len()) <= sheet.room().bottom - ABOVE_FOOT {
        grid.lay(&mut sheet, below, &pieces);
        vec![sheet.scene]
    } else {
        let others = piece_pages(&pieces, size, paper, lang);
        [sheet.scene].into_iter().chain(others).collect()
    };
    let title = Text::new(
        "Mijnlieff: the board and its pieces",
        "Mijnlieff : le plateau et ses pièces",
    );
    Ok(Document::of(title.get(lang), lang.tag(), pages))
}

/// A page with a board on it.
struct BoardPage {
    sheet: Sheet,
    /// How large its squares are.
    square: f64,
    /// Where there is room again.
    below: f64,
}

/// The board on the page that suits it better.
fn board_page(game: &Mijnlieff, paper: Paper, lang: Lang) -> Result<BoardPage, BoardTooLarge> {
    let scene = outlined(drawing::draw(game, &game.start(), &Marks::default()));
    let title = Text::new("Mijnlieff: the board", "Mijnlieff : le plateau");
    let mut best: Option<(Sheet, f64, f64)> = None;
    for orientation in [Orientation::Upright, Orientation::Sideways] {
        let mut sheet = Sheet::new(paper, orientation);
        let top = sheet.title(&title.get(lang)) + 1.0;
        foot(&mut sheet, lang);
        let room = sheet.room();
        let height = room.bottom - ABOVE_FOOT - top;
        let square = (room.width() / scene.width).min(height / scene.height);
        let square = square.min(SQUARE);
        if best.as_ref().is_none_or(|(_, _, other)| square > *other) {
            best = Some((sheet, top, square));
        }
    }
    let (columns, rows) = game.board().span();
    let best = best.filter(|(_, _, square)| *square >= SMALLEST_SQUARE);
    let (mut sheet, top, square) = best.ok_or(BoardTooLarge { columns, rows })?;
    let (width, height) = (square * scene.width, square * scene.height);
    let corner = Spot::new(sheet.middle() - width / 2.0, top);
    sheet.lay(&scene, corner, square);
    sheet.cut_out(Bounds::of([corner, corner.offset(width, height)]));
    Ok(BoardPage {
        sheet,
        square,
        below: top + height + BELOW_BOARD,
    })
}

/// The tiles with an edge, which shows also where ink is saved and wood is white.
fn outlined(mut board: Scene) -> Scene {
    let tiles = board.groups.iter_mut();
    let tiles = tiles.filter(|group| group.thing == Thing::Board);
    for shape in tiles.flat_map(|group| &mut group.shapes) {
        *shape = shape.clone().outlined(Ink::Grain, EDGE);
    }
    board
}

fn piece_pages(pieces: &[Scene], size: f64, paper: Paper, lang: Lang) -> Vec<Scene> {
    let title = Text::new("Mijnlieff: the pieces", "Mijnlieff : les pièces");
    let mut pages = Vec::new();
    let mut rest = pieces;
    while !rest.is_empty() {
        let mut sheet = Sheet::new(paper, Orientation::Upright);
        let top = sheet.title(&title.get(lang)) + 1.0;
        let room = sheet.room();
        let grid = Grid::fitting(size, room.width() - 8.0, 8);
        let height = room.bottom - ABOVE_FOOT - top;
        let mut count = rest.len();
        while grid.height(count) > height {
            count -= grid.columns;
        }
        let (here, later) = rest.split_at(count);
        grid.lay(&mut sheet, top, here);
        foot(&mut sheet, lang);
        pages.push(sheet.scene);
        rest = later;
    }
    pages
}
