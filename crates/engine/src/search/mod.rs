//! What the alpha-beta searches of all families share. Each search brings its own states, order of
//! moves and evaluation, and implements [`Negamax`]; everything is generic and statically
//! dispatched.

mod bound;
mod control;
mod deepening;
mod entry;
mod in_progress;
mod negamax;
mod ordering;
mod ranking;
mod stop;
mod transposition_table;

pub(crate) use bound::Bound;
pub(crate) use control::{Control, NodeCounter, with_helpers};
pub(crate) use deepening::{Progress, deepen};
pub(crate) use entry::{DepthEntry, PackedMove};
pub(crate) use in_progress::InProgress;
pub(crate) use negamax::{Best, Negamax};
pub(crate) use ordering::pick;
pub(crate) use ranking::{RankedMove, Ranking};
pub use stop::{Stop, Stopped};
pub(crate) use transposition_table::{Entry, Found, Key, TranspositionTable, mix};
