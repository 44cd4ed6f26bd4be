//! Search on boards of any size: exact where the end of the game is in reach, an estimate where
//! it is not, and always clear about which.
//!
//! A position becomes a [`state`] over the [`tables`] of its board. Two searches play on it:
//! [`searcher`] lets [`search`] look a number of pieces ahead with a transposition table of fixed size
//! and an [`evaluation`] at the horizon, and proves endings; [`sampler`] is a Monte Carlo tree search.

mod evaluation;
mod key;
mod playout;
mod sampler;
mod search;
mod searcher;
mod state;
mod tables;

pub use sampler::Sampler;
pub use searcher::{Limits, Score, SearchResult, Searcher};
