use std::collections::BTreeSet;

use super::{Element, Part};
use crate::{Bounds, Form, Scene, Spot};

/// Pages to be printed or read in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// The tag of the language it is written in: `en`, `fr`.
    pub lang: String,
    /// Its pages.
    pub pages: Vec<Page>,
    /// Its chapters, for readers that list them.
    pub bookmarks: Vec<Bookmark>,
    /// What it consists of, in the order in which it is read aloud; nothing when that is not told.
    pub elements: Vec<Element>,
}

/// One side of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// What is on it, in millimetres.
    pub scene: Scene,
    /// What leads somewhere.
    pub links: Vec<Link>,
    /// What belongs to an element of the document, from the hindmost on.
    pub parts: Vec<Part>,
}

/// A part of a page that leads to another place of the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The part.
    pub bounds: Bounds,
    /// Where it leads.
    pub to: Destination,
    /// The same in words.
    pub text: String,
    /// The element it belongs to.
    pub element: usize,
}

/// A name for a place of the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Bookmark {
    /// The name.
    pub title: String,
    /// The place.
    pub to: Destination,
}

/// A place of the document, by default its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Destination {
    /// Pages before the one it is on.
    pub page: usize,
    /// Where on that page, in millimetres.
    pub spot: Spot,
}

impl Document {
    /// The characters of its pages for which there is no glyph: a box stands in their place.
    #[must_use]
    pub fn without_glyph(&self) -> BTreeSet<char> {
        let shapes = self.pages.iter().flat_map(|page| page.scene.shapes());
        let texts = shapes.filter_map(|shape| match &shape.form {
            Form::Words { text, face, .. } => Some((text, *face)),
            _ => None,
        });
        texts
            .flat_map(|(text, face)| text.chars().map(move |character| (character, face)))
            .filter(|(character, face)| !face.has(character.encode_utf8(&mut [0; 4])))
            .map(|(character, _)| character)
            .collect()
    }

    /// A document of pages without links, chapters and elements.
    #[must_use]
    pub fn of(title: String, lang: &str, scenes: Vec<Scene>) -> Document {
        let page = |scene| Page {
            scene,
            links: Vec::new(),
            parts: Vec::new(),
        };
        Document {
            title,
            lang: lang.to_owned(),
            pages: scenes.into_iter().map(page).collect(),
            bookmarks: Vec::new(),
            elements: Vec::new(),
        }
    }
}
