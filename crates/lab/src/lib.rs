//! What measures players and programs: benchmarks, exams whose answers tables know, the ladder of
//! levels, the speed of probes, and results that are computed a second time.
//!
//! Nobody needs it to play; only the command line uses it.
//!
//! ```
//! use lab::bench::{Measured, Scale, Suite};
//!
//! let benchmark = Suite::Rules.benchmarks(Scale::Quick).remove(0);
//! assert_eq!(benchmark.name(), "moulin perft, every leaf played");
//! let Measured::Throughput { amount, unit, .. } = benchmark.run() else {
//!     panic!("perft is done again and again");
//! };
//! assert_eq!((amount, unit), (5_140_800, "leaves"));
//! ```
#![forbid(unsafe_code)]

pub mod bench;
pub mod exam;
pub mod levels;
pub mod probing;
pub mod recheck;
