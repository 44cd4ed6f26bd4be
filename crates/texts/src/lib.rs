//! What people read, in every language there is a folder for.
//!
//! A language is a folder of `languages/`: files in [Fluent]'s syntax, which a translator edits without
//! knowing Rust. English decides which messages there are and what is put into them: from its files
//! the build makes one type per message, and [`text!`] fills it. A message that is not there, or one with a
//! placeholder too many or too few, does not compile.
//!
//! ```text
//! text!(play::to_move, side: key)  →  Text  →  Text::get(Lang::FR)
//!                                               languages/fr/play.ftl: to-move = { $side -> … }
//! ```
//!
//! `languages/README.md` says how the files are written.
//!
//! [Fluent]: https://projectfluent.org

mod format;
mod lang;
mod language;
mod text;
mod typography;
mod value;

#[cfg(test)]
mod tests;

mod generated {
    include!(concat!(env!("OUT_DIR"), "/generated.rs"));
}

pub use generated::messages;
pub use lang::{Lang, UnknownLang};
pub use language::{FolderFault, add};
pub use text::Text;
pub use value::{Key, List, Number, Value};

/// A message of the catalogue with what stands for its placeholders.
///
/// ```
/// use texts::{Lang, text};
///
/// let names = ["a1", "b2"];
/// assert_eq!(text!(common::these_and_those, names).get(Lang::FR), "a1 et b2");
/// ```
#[macro_export]
macro_rules! text {
    ($file:ident :: $id:ident $(, $name:ident $(: $value:expr)?)* $(,)?) => {
        $crate::messages::$file::$id {
            $($name: $crate::placed!($name $(, $value)?).into()),*
        }
        .text()
    };
}

/// The value of a placeholder that may be named like a variable.
#[doc(hidden)]
#[macro_export]
macro_rules! placed {
    ($name:ident) => {
        $name
    };
    ($name:ident, $value:expr) => {
        $value
    };
}
