//! What positions look like, learnt from tables: a judgement for players who look ahead far.
//!
//! A position is read in seven [regions](Regions), three squares and four sides. What stands in a
//! region is a pattern, alike under the symmetries of the board, and each pattern has a row of
//! numbers. Their sum over the regions, begun with a row for how many stones each side has, says
//! how the position looks: its last number does so at once, each of the others as far as it is
//! above nothing and at most [`FULL`].

mod file;
mod net;
mod phase;
mod regions;

pub(in crate::moulin) use net::{Intuition, StageRows};
pub(in crate::moulin) use phase::Counts;
pub use phase::STAGES;
pub(in crate::moulin) use regions::{PATTERNS, REGIONS, Regions};

/// Numbers in a row.
pub(in crate::moulin) const WIDTH: usize = 16;

/// The numbers of a pattern.
pub(in crate::moulin) type Row = [i16; WIDTH];

/// The place of the number that counts at once.
pub(in crate::moulin) const PLAIN: usize = WIDTH - 1;

/// What the other numbers count at most.
pub(in crate::moulin) const FULL: i16 = 64;
