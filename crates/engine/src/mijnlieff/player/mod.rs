//! How the computer plays Mijnlieff.

mod large;
mod level;
mod seat;

pub use seat::{Choice, Chooser};
