//! A game being played, for any front end: match, record, texts in French and English, drawing.
//!
//! [`Families`] turn a setup text into a [`Setup`], which opens a [`Session`]; a session takes moves as text and says in
//! words what is happening. No front end knows a rule.
//!
//! ```
//! use play::{Families, Lang};
//!
//! let setup = Families::standard().setup("mijnlieff:opening=edge").unwrap();
//! let mut session = setup.session();
//! session.play("Pb1").unwrap();
//! assert_eq!(session.open(), ["a3", "a4", "b3", "b4", "c3", "c4", "d1", "d2", "d3", "d4"]);
//! let refusal = session.play("La1").unwrap_err();
//! assert!(refusal.line(Lang::EN).starts_with("MJ4: the pusher on b1 does not let you play on a1"));
//! ```
#![forbid(unsafe_code)]

pub mod analysis;
pub mod arena;
mod arrangement;
mod clock;
mod computer;
pub mod families;
mod family;
mod hint;
mod matches;
mod opponent;
pub mod paper;
pub mod protocol;
mod reader;
pub mod record;
mod refusal;
pub mod rulebook;
mod session;
mod setup;
pub mod terminal;
pub mod text;
mod threats;
mod touch;
mod variant;
mod view;

pub use arrangement::Arrangement;
pub use clock::{Clock, Millis, TimeControl, TimeControlError};
pub use computer::{Computer, ComputerError};
pub use families::{Families, Offer, SetupError};
pub use family::Family;
pub use hint::{Hint, Look};
pub use matches::Match;
pub use opponent::{Opponent, PlayerWords, caveat};
pub use reader::Reader;
pub use refusal::Refusal;
pub use session::Session;
pub use setup::Setup;
pub use terminal::{Colour, Glyphs, Style};
pub use texts::Lang;
pub use threats::Threats;
pub use touch::{NoTouch, Touch};
pub use variant::Variant;
pub use view::{Closing, ClosingStep, Standing, Turn, View};

/// The code of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
