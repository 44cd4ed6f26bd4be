//! An evaluation trained on tables: a small network with one hidden layer.
//!
//! A position is split into seven [regions](Regions), three squares and four sides. What stands in
//! a region is a pattern, the same for all symmetric images, and each pattern has a row of numbers.
//! The rows of all regions and one for the number of stones are added up. The last number of the sum
//! goes straight into the value; the others are hidden units, clipped to 0..=[`FULL`] and weighted.

mod file;
mod net;
mod phase;
mod regions;

pub(in crate::moulin) use net::{Network, PhaseRows};
pub(in crate::moulin) use phase::Counts;
pub use phase::PHASES;
pub(in crate::moulin) use regions::{PATTERNS, REGIONS, Regions};

/// Numbers in a row.
pub(in crate::moulin) const WIDTH: usize = 16;

/// The numbers of a pattern.
pub(in crate::moulin) type Row = [i16; WIDTH];

/// The index of the number that goes straight into the value.
pub(in crate::moulin) const PLAIN: usize = WIDTH - 1;

/// Hidden units are clipped at this.
pub(in crate::moulin) const FULL: i16 = 64;
