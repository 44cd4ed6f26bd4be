use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::language::languages;

/// A language people read. There is a constant for each that is in the program.
///
/// ```
/// use texts::Lang;
///
/// assert_eq!(Lang::of_locale("fr_CA.UTF-8"), Lang::FR);
/// assert_eq!(Lang::FR.name(), "Français");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lang(pub(crate) u8);

/// There is no such language.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there is no language '{0}'")]
pub struct UnknownLang(pub String);

impl Lang {
    /// All languages, English first.
    pub fn all() -> impl Iterator<Item = Lang> {
        (0..languages().len()).map(|number| Lang(number as u8))
    }

    /// Its tag, which is the name of its folder: `en`, `fr`, `de`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        &self.language().tag
    }

    /// Its name as its speakers say it.
    #[must_use]
    pub fn name(self) -> &'static str {
        &self.language().about.name
    }

    /// Words with the quotes and spaces of the language.
    #[must_use]
    pub fn set(self, words: &str) -> String {
        self.language().about.set(words)
    }

    /// The language of a locale or language tag, if there is one: `fr`, `fr_FR.UTF-8`, `en-GB`.
    #[must_use]
    pub fn find(locale: &str) -> Option<Lang> {
        let language = locale.split(['_', '-', '.', '@']).next()?;
        Lang::all().find(|lang| lang.tag().eq_ignore_ascii_case(language))
    }

    /// The language of a locale or language tag; English where there is none.
    #[must_use]
    pub fn of_locale(locale: &str) -> Lang {
        Lang::find(locale).unwrap_or(Lang::EN)
    }

    pub(crate) fn language(self) -> &'static crate::language::Language {
        &languages()[usize::from(self.0)]
    }
}

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(tag: &str) -> Result<Lang, UnknownLang> {
        let found = Lang::all().find(|lang| lang.tag() == tag);
        found.ok_or_else(|| UnknownLang(tag.to_owned()))
    }
}

impl fmt::Debug for Lang {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_language() {
        for french in ["fr", "fr_FR.UTF-8", "fr-CA", "FR", "fr@euro"] {
            assert_eq!(Lang::of_locale(french), Lang::FR, "{french}");
        }
        for other in ["", "C", "POSIX", "en_GB.UTF-8", "nl", "frisian"] {
            assert_eq!(Lang::of_locale(other), Lang::EN, "{other}");
        }
    }
}
