//! Questions whose answers tables know, to measure who plays without them.

mod phase;
mod question;
mod questions;

pub use phase::Phase;
pub use question::{Question, QuestionError};
pub use questions::Questions;
