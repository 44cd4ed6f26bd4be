//! What people read, in French and English. A [`Text`] always has both, so a missing translation
//! does not compile.

mod arena;
mod field;
mod io;
mod outcome;
mod reasons;
mod record;
mod setup;
mod side;
mod standing;

pub use arena::{ladder_line, match_result, match_spoiled, player_refusal};
pub use field::field;
pub use io::io_fault;
pub use outcome::ending;
pub(crate) use reasons::{capital, weighed};
pub(crate) use record::fault as record_fault;
pub(crate) use setup::unknown_game;
pub use setup::unknown_value;
pub use side::side;
pub(crate) use side::{of_players_fr, players, players_first, to_players_fr};
pub(crate) use standing::standing;

use crate::Lang;

/// One message in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    english: String,
    french: String,
}

impl Text {
    /// A message. Write plain quotes and spaces: the typography of each language is set here.
    #[must_use]
    pub fn new(english: impl AsRef<str>, french: impl AsRef<str>) -> Text {
        Text {
            english: english_typography(english.as_ref()),
            french: french_typography(french.as_ref()),
        }
    }

    /// The message in a language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.english,
            Lang::Fr => &self.french,
        }
    }

    /// The same change to both languages.
    #[must_use]
    pub fn map(self, change: impl Fn(&str) -> String) -> Text {
        Text {
            english: change(&self.english),
            french: change(&self.french),
        }
    }

    /// This message followed by another.
    #[must_use]
    pub fn then(self, next: &Text) -> Text {
        Text {
            english: format!("{} {}", self.english, next.english),
            french: format!("{} {}", self.french, next.french),
        }
    }
}

/// Sets real quotes and apostrophes.
fn english_typography(text: &str) -> String {
    let mut before = ' ';
    let set = |c: char| {
        let opens = before.is_whitespace() || before == '(';
        before = c;
        match c {
            '\'' if opens => '‘',
            '\'' => '’',
            _ => c,
        }
    };
    text.chars().map(set).collect()
}

/// Sets real apostrophes and the no-break spaces that French puts before ; : ! ? % and inside « ».
pub(crate) fn french_typography(text: &str) -> String {
    let mut set = String::with_capacity(text.len() + 8);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        set.push(match (character, characters.peek()) {
            ('\'', _) => '’',
            (' ', Some(':' | '%')) => '\u{a0}',
            (' ', Some(';' | '!' | '?' | '»')) => '\u{202f}',
            (' ', _) if set.ends_with('«') => '\u{202f}',
            _ => character,
        });
    }
    set
}

/// `a1, b2 or c3` and `a1, b2 ou c3`.
#[must_use]
pub fn alternatives(names: &[String]) -> Text {
    Text::new(joined(names, "or"), joined(names, "ou"))
}

/// `a1, b2 and c3` and `a1, b2 et c3`.
#[must_use]
pub fn together(names: &[String]) -> Text {
    Text::new(joined(names, "and"), joined(names, "et"))
}

/// Names with commas between them, and a word before the last.
fn joined(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_quotes_and_spaces() {
        let text = Text::new("It's 'so'", "L'« envol » : oui !");
        assert_eq!(text.get(Lang::En), "It’s ‘so’");
        assert_eq!(
            text.get(Lang::Fr),
            "L’«\u{202f}envol\u{202f}»\u{a0}: oui\u{202f}!"
        );
    }

    #[test]
    fn alternatives_end_in_or() {
        let names = ["a1", "b2", "c3"].map(str::to_owned);
        assert_eq!(alternatives(&names).get(Lang::En), "a1, b2 or c3");
        assert_eq!(alternatives(&names[..1]).get(Lang::Fr), "a1");
        assert_eq!(together(&names).get(Lang::Fr), "a1, b2 et c3");
    }
}
