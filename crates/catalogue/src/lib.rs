//! Reads the files of translators, which are written in [Fluent]'s syntax, and says which placeholders a
//! message has.
//!
//! ```
//! use catalogue::{Files, Kind, Said, read};
//!
//! let text = "
//! stones = { $count ->
//!     [one] a stone
//!    *[other] { $count } stones
//! }";
//! let source = read(text).unwrap();
//! let files = Files::from([("moulin".to_owned(), source)]);
//! let message = &files["moulin"].messages[0];
//! let said = Said::of(&files, "moulin", message).unwrap();
//! assert_eq!(said.placeholders["count"], Kind::Number);
//! ```
//!
//! [Fluent]: https://projectfluent.org

mod pattern;
mod said;
mod source;

pub use pattern::{Choice, Conjunction, Part, Pattern};
pub use said::{Files, Kind, Said, Unsaid};
pub use source::{Fault, Message, Source, read};

/// The file whose messages and terms all others may refer to.
pub const COMMON: &str = "common";

/// The file that says how a language is set, and has no messages.
pub const ABOUT: &str = "language";
