//! The mill family in bits: the one fast form of its rules, for tables, search and judgement. The
//! rules crate is the judge it is held against, on more than a million positions.
//!
//! A set of points is a `u32` with a bit per point, as in [`moulin::Points`]. [`Geometry`] is the
//! board, [`Laws`] are the rules (captures, flight, fewest stones), a [`State`] is a position as the
//! side to move sees it, a [`Turn`] leads from one to the next.

mod bits;
mod geometry;
mod image;
mod laws;
mod lines;
mod state;
mod turn;

pub use bits::{bits, bits64};
pub use geometry::Geometry;
pub use image::Image;
pub use laws::{Captures, Flying, Laws};
pub use lines::{bare, full, ones, twos};
pub use state::State;
pub use turn::{NOWHERE, Turn};

pub(crate) use lines::in_lines;
