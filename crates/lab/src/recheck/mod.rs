//! What comes with the program, computed a second time: random entries of the atlas and of the
//! opening books of Mijnlieff.

mod atlas;
mod books;

pub use atlas::{AtlasCheck, Difference};
pub use books::{BookCheck, BookEntry};
