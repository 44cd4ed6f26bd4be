//! A game being played, for any front end: match, record, texts in French and English, drawing.
//!
//! [`Setup`] turns a setup text into a [`Session`]; a session takes moves as text and says in
//! words what is happening. No front end knows a rule.
//!
//! ```
//! use play::{Lang, Setup};
//!
//! let setup: Setup = "mijnlieff:opening=edge".parse().unwrap();
//! let mut session = setup.session();
//! session.play("Pb1").unwrap();
//! assert_eq!(session.open(), ["a3", "a4", "b3", "b4", "c3", "c4", "d1", "d2", "d3", "d4"]);
//! let refusal = session.play("La1").unwrap_err();
//! assert!(refusal.line(Lang::En).starts_with("MJ4: the pusher on b1 does not let you play on a1"));
//! ```
#![forbid(unsafe_code)]

pub mod analysis;
pub mod arena;
mod clock;
mod computer;
pub mod draw;
mod family;
mod lang;
mod matches;
mod opponent;
pub mod paper;
pub mod protocol;
pub mod record;
mod refusal;
pub mod rulebook;
mod session;
mod setup;
mod terminal;
pub mod text;
mod view;

pub use clock::{Clock, Millis, TimeControl, TimeControlError};
pub use computer::{Computer, ComputerError};
pub use family::Family;
pub use lang::Lang;
pub use matches::Match;
pub use opponent::{Opponent, caveat, opponent};
pub use refusal::Refusal;
pub use session::Session;
pub use setup::{Setup, SetupError};
pub use terminal::{Colour, Glyphs, Style};
pub use view::{Standing, Turn, View};

/// The code of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
