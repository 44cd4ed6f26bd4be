//! Mijnlieff (Andy Hopwood, 2010): boards from tiles, rules, notation, and all boards there are.
//!
//! A board is data: give tiles, get tables. A [`Mijnlieff`] value is one game: a board with an
//! opening rule and a rule for gaps.
//!
//! ```
//! use game::{Game, Notation};
//! use mijnlieff::Mijnlieff;
//!
//! let mijnlieff = Mijnlieff::from_options("").unwrap(); // the base board, the sheet's rules
//! let start = mijnlieff.start();
//! let straight = mijnlieff.read_move(&start, "La1").unwrap();
//! let position = mijnlieff.play(&start, straight);
//! let open: Vec<String> = mijnlieff.open(&position).into_iter().map(|s| mijnlieff.board().name(s)).collect();
//! assert_eq!(open.join(" "), "a2 a3 a4 b1 c1 d1");
//! ```
#![forbid(unsafe_code)]

mod board;
mod contact;
pub mod ending;
mod grid;
mod hands;
mod illegal;
mod kind;
mod layout;
mod mijnlieff;
mod move_text;
mod played;
mod position;
mod position_text;
pub mod rule;
mod setup;
mod square;

pub use board::{Board, Gaps};
pub use contact::{Contact, layouts};
pub use grid::{Cell, Turning};
pub use hands::Hands;
pub use illegal::Illegal;
pub use kind::Kind;
pub use layout::{Layout, LayoutError};
pub use mijnlieff::{Mijnlieff, Opening};
pub use move_text::MoveError;
pub use played::Move;
pub use position::{Limit, Position, PositionError};
pub use setup::{KEYS, NAME, SetupError};
pub use square::{Square, Squares};
