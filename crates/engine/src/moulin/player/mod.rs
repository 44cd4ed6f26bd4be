//! How the computer plays the mill family.

mod bot;
mod level;
mod tactics;

pub use bot::MoulinBot;
