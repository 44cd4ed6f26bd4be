//! Mijnlieff: exact values on boards of one set, strong play on all.
//!
//! A position becomes a compact state of 64 bits, seen from the side to move. The search finds its
//! value by alpha-beta with a transposition table that all threads share. [`Solver`] is the entry
//! point; [`Book`] spares it the first turns of the base board, [`FirstMoves`] the first turn of the
//! others. [`Searcher`] and [`Sampler`] search boards of any size; [`MijnlieffBot`] plays with all
//! this; [`reasons()`] says what speaks for a turn.

pub mod atlas;
mod bits;
mod book;
mod bounds;
mod compact;
mod first_moves;
mod player;
mod reasons;
mod search;
mod solver;
mod wide;

pub use atlas::{Atlas, Entry};
pub use book::{Book, BookError};
pub use first_moves::{FirstMoves, Start};
pub use player::{Choice, MijnlieffBot};
pub use reasons::{Reason, reasons};
pub use solver::{Best, Solver, TooLarge, Valued};
pub use wide::{Limits, Sampler, Score, SearchResult, Searcher};
