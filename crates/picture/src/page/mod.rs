//! Pages in millimetres: documents and what they consist of, type in lines and columns, sheets
//! with things to cut out.

mod column;
mod document;
mod grid;
mod paper;
mod sheet;
mod structure;
mod wrap;

pub use column::{Column, Keep, Placed, Row, Strip, Type, excerpt, paragraph, picture, words};
pub use document::{Bookmark, Destination, Document, Link, Page};
pub use grid::Grid;
pub use paper::Paper;
pub use sheet::{Orientation, Sheet};
pub use structure::{Element, Part, Role};
