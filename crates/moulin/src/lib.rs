//! The mill family (moulin, nine men's morris): board, rules as values, notation, symmetry.
//!
//! The three printed sheets are three constants of one [`Rules`] type; a rule another table plays
//! is another value. A turn is one [`Move`], capture included.
//!
//! ```
//! use game::{Game, Notation};
//! use moulin::{BARREAU, Moulin};
//!
//! // Sheet 004: white closes a mill, but every black stone is safe in one, so none is taken (ML4).
//! let moulin = Moulin::new(BARREAU);
//! let position = moulin.read_position("w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w").unwrap();
//! let closing = moulin.read_move(&position, "g4-g1").unwrap();
//! let next = moulin.play(&position, closing);
//! assert_eq!(moulin.position_text(&next), "w=a1,d1,g1;b=b2,d2,f2;hand=0,0;turn=b");
//! ```
#![forbid(unsafe_code)]

mod board;
mod capture;
pub mod ending;
mod illegal;
mod moulin;
mod move_text;
mod played;
mod point;
mod position;
mod position_text;
pub mod rule;
mod rules;
mod setup;
mod symmetry;

pub use board::{Board, NINE};
pub use illegal::{Grounded, Illegal};
pub use moulin::Moulin;
pub use move_text::MoveError;
pub use played::Move;
pub use point::{Point, Points};
pub use position::{Flights, Position, PositionError};
pub use rules::{BARREAU, CLASSIQUE, Double, ENVOL, FEWEST, Flight, Rules, SHEETS, Stuck, Takes};
pub use setup::{KEYS, NAME, SetupError};
pub use symmetry::Symmetry;
