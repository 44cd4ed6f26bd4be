//! Quotes, apostrophes and spaces as a language sets them.

use catalogue::{Part, Pattern};

/// How a language sets what a translator types plainly. It is written once per language, as the attributes
/// of `typography` in its `language.ftl`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Typography {
    /// For `'` at the beginning of a word; elsewhere it is an apostrophe.
    pub(crate) inner_quote: String,
    pub(crate) apostrophe: String,
    /// Before these a space is a thin one that keeps the line together, and after those.
    pub(crate) thin_before: String,
    pub(crate) thin_after: String,
    /// Before these it is as wide as any, and keeps the line together.
    pub(crate) wide_before: String,
}

const THIN: char = '\u{202f}';
const WIDE: char = '\u{a0}';

impl Typography {
    /// Sets all words of a pattern. What the program puts in stays as it is.
    pub(crate) fn set(&self, pattern: &mut Pattern) {
        self.set_after(' ', pattern);
    }

    fn set_after(&self, before: char, pattern: &mut Pattern) {
        let mut before = before;
        for part in &mut pattern.0 {
            match part {
                Part::Words(words) => {
                    *words = self.words(before, words);
                    before = words.chars().next_back().unwrap_or(before);
                }
                Part::Choice(choice) => {
                    for (_, variant) in &mut choice.variants {
                        self.set_after(before, variant);
                    }
                    before = 'x';
                }
                _ => before = 'x',
            }
        }
    }

    /// Sets words that stand after a character.
    pub(crate) fn words(&self, before: char, words: &str) -> String {
        let mut set = String::with_capacity(words.len() + 8);
        let mut before = before;
        let mut characters = words.chars().peekable();
        while let Some(character) = characters.next() {
            let opens = before.is_whitespace() || "([«„“‚‘—–".contains(before);
            match (character, characters.peek()) {
                ('\'', _) if opens => set.push_str(&self.inner_quote),
                ('\'', _) => set.push_str(&self.apostrophe),
                (' ', Some(next)) if self.thin_before.contains(*next) => set.push(THIN),
                (' ', Some(next)) if self.wide_before.contains(*next) => set.push(WIDE),
                (' ', _) if self.thin_after.contains(before) => set.push(THIN),
                _ => set.push(character),
            }
            before = character;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn french() -> Typography {
        Typography {
            inner_quote: "‘".to_owned(),
            apostrophe: "’".to_owned(),
            thin_before: ";!?»".to_owned(),
            thin_after: "«".to_owned(),
            wide_before: ":%".to_owned(),
        }
    }

    #[test]
    fn quotes_and_spaces_are_those_of_the_language() {
        let set = |words| french().words(' ', words);
        assert_eq!(
            set("L'« envol » : oui !"),
            "L’«\u{202f}envol\u{202f}»\u{a0}: oui\u{202f}!"
        );
        // What is quoted may be what somebody typed.
        assert_eq!(set("[Setup \"moulin\"]"), "[Setup \"moulin\"]");
    }

    #[test]
    fn what_is_put_in_counts_as_a_letter() {
        let words = |text: &str| Part::Words(text.to_owned());
        let placeholder = Part::Placeholder("name".to_owned());
        let mut pattern = Pattern(vec![words("'"), placeholder.clone(), words("' it is")]);
        french().set(&mut pattern);
        let set = vec![words("‘"), placeholder, words("’ it is")];
        assert_eq!(pattern, Pattern(set));
    }
}
