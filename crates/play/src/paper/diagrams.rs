use game::Side;

use super::column::{Type, excerpt, paragraph, picture};
use super::sheet::{Orientation, Sheet};
use super::{Paper, Puzzle, Solution, Task};
use crate::draw::{Bounds, Document, Face, Ink, Scene, Spot};
use crate::text::{self, Text};
use crate::{Lang, Session};

/// Diagrams side by side and one below the other.
const COLUMNS: usize = 2;
const ROWS: usize = 3;

const CAPTION: Type = Type::new(Face::Regular, 3.2, 4.6, Ink::Text);
const RULES: Type = Type::new(Face::Regular, 2.6, 3.6, Ink::Coordinate);
const NUMBER: Type = Type::new(Face::Bold, 4.2, 6.0, Ink::Text);
/// Below a board, for its caption.
const BENEATH: f64 = 12.0;
/// What each cell keeps clear on its sides.
const INSIDE: f64 = 4.0;

/// Sheets of diagrams. The page behind one with something to find has the solutions, each behind
/// its diagram when the sheet is printed on both sides and turned along its long edge.
#[must_use]
pub fn diagrams(puzzles: &[Puzzle], title: &str, paper: Paper, lang: Lang) -> Document {
    let mut pages = Vec::new();
    for (sheet, here) in puzzles.chunks(COLUMNS * ROWS).enumerate() {
        let first = sheet * COLUMNS * ROWS + 1;
        pages.push(front(here, first, title, paper, lang));
        if here.iter().any(|puzzle| puzzle.task.solution().is_some()) {
            pages.push(back(here, first, title, paper, lang));
        }
    }
    Document::of(title.to_owned(), lang, pages)
}

fn front(puzzles: &[Puzzle], first: usize, title: &str, paper: Paper, lang: Lang) -> Scene {
    let mut sheet = Sheet::new(paper, Orientation::Upright);
    let top = sheet.title(title);
    for (place, puzzle) in puzzles.iter().enumerate() {
        let cell = cell(&sheet, top, place % COLUMNS, place / COLUMNS);
        let board = puzzle.session.scene();
        let room = (cell.width(), cell.height() - BENEATH);
        let scale = (room.0 / board.width).min(room.1 / board.height);
        let width = scale * board.width;
        let corner = Spot::new((cell.left + cell.right - width) / 2.0, cell.top);
        let high = picture(&mut sheet.scene, &board, corner, width);
        let caption = caption(puzzle, first + place, lang);
        let beneath = Spot::new(cell.left, cell.top + high + 1.0);
        let high = paragraph(&mut sheet.scene, &caption, CAPTION, beneath, cell.width());
        if let Task::Find(_) = puzzle.task {
            let rules = rules(puzzle.session.as_ref(), lang);
            let below = beneath.offset(0.0, high);
            paragraph(&mut sheet.scene, &rules, RULES, below, cell.width());
        }
    }
    sheet.scene
}

/// `3. White to move: find the move.`, the move that led there, or how it ended.
fn caption(puzzle: &Puzzle, number: usize, lang: Lang) -> String {
    let session = puzzle.session.as_ref();
    let words = match (&puzzle.task, session.outcome()) {
        (Task::Look(Some(label)), _) => return label.clone(),
        (_, Some(outcome)) => text::ending(outcome, session.points()),
        (Task::Look(None), None) => Text::new("The beginning", "Au début"),
        (Task::Find(solution), None) => {
            let turn = match session.turn() {
                Side::White => Text::new(
                    format!("{number}. White to move:"),
                    format!("{number}. Aux blancs de jouer :"),
                ),
                Side::Black => Text::new(
                    format!("{number}. Black to move:"),
                    format!("{number}. Aux noirs de jouer :"),
                ),
            };
            turn.then(&asked(solution.as_ref()))
        }
    };
    words.get(lang).to_owned()
}

/// Which rules a position is played by: no board shows them.
fn rules(session: &dyn Session, lang: Lang) -> String {
    let setup = Text::new(session.setup(), session.setup());
    let flights = match session.view().flights {
        None => return session.setup(),
        Some([true, true]) => Text::new("(both may still fly)", "(envol encore permis à chacun)"),
        Some([true, false]) => {
            Text::new("(white may still fly)", "(envol encore permis aux blancs)")
        }
        Some([false, true]) => {
            Text::new("(black may still fly)", "(envol encore permis aux noirs)")
        }
        Some([false, false]) => Text::new("(nobody may fly any more)", "(plus d'envol)"),
    };
    setup.then(&flights).get(lang).to_owned()
}

/// What is asked of the reader: nobody is sent to look for what is not there.
fn asked(solution: Option<&Solution>) -> Text {
    match solution {
        Some(solution) if !solution.is_puzzle() => Text::new(
            "there is no one move to find.",
            "pas de coup unique à trouver.",
        ),
        _ => Text::new("find the move.", "trouvez le coup."),
    }
}

/// The columns change sides, so that a solution lies behind its diagram.
fn back(puzzles: &[Puzzle], first: usize, title: &str, paper: Paper, lang: Lang) -> Scene {
    let mut sheet = Sheet::new(paper, Orientation::Upright);
    let solutions = Text::new(
        format!("{title}: solutions"),
        format!("{title} : solutions"),
    );
    let top = sheet.title(solutions.get(lang));
    for (place, puzzle) in puzzles.iter().enumerate() {
        let Some(solution) = puzzle.task.solution() else {
            continue;
        };
        let column = COLUMNS - 1 - place % COLUMNS;
        let cell = cell(&sheet, top, column, place / COLUMNS);
        let number = format!("{}.", first + place);
        let corner = Spot::new(cell.left, cell.top);
        let high = paragraph(&mut sheet.scene, &number, NUMBER, corner, cell.width());
        let words = solution.text();
        let room = Bounds {
            top: cell.top + high,
            bottom: cell.bottom - INSIDE,
            ..cell
        };
        excerpt(&mut sheet.scene, words.get(lang), CAPTION, room);
    }
    sheet.scene
}

fn cell(sheet: &Sheet, top: f64, column: usize, row: usize) -> Bounds {
    let room = sheet.room();
    let width = room.width() / COLUMNS as f64;
    let height = (room.bottom - top) / ROWS as f64;
    let corner = Spot::new(room.left + width * column as f64, top + height * row as f64);
    let inner = corner.offset(INSIDE, 0.0);
    Bounds::of([inner, corner.offset(width - INSIDE, height)])
}
