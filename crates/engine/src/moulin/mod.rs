//! The mill family: search under any rule set.
//!
//! A position becomes a `state` over the `geometry` of its board, seen from the side to move.
//! `search` looks a number of turns ahead with a `cache` that all threads share and an
//! `evaluation` at the horizon. [`Thinker`] is the door; [`reasons()`] says
//! what speaks for a turn.

mod cache;
mod evaluation;
pub mod exam;
mod experience;
mod geometry;
mod intuition;
mod knowledge;
pub mod lessons;
mod library;
mod moves;
mod past;
mod place;
mod player;
mod probe;
mod reasons;
mod recall;
mod root;
mod search;
mod shared;
mod state;
mod thinker;
mod turn;
mod verdict;

pub use knowledge::{Extent, Knowledge};
pub use library::Library;
pub use player::Chooser;
pub use probe::{Ending, Probe};
pub use reasons::{Reason, reasons};
pub use shared::knowledge;
pub use thinker::{Answer, Limits, Line, Thinker, Variety};
pub use verdict::Verdict;
