use game::Side;
use picture::page::{
    Document, Element, Orientation, Page, Paper, Part, Role, Sheet, Type, excerpt, paragraph,
    picture, words,
};
use picture::{Bounds, Face, Ink, Spot};

use super::{Purpose, Puzzle, Solution};
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
    let mut maker = Maker {
        title,
        paper,
        lang,
        elements: Vec::new(),
    };
    let mut pages = Vec::new();
    for (sheet, here) in puzzles.chunks(COLUMNS * ROWS).enumerate() {
        let first = sheet * COLUMNS * ROWS + 1;
        pages.push(maker.front(here, first));
        if here
            .iter()
            .any(|puzzle| puzzle.purpose.solution().is_some())
        {
            pages.push(maker.back(here, first));
        }
    }
    Document {
        pages,
        elements: maker.elements,
        ..Document::of(title.to_owned(), lang.tag(), Vec::new())
    }
}

/// Makes sheets of which all is read aloud in its order.
struct Maker<'a> {
    title: &'a str,
    paper: Paper,
    lang: Lang,
    elements: Vec<Element>,
}

/// A sheet and what of it belongs to which element.
struct Marked {
    sheet: Sheet,
    parts: Vec<Part>,
}

impl Maker<'_> {
    /// Draws something that is an element of its own.
    fn add<T>(&mut self, page: &mut Marked, role: Role, draw: impl FnOnce(&mut Sheet) -> T) -> T {
        let first = page.sheet.scene.groups.len();
        let drawn = draw(&mut page.sheet);
        page.parts.push(Part {
            groups: first..page.sheet.scene.groups.len(),
            element: self.elements.len(),
        });
        self.elements.push(Element { role, within: None });
        drawn
    }

    /// A sheet with a title, and how far down it is then taken.
    fn begin(&mut self, title: &str) -> (Marked, f64) {
        let mut page = Marked {
            sheet: Sheet::new(self.paper, Orientation::Upright),
            parts: Vec::new(),
        };
        let heading = Role::Heading {
            level: 1,
            title: title.to_owned(),
        };
        let top = self.add(&mut page, heading, |sheet| sheet.title(title));
        (page, top)
    }

    fn front(&mut self, puzzles: &[Puzzle], first: usize) -> Page {
        let lang = self.lang;
        let (mut page, top) = self.begin(self.title);
        for (place, puzzle) in puzzles.iter().enumerate() {
            let session = puzzle.session.as_ref();
            let cell = cell(&page.sheet, top, place % COLUMNS, place / COLUMNS);
            let board = session.scene();
            let room = (cell.width(), cell.height() - BENEATH);
            let scale = (room.0 / board.width).min(room.1 / board.height);
            let width = scale * board.width;
            let corner = Spot::new((cell.left + cell.right - width) / 2.0, cell.top);
            let seen = text::standing(&session.view()).get(lang);
            let high = self.add(&mut page, Role::Figure(seen), |sheet| {
                picture(&mut sheet.scene, &board, corner, width)
            });
            let caption = caption(puzzle, first + place, lang);
            let beneath = Spot::new(cell.left, cell.top + high + 1.0);
            let high = self.add(&mut page, Role::Caption, |sheet| {
                paragraph(&mut sheet.scene, &caption, CAPTION, beneath, cell.width())
            });
            if let Purpose::Find(_) = puzzle.purpose {
                let rules = rules(session, lang);
                let below = beneath.offset(0.0, high);
                self.add(&mut page, Role::Paragraph, |sheet| {
                    paragraph(&mut sheet.scene, &rules, RULES, below, cell.width())
                });
            }
        }
        page.done()
    }

    /// The columns change sides, so that a solution lies behind its diagram.
    fn back(&mut self, puzzles: &[Puzzle], first: usize) -> Page {
        let title = self.title;
        let solutions = Text::new(
            format!("{title}: solutions"),
            format!("{title} : solutions"),
        );
        let (mut page, top) = self.begin(&solutions.get(self.lang));
        for (place, puzzle) in puzzles.iter().enumerate() {
            let Some(solution) = puzzle.purpose.solution() else {
                continue;
            };
            let column = COLUMNS - 1 - place % COLUMNS;
            let cell = cell(&page.sheet, top, column, place / COLUMNS);
            let number = format!("{}. ", first + place);
            let solution = solution.text();
            let solution = solution.get(self.lang);
            self.add(&mut page, Role::Paragraph, |sheet| {
                let number = words(&number, NUMBER, cell.left, cell.top);
                sheet.scene.groups.push(number);
                let room = Bounds {
                    top: cell.top + NUMBER.leading,
                    bottom: cell.bottom - INSIDE,
                    ..cell
                };
                excerpt(&mut sheet.scene, &solution, CAPTION, room);
            });
        }
        page.done()
    }
}

impl Marked {
    fn done(self) -> Page {
        Page {
            scene: self.sheet.scene,
            links: Vec::new(),
            parts: self.parts,
        }
    }
}

/// `3. White to move: find the move.`, the move that led there, or how it ended.
fn caption(puzzle: &Puzzle, number: usize, lang: Lang) -> String {
    let session = puzzle.session.as_ref();
    let words = match (&puzzle.purpose, session.outcome()) {
        (Purpose::Look(Some(label)), _) => return label.clone(),
        (_, Some(_)) => session.sentence(),
        (Purpose::Look(None), None) => Text::new("The beginning", "Au début"),
        (Purpose::Find(solution), None) => {
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
    words.get(lang)
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
    setup.then(&flights).get(lang)
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

fn cell(sheet: &Sheet, top: f64, column: usize, row: usize) -> Bounds {
    let room = sheet.room();
    let width = room.width() / COLUMNS as f64;
    let height = (room.bottom - top) / ROWS as f64;
    let corner = Spot::new(room.left + width * column as f64, top + height * row as f64);
    let inner = corner.offset(INSIDE, 0.0);
    Bounds::of([inner, corner.offset(width - INSIDE, height)])
}
