//! Exact values, layer by layer.
//!
//! ```
//! use engine::moulin::Exact;
//! use engine::moulin::tables::Endings;
//! use game::Notation;
//! use moulin::{CLASSIQUE, Moulin};
//!
//! let moulin = Moulin::new(CLASSIQUE);
//! let position = moulin.read_position("w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w").unwrap();
//! let endings = Endings::new(CLASSIQUE);
//! assert_eq!(endings.probe(&position), Some(Exact::Win(1)));
//! ```

mod build;
mod byte;
mod census;
mod check;
mod classes;
mod cuda;
mod endings;
mod field;
mod file;
mod files;
mod first;
mod ground;
mod half;
mod index;
mod layer;
mod losses;
mod lot;
mod openings;
mod packed;
mod packing;
mod placing;
mod row;
mod solve;
mod solved;
mod solver;
mod squeeze;
mod steps;
mod stones;
mod store;
mod subsets;
mod survey;
mod taken_columns;
mod taken_rows;
mod verify;

pub use build::{Build, BuildError, Built, Late, Task};
pub use byte::TooLong;
pub use census::Census;
pub use check::expected;
pub use cuda::{Card, CardFault, Disagreement};
pub use endings::Endings;
pub use file::{Fault, FileFault, Product};
pub use layer::{Layer, Pair};
pub use lot::Lot;
pub use openings::Openings;
pub use packing::Packing;
pub use solved::Solved;
pub use solver::{Processor, Solver};
pub use stones::Stones;
pub use store::Store;
pub use survey::Surveyed;
pub use verify::{Sample, Verification, Wrong};
