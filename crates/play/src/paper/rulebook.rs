use super::column::{Column, Keep, Role, Type, paragraph, picture, words};
use super::{Paper, blank};
use crate::draw::{
    Bookmark, Bounds, Document, Face, Form, Group, Ink, Link, Page, Place, Placement, Scene, Spot,
    Thing,
};
use crate::rulebook::{Block, Book, Diagram, Table};

/// Around the text.
const SIDE: f64 = 28.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 22.0;

const TITLE: Type = kind(Face::Bold, 11.0, 15.0, Ink::Text);
const HEADING: Type = kind(Face::Bold, 5.4, 7.5, Ink::Target);
const RULE: Type = kind(Face::Bold, 3.6, 5.0, Ink::Text);
const BODY: Type = kind(Face::Regular, 3.5, 4.8, Ink::Text);
const SMALL: Type = kind(Face::Regular, 3.0, 4.1, Ink::Text);
const MUTED: Type = kind(Face::Regular, 3.0, 4.1, Ink::Coordinate);
const CELL_HEAD: Type = kind(Face::Bold, 3.0, 4.1, Ink::Text);

/// Above a heading, between paragraphs, and above a row of boards.
const ABOVE_HEADING: f64 = 7.0;
const BETWEEN: f64 = 2.2;
const ABOVE_FIGURES: f64 = 4.0;
/// A board with its caption beside it, boards with captions beneath, and between them.
const LONE_BOARD: f64 = 40.0;
const WIDEST_BOARD: f64 = 42.0;
const GUTTER: f64 = 6.0;
/// A caption beside a board: how far from it, and how narrow at most.
const CAPTION_GAP: f64 = 2.5;
const NARROWEST_CAPTION: f64 = 24.0;
const HAIRLINE: f64 = 0.15;

const fn kind(face: Face, size: f64, leading: f64, ink: Ink) -> Type {
    Type {
        face,
        size,
        leading,
        ink,
    }
}

/// A rulebook to print or to read on a screen, with links from its list of chapters.
#[must_use]
pub fn rulebook(book: &Book, paper: Paper) -> Document {
    let (width, height) = paper.size();
    let room = Bounds {
        left: SIDE,
        top: TOP,
        right: width - SIDE,
        bottom: height - BOTTOM,
    };
    let column = column(book, room.width());
    let placed = column.pages(room);
    let headings: Vec<Place> = placed
        .iter()
        .enumerate()
        .flat_map(|(page, strips)| strips.iter().map(move |placed| (page, placed)))
        .filter(|(_, placed)| matches!(column.strips[placed.strip].role, Role::Heading(_)))
        .map(|(page, placed)| Place {
            page,
            spot: placed.corner,
        })
        .collect();
    let mut pages = Vec::new();
    for (number, strips) in placed.iter().enumerate() {
        let mut page = Page {
            scene: blank(width, height),
            links: Vec::new(),
        };
        for placed in strips {
            let strip = &column.strips[placed.strip];
            let placement = Placement {
                scale: 1.0,
                corner: placed.corner,
            };
            page.scene.lay(&strip.scene, placement);
            if let Role::Contents(chapter) = strip.role {
                let to = headings[chapter];
                let number = page_number(to.page, room.width());
                page.scene.lay(&number, placement);
                let bounds = placement.bounds(strip.scene.bounds());
                page.links.push(Link { bounds, to });
            }
        }
        let foot = foot(book, number, room.width());
        let corner = Spot::new(SIDE, height - 15.0);
        page.scene.lay(&foot, Placement { scale: 1.0, corner });
        pages.push(page);
    }
    let bookmark = |(section, to): (&crate::rulebook::Section, &Place)| Bookmark {
        title: section.title.clone(),
        to: *to,
    };
    Document {
        title: format!("{} ({})", book.title, book.setup),
        lang: book.lang,
        pages,
        bookmarks: book.sections.iter().zip(&headings).map(bookmark).collect(),
    }
}

/// The number of a page at the right end of a line about a chapter.
fn page_number(page: usize, width: f64) -> Scene {
    let text = (page + 1).to_string();
    let left = width - BODY.face.width(&text, BODY.size);
    let mut scene = blank(width, BODY.leading);
    scene.groups.push(words(&text, BODY, left, 0.0));
    scene
}

fn foot(book: &Book, page: usize, width: f64) -> Scene {
    let mut scene = blank(width, MUTED.leading);
    let name = format!("{} ({})", book.title, book.setup);
    scene.groups.push(words(&name, MUTED, 0.0, 0.0));
    let number = (page + 1).to_string();
    let left = width - MUTED.face.width(&number, MUTED.size);
    scene.groups.push(words(&number, MUTED, left, 0.0));
    scene
}

fn column(book: &Book, width: f64) -> Column {
    let mut column = Column::new(width);
    column.text(&book.title, TITLE, 0.0, Keep::Free);
    column.text(&book.about, BODY, 1.0, Keep::Free);
    for (chapter, section) in book.sections.iter().enumerate() {
        let mut line = blank(width, BODY.leading);
        line.groups.push(words(
            &section.title,
            Type {
                ink: Ink::Target,
                ..BODY
            },
            0.0,
            0.0,
        ));
        let gap = if chapter == 0 { 5.0 } else { 0.0 };
        column.push(line, gap, Keep::Free, Role::Contents(chapter));
    }
    for (chapter, section) in book.sections.iter().enumerate() {
        let mut line = blank(width, HEADING.leading);
        line.groups.push(words(&section.title, HEADING, 0.0, 0.0));
        column.push(line, ABOVE_HEADING, Keep::WithNext, Role::Heading(chapter));
        for block in &section.blocks {
            push_block(&mut column, block);
        }
    }
    column
}

fn push_block(column: &mut Column, block: &Block) {
    match block {
        Block::Paragraph(text) => column.text(text, BODY, BETWEEN, Keep::Free),
        Block::Moves(text) => column.text(text, RULE, ABOVE_FIGURES, Keep::WithNext),
        Block::List(items) => {
            for item in items {
                push_item(column, item);
            }
        }
        Block::Rule(point) => {
            push_title(column, &point.title, &point.rule.to_string());
            column.text(&point.text, BODY, 0.3, Keep::Free);
        }
        Block::Question(question) => {
            push_title(column, &question.question, &question.rule.to_string());
            column.text(&question.answer, BODY, 0.3, Keep::Free);
        }
        Block::Diagrams(diagrams) => match &diagrams[..] {
            [one] => push_board(column, one),
            several => push_boards(column, several),
        },
        Block::Table(table) => push_table(column, table),
    }
}

/// A title in bold, its rule in grey at the right.
fn push_title(column: &mut Column, title: &str, rule: &str) {
    let first = column.strips.len();
    column.text(title, RULE, 2.6, Keep::WithNext);
    let left = column.width - MUTED.face.width(rule, MUTED.size);
    let line = &mut column.strips[first].scene;
    line.groups
        .push(words(rule, MUTED.level_with(RULE), left, 0.0));
}

/// A text with a dot before it.
fn push_item(column: &mut Column, text: &str) {
    let first = column.strips.len();
    column.indented(text, BODY, BETWEEN / 2.0, Keep::Free, 5.0);
    let line = &mut column.strips[first].scene;
    line.groups.insert(0, words("•", BODY, 0.8, 0.0));
}

/// A board with its caption on the right.
fn push_board(column: &mut Column, diagram: &Diagram) {
    let mut scene = blank(column.width, 0.0);
    let board = picture(&mut scene, &diagram.scene, Spot::new(0.0, 0.0), LONE_BOARD);
    let left = LONE_BOARD + GUTTER;
    let mut caption = blank(column.width, 0.0);
    let spot = Spot::new(left, 0.0);
    let high = paragraph(
        &mut caption,
        &diagram.caption,
        BODY,
        spot,
        column.width - left,
    );
    let down = ((board - high) / 2.0).max(0.0);
    let corner = Spot::new(0.0, down);
    scene.lay(&caption, Placement { scale: 1.0, corner });
    scene.height = board.max(high);
    column.push(scene, ABOVE_FIGURES, Keep::Free, Role::Plain);
}

/// Boards beside each other, their captions beneath, or beside them where there is room.
fn push_boards(column: &mut Column, diagrams: &[Diagram]) {
    let count = diagrams.len() as f64;
    let cell = (column.width - GUTTER * (count - 1.0)) / count;
    let width = cell.min(WIDEST_BOARD);
    let mut scene = blank(column.width, 0.0);
    let boards = diagrams
        .iter()
        .map(|diagram| diagram.scene.height * width / diagram.scene.width);
    let board = boards.fold(0.0, f64::max);
    for (place, diagram) in diagrams.iter().enumerate() {
        let corner = Spot::new((cell + GUTTER) * place as f64, 0.0);
        picture(&mut scene, &diagram.scene, corner, width);
        let beside = cell - width - CAPTION_GAP;
        let (spot, room) = if beside >= NARROWEST_CAPTION {
            (corner.offset(width + CAPTION_GAP, CAPTION_GAP), beside)
        } else {
            (corner.offset(0.0, board + 1.0), cell)
        };
        let high = paragraph(&mut scene, &diagram.caption, SMALL, spot, room);
        scene.height = scene.height.max(board).max(spot.y + high);
    }
    column.push(scene, ABOVE_FIGURES, Keep::Free, Role::Plain);
}

/// A row a strip, with a hairline above each.
fn push_table(column: &mut Column, table: &Table) {
    let cells = table.head.len() as f64;
    let width = (column.width - 3.0 * (cells - 1.0)) / cells;
    // A table is short and stays on one page.
    let rows = [&table.head].into_iter().chain(&table.rows);
    for (number, row) in rows.enumerate() {
        let mut scene = blank(column.width, 0.0);
        for (place, cell) in row.iter().enumerate() {
            let kind = if number == 0 || place == 0 {
                CELL_HEAD
            } else {
                SMALL
            };
            let corner = Spot::new((width + 3.0) * place as f64, 1.0);
            let high = paragraph(&mut scene, cell, kind, corner, width);
            scene.height = scene.height.max(high + 2.0);
        }
        let line = Form::Line {
            from: Spot::new(0.0, 0.0),
            to: Spot::new(column.width, 0.0),
        };
        let line = line.stroked(Ink::Grain, HAIRLINE);
        scene.groups.push(Group::new(Thing::Words, vec![line]));
        let gap = if number == 0 { ABOVE_FIGURES } else { 0.0 };
        let keep = if number < table.rows.len() {
            Keep::WithNext
        } else {
            Keep::Free
        };
        column.push(scene, gap, keep, Role::Plain);
    }
}
