use std::ops::Range;

/// Something a document consists of, for those who have it read aloud. What belongs to no element
/// is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// What it is.
    pub role: Role,
    /// The element it belongs to, an earlier one; `None` at the top.
    pub within: Option<usize>,
}

/// What an element is to its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A chapter.
    Section,
    /// A heading of level 1, 2 or 3.
    Heading {
        /// The level.
        level: u16,
        /// What it says.
        title: String,
    },
    /// Some sentences.
    Paragraph,
    /// The list of chapters.
    Contents,
    /// A line of it.
    Entry,
    /// A list.
    List,
    /// A thing on a list.
    Item,
    /// The sign before it.
    Label,
    /// What it says.
    Body,
    /// A picture, and what there is to see.
    Figure(String),
    /// The words about a picture.
    Caption,
    /// A table.
    Table,
    /// A row of it.
    Row,
    /// What a column of it is about.
    ColumnHead,
    /// What a row of it is about.
    RowHead,
    /// A cell of it.
    Cell,
}

/// A part of a page that belongs to an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The groups of the page that make it.
    pub groups: Range<usize>,
    /// The element, by its number in the document.
    pub element: usize,
}

impl Part {
    /// The same part when so many groups come before.
    #[must_use]
    pub fn after(&self, groups: usize) -> Part {
        Part {
            groups: self.groups.start + groups..self.groups.end + groups,
            element: self.element,
        }
    }
}
