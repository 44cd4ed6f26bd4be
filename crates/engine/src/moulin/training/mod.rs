//! What a judgement is learnt from: positions whose values tables know.

mod file;
mod fit;
mod plan;
mod sample;
mod trainer;

pub use file::{LessonsError, read, write};
pub use fit::{Learnt, learn};
pub use plan::Plan;
pub use sample::Lesson;

pub use super::network::STAGES;
