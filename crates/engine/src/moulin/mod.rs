//! The mill family: search under any rule set.
//!
//! A position becomes a state of the kernel in `tables`, seen from the side to move. `search` looks a
//! number of turns ahead with a transposition table that all threads share and an `evaluation` at the
//! horizon. [`Searcher`] is the entry point; [`reasons()`] says what speaks for a turn.

mod damage;
mod entry;
mod evaluation;
pub mod exam;
mod history;
mod knowledge;
mod library;
mod moves;
mod network;
mod node;
mod player;
mod probe;
mod reasons;
mod repetitions;
mod root;
mod score;
mod search;
mod searcher;
mod shared;
mod sheet;
pub mod training;
mod two_level_table;

pub use knowledge::{Extent, Knowledge};
pub use library::Library;
pub use player::MoulinBot;
pub use probe::{Ending, Probe};
pub use reasons::{Reason, reasons};
pub use score::Score;
pub use searcher::{Limits, Line, SearchResult, Searcher, Variety};
pub use shared::knowledge;
pub use sheet::store;
