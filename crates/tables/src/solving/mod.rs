//! Values layers: retrograde analysis in the moving phase, the best turn in the placing phase, by
//! the processor or by a graphics card.

pub(crate) mod build;
pub(crate) mod cuda;
pub(crate) mod endings;
pub(crate) mod field;
pub(crate) mod first;
pub(crate) mod half;
pub(crate) mod losses;
pub(crate) mod placing;
pub(crate) mod retrograde;
pub(crate) mod solved;
pub(crate) mod solver;
pub(crate) mod steps;
pub(crate) mod survey;
pub(crate) mod taken_columns;
pub(crate) mod taken_rows;

pub use build::{Batch, Build, BuildError, Built, Late};
pub use cuda::{Card, CardFault, Disagreement};
pub use endings::Endings;
pub use solved::Solved;
pub use solver::{Processor, Solver};
pub use survey::Surveyed;
