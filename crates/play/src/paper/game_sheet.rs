use picture::page::{Column, Document, Keep, Orientation, Page, Paper, Role, Row, Sheet, Type};
use picture::{Face, Ink, Placement, Scene, Spot};

use crate::record::{Record, Snapshot, move_line};
use crate::text::{self, Text};
use crate::{Lang, Refusal};

const TITLE: Type = Type::new(Face::Bold, 5.6, 8.0, Ink::Text);
const ABOUT: Type = Type::new(Face::Regular, 3.4, 5.0, Ink::Coordinate);
const SENTENCE: Type = Type::new(Face::Regular, 4.2, 6.0, Ink::Text);
const MOVES: Type = Type::new(Face::Regular, 4.0, 6.0, Ink::Text);
const CAPTION: Type = Type::new(Face::Regular, 3.2, 4.6, Ink::Text);

/// How high the board stands at most, in millimetres.
const BOARD: f64 = 120.0;

/// Small boards side by side, and between them.
const ABREAST: usize = 3;
const GAP: f64 = 6.0;

/// No more small boards than these, and so many turns at least from one to the next.
const MOST: usize = 12;
const LEAST_APART: usize = 4;

/// A game or a position to be printed: the board as it stands at the end, what is happening, the
/// moves, and small boards on the way there.
pub fn game_sheet(
    record: &Record,
    title: &str,
    about: &str,
    paper: Paper,
    lang: Lang,
) -> Result<Document, Refusal> {
    let snapshots = record.snapshots()?;
    let mut sheet = Sheet::new(paper, Orientation::Upright);
    let room = sheet.room();
    let column = column(&snapshots, title, about, room.width(), lang);
    let mut pages = Vec::new();
    for strips in column.pages(room) {
        let mut parts = Vec::new();
        for placed in strips {
            let strip = &column.strips[placed.strip];
            let before = sheet.scene.groups.len();
            let placement = Placement {
                scale: 1.0,
                corner: placed.corner,
            };
            sheet.scene.lay(&strip.scene, placement);
            parts.extend(strip.parts.iter().map(|part| part.after(before)));
        }
        let full = std::mem::replace(&mut sheet, Sheet::new(paper, Orientation::Upright));
        pages.push(Page {
            scene: full.scene,
            links: Vec::new(),
            parts,
        });
    }
    Ok(Document {
        pages,
        elements: column.elements,
        ..Document::of(title.to_owned(), lang.tag(), Vec::new())
    })
}

fn column(snapshots: &[Snapshot], title: &str, about: &str, width: f64, lang: Lang) -> Column {
    let mut column = Column::new(width);
    let heading = Role::Heading {
        level: 1,
        title: title.to_owned(),
    };
    let heading = column.element(heading, None);
    column.text(heading, title, TITLE, 0.0, Keep::WithNext);
    let paragraph = column.element(Role::Paragraph, None);
    column.text(paragraph, about, ABOUT, 0.0, Keep::WithNext);
    let last = snapshots.last().expect("a record has its beginning");
    push_board(&mut column, last, lang);
    let sentence = last.session.sentence();
    let paragraph = column.element(Role::Paragraph, None);
    column.text(paragraph, &sentence.get(lang), SENTENCE, 4.0, Keep::Free);
    if snapshots.len() > 1 {
        let moves = Text::new("Moves", "Coups");
        push_heading(&mut column, &moves.get(lang));
        let paragraph = column.element(Role::Paragraph, None);
        let line = move_line(&snapshots[1..]);
        column.text(paragraph, &line, MOVES, 1.0, Keep::Free);
    }
    push_way(&mut column, snapshots, lang);
    column
}

fn push_heading(column: &mut Column, title: &str) {
    let heading = Role::Heading {
        level: 2,
        title: title.to_owned(),
    };
    let heading = column.element(heading, None);
    column.text(heading, title, TITLE, 6.0, Keep::WithNext);
}

/// The board with its hands, as large as there is room.
fn push_board(column: &mut Column, shown: &Snapshot, lang: Lang) {
    let board: Scene = shown.session.scene();
    let width = column.width.min(BOARD * board.width / board.height);
    let seen = text::standing(&shown.session.view());
    let figure = column.element(Role::Figure(seen.get(lang)), None);
    let mut row = Row::new(column.width);
    let corner = Spot::new((column.width - width) / 2.0, 0.0);
    row.picture(figure, &board, corner, width);
    column.push(row, 4.0, Keep::Free);
}

/// Small boards on the way to the last one.
fn push_way(column: &mut Column, snapshots: &[Snapshot], lang: Lang) {
    let turns = snapshots.len() - 1;
    let apart = turns.div_ceil(MOST + 1).max(LEAST_APART);
    let shown: Vec<&Snapshot> = snapshots
        .iter()
        .step_by(apart)
        .skip(1)
        .filter(|snapshot| snapshot.session.history().len() < turns)
        .collect();
    if shown.is_empty() {
        return;
    }
    let title = Text::new("On the way", "En chemin");
    push_heading(column, &title.get(lang));
    let width = (column.width - GAP * (ABREAST - 1) as f64) / ABREAST as f64;
    for boards in shown.chunks(ABREAST) {
        let mut row = Row::new(column.width);
        for (place, snapshot) in boards.iter().enumerate() {
            let corner = Spot::new((width + GAP) * place as f64, 0.0);
            let seen = text::standing(&snapshot.session.view());
            let figure = column.element(Role::Figure(seen.get(lang)), None);
            let bottom = row.picture(figure, &snapshot.session.diagram(), corner, width);
            let label = snapshot.label.as_deref().unwrap_or_default();
            let caption = column.element(Role::Caption, None);
            row.line(caption, label, CAPTION, Spot::new(corner.x, bottom + 1.0));
        }
        column.push(row, 3.0, Keep::Free);
    }
}

#[cfg(test)]
mod tests {
    use picture::{Theme, to_pdf};

    use super::*;
    use crate::Families;

    const PUBLISHED: &str = include_str!("../families/mijnlieff/examples/published.txt");
    const LONG: &str = include_str!("../families/moulin/examples/envol.txt");

    fn document(record: &str, lang: Lang) -> Document {
        let records = Record::read_all(record, &Families::standard()).unwrap();
        game_sheet(&records[0], "White – Black", "about", Paper::A4, lang).unwrap()
    }

    fn words(document: &Document) -> String {
        let roles = document.elements.iter().map(|element| match &element.role {
            Role::Figure(seen) => format!("[{seen}]"),
            Role::Heading { title, .. } => title.clone(),
            other => format!("{other:?}"),
        });
        roles.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_game_is_printed_with_its_last_board_its_moves_and_boards_on_the_way() {
        let document = document(PUBLISHED, Lang::EN);
        let words = words(&document);
        assert!(words.starts_with("White – Black\nParagraph\n["), "{words}");
        assert!(words.contains("\nMoves\n") && words.contains("\nOn the way\n"));
        // Sixteen turns: after the fourth, the eighth and the twelfth; the last stands above.
        assert_eq!(words.matches('[').count(), 1 + 3);
        assert!(document.without_glyph().is_empty());
        assert!(to_pdf(&document, Theme::Sparing).starts_with(b"%PDF-"));
    }

    #[test]
    fn a_long_game_has_no_more_boards_than_fit_and_its_text_in_french() {
        let document = document(LONG, Lang::FR);
        let words = words(&document);
        assert!(words.contains("\nCoups\n") && words.contains("\nEn chemin\n"));
        assert!((6..=1 + MOST).contains(&words.matches('[').count()));
        for page in &document.pages {
            let room = page.scene.bounds();
            assert_eq!((room.right, room.bottom), (210.0, 297.0));
        }
    }

    #[test]
    fn a_position_alone_is_a_board_and_a_sentence() {
        let record = "[Setup \"moulin:classique\"]\n[Position \"w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w\"]\n\n*\n";
        let document = document(record, Lang::EN);
        assert_eq!(document.pages.len(), 1);
        assert_eq!(words(&document).matches('[').count(), 1);
        assert!(!words(&document).contains("Moves"));
    }
}
