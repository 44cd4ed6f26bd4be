//! Mijnlieff: exact values on boards of one set.
//!
//! A position becomes a compact state of 64 bits, seen from the side to move. The search finds its
//! value by alpha-beta with a cache that all threads share. [`Solver`] is the door, and [`Book`]
//! spares it the first turns of the base board.

pub mod atlas;
mod book;
mod busy;
mod cache;
mod compact;
mod search;
mod solver;

pub use atlas::{Atlas, Entry};
pub use book::{Book, BookError};
pub use solver::{Best, Solver, TooLarge, Valued};
