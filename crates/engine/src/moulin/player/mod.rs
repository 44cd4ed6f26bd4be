//! How the computer plays the mill family.

mod level;
mod seat;
mod sight;

pub use seat::Chooser;
