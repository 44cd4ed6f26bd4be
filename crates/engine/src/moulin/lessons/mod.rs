//! What a judgement is learnt from: positions whose values tables know.

mod file;
mod learn;
mod lesson;
mod plan;
mod pupil;

pub use file::{LessonsError, read, write};
pub use learn::{Learnt, learn};
pub use lesson::Lesson;
pub use plan::Plan;

pub use super::intuition::STAGES;
