use picture::page::{
    Bookmark, Column, Destination, Document, Keep, Link, Page, Paper, Part, Role, Row, Type, words,
};
use picture::{Bounds, Face, Ink, Placement, Scene, Spot};

use super::chapter;
use crate::rulebook::{Book, Section};

/// Around the text.
const SIDE: f64 = 28.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 22.0;

const TITLE: Type = Type::new(Face::Bold, 11.0, 15.0, Ink::Text);
const ABOUT: Type = Type::new(Face::Regular, 3.5, 4.8, Ink::Text);
const CHAPTER: Type = Type::new(Face::Regular, 3.5, 4.8, Ink::Target);
const NUMBER: Type = Type::new(Face::Regular, 3.5, 4.8, Ink::Text);
const MUTED: Type = Type::new(Face::Regular, 3.0, 4.1, Ink::Coordinate);

/// What begins with the list of chapters and where it leads.
struct Plan {
    column: Column,
    /// For each chapter the strips of its line in the list and of its heading.
    chapters: Vec<Chapter>,
}

struct Chapter {
    line: usize,
    heading: usize,
}

/// A rulebook to print, to read on a screen, with links from its list of chapters, or to have read
/// aloud.
#[must_use]
pub fn rulebook(book: &Book, paper: Paper) -> Document {
    let (width, height) = paper.size();
    let room = Bounds {
        left: SIDE,
        top: TOP,
        right: width - SIDE,
        bottom: height - BOTTOM,
    };
    let Plan { column, chapters } = plan(book, room.width());
    let placed = column.pages(room);
    let mut places = vec![Destination::default(); column.strips.len()];
    for (page, strips) in placed.iter().enumerate() {
        for strip in strips {
            places[strip.strip] = Destination {
                page,
                spot: strip.corner,
            };
        }
    }
    let mut pages = Vec::new();
    for (number, strips) in placed.iter().enumerate() {
        let mut page = Page {
            scene: Scene::blank(width, height),
            links: Vec::new(),
            parts: Vec::new(),
        };
        for placed in strips {
            let strip = &column.strips[placed.strip];
            let placement = Placement {
                scale: 1.0,
                corner: placed.corner,
            };
            let before = page.scene.groups.len();
            page.scene.lay(&strip.scene, placement);
            page.parts
                .extend(strip.parts.iter().map(|part| part.after(before)));
            let chapter = chapters
                .iter()
                .zip(&book.sections)
                .find(|(chapter, _)| chapter.line == placed.strip);
            if let Some((chapter, section)) = chapter {
                let link = Link {
                    bounds: placement.bounds(strip.scene.bounds()),
                    to: places[chapter.heading],
                    text: section.title.clone(),
                    element: strip.parts[0].element,
                };
                push_page_number(&mut page, &link, placement, room.width());
                page.links.push(link);
            }
        }
        let foot = foot(book, number, room.width());
        let corner = Spot::new(SIDE, height - 15.0);
        page.scene.lay(&foot, Placement { scale: 1.0, corner });
        pages.push(page);
    }
    let bookmark = |(section, chapter): (&Section, &Chapter)| Bookmark {
        title: section.title.clone(),
        to: places[chapter.heading],
    };
    Document {
        title: name(book),
        lang: book.lang.tag().to_owned(),
        pages,
        bookmarks: book.sections.iter().zip(&chapters).map(bookmark).collect(),
        elements: column.elements,
    }
}

/// The number of the page a link leads to, at the right end of its line.
fn push_page_number(page: &mut Page, link: &Link, placement: Placement, width: f64) {
    let text = (link.to.page + 1).to_string();
    let left = width - NUMBER.face.width(&text, NUMBER.size);
    let mut scene = Scene::blank(width, NUMBER.leading);
    scene.groups.push(words(&text, NUMBER, left, 0.0));
    let before = page.scene.groups.len();
    page.scene.lay(&scene, placement);
    page.parts.push(Part {
        groups: before..page.scene.groups.len(),
        element: link.element,
    });
}

/// The game, and under which rules unless that is the same.
fn name(book: &Book) -> String {
    if book.title.to_lowercase() == book.setup {
        book.title.clone()
    } else {
        format!("{} ({})", book.title, book.setup)
    }
}

fn foot(book: &Book, page: usize, width: f64) -> Scene {
    let mut scene = Scene::blank(width, MUTED.leading);
    scene.groups.push(words(&name(book), MUTED, 0.0, 0.0));
    let number = (page + 1).to_string();
    let left = width - MUTED.face.width(&number, MUTED.size);
    scene.groups.push(words(&number, MUTED, left, 0.0));
    scene
}

fn plan(book: &Book, width: f64) -> Plan {
    let mut column = Column::new(width);
    let title = column.element(
        Role::Heading {
            level: 1,
            title: book.title.clone(),
        },
        None,
    );
    column.text(title, &book.title, TITLE, 0.0, Keep::Free);
    if name(book) != book.title {
        let rules = column.element(Role::Paragraph, None);
        column.text(rules, &book.setup, MUTED, 0.5, Keep::Free);
    }
    let about = column.element(Role::Paragraph, None);
    column.text(about, &book.about, ABOUT, 2.0, Keep::Free);
    let contents = column.element(Role::Contents, None);
    let mut lines = Vec::new();
    for (number, section) in book.sections.iter().enumerate() {
        let entry = column.element(Role::Entry, Some(contents));
        let mut row = Row::new(width);
        // The number of the page follows.
        let title = format!("{} ", section.title);
        row.line(entry, &title, CHAPTER, Spot::new(0.0, 0.0));
        lines.push(column.strips.len());
        let gap = if number == 0 { 5.0 } else { 0.0 };
        column.push(row, gap, Keep::Free);
    }
    let mut chapters = Vec::new();
    for (section, line) in book.sections.iter().zip(lines) {
        let heading = column.strips.len();
        chapters.push(Chapter { line, heading });
        chapter::push(&mut column, section, book.lang);
    }
    Plan { column, chapters }
}
