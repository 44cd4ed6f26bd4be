//! What every board game here offers, and nothing about any one of them.
//!
//! A [`Game`] is a value that holds rules and board tables; a position is plain data. A move is a
//! whole turn, and a position without a legal move is a finished game. [`Notation`] gives setups,
//! positions and moves their text. [`conformance`] is the check every game runs.
//!
//! ```
//! use game::{Ending, Game, Outcome, Reason, Rule, Side};
//!
//! /// Two players take one or two matches in turn; who takes the last one wins.
//! struct Matches(u8);
//!
//! const LAST_MATCH: Ending = Ending::new("last match", Rule("M1"));
//!
//! impl Game for Matches {
//!     const ENDINGS: &'static [Ending] = &[LAST_MATCH];
//!     type Position = (u8, Side);
//!     type Move = u8;
//!     fn start(&self) -> (u8, Side) {
//!         (self.0, Side::White)
//!     }
//!     fn turn(&self, position: &(u8, Side)) -> Side {
//!         position.1
//!     }
//!     fn each_move(&self, position: &(u8, Side), mut visit: impl FnMut(u8)) {
//!         (1..=position.0.min(2)).for_each(|taken| visit(taken));
//!     }
//!     fn play(&self, position: &(u8, Side), taken: u8) -> (u8, Side) {
//!         (position.0 - taken, position.1.other())
//!     }
//!     fn outcome(&self, position: &(u8, Side)) -> Option<Outcome> {
//!         let reason = Reason::Rules(LAST_MATCH);
//!         (position.0 == 0).then(|| Outcome::win(position.1.other(), reason))
//!     }
//! }
//!
//! assert_eq!(game::perft(&Matches(3), &(3, Side::White), 2), 3); // 1+1, 1+2, 2+1
//! game::conformance::check(&Matches(9), 100, 1);
//! ```
#![forbid(unsafe_code)]

pub mod conformance;
mod draw_limits;
mod excerpt;
mod fields;
mod notation;
mod outcome;
mod perft;
mod random;
mod rule;
mod rules;
mod side;

pub use draw_limits::DrawLimits;
pub use excerpt::Excerpt;
pub use fields::{FieldError, Fields};
pub use notation::Notation;
pub use outcome::{Ending, Outcome, Reason};
pub use perft::{Walk, perft, walk};
pub use random::{Playout, Random, playout};
pub use rule::Rule;
pub use rules::Game;
pub use side::Side;
