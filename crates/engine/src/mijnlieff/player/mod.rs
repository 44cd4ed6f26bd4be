//! How the computer plays Mijnlieff.

mod bot;
mod large;
mod level;

pub use bot::{Choice, MijnlieffBot};
