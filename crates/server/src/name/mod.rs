//! Names of people: which are allowed, how they are compared, and which look alike.

mod look;
mod reserved;

use play::text::Text;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};
use unicode_segmentation::UnicodeSegmentation;

pub(crate) use look::{LOOKS_VERSION, Look, looks};
use reserved::Reserved;

/// Fewest and most characters of a name, as people count them.
pub(crate) const FEWEST: usize = 2;
pub(crate) const MOST: usize = 24;

/// Bytes of a name at most: a character with its marks may have many.
const MOST_BYTES: usize = 100;

/// Combining marks on one letter at most, those counted that are part of it: as many as Vietnamese and old
/// Greek need. More is a heap of them.
const MARKS: usize = 3;

/// Digits at most: a date, but no telephone number.
const DIGITS: usize = 8;

/// A name as it is shown and as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) shown: String,
    /// What it is found by: without case and separators.
    pub(crate) key: String,
}

/// Whose name it is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bearer {
    /// An account, whose name is its own.
    Account,
    /// Somebody without an account, who is marked as such wherever the name is shown.
    Guest,
}

impl Name {
    /// Reads a name: letters of one script, digits, single spaces, hyphens, apostrophes, points and
    /// underscores between them. Wide letters and the like become plain ones.
    pub(crate) fn read(text: &str, bearer: Bearer) -> Result<Name, Text> {
        let text = text.trim();
        // What is much too long is not even looked at.
        if text.len() > 4 * MOST_BYTES {
            return Err(length());
        }
        let shown: String = text.nfkc().collect();
        let count = shown.graphemes(true).count();
        if !(FEWEST..=MOST).contains(&count) || shown.len() > MOST_BYTES {
            return Err(length());
        }
        check_characters(&shown)?;
        check_joins(&shown)?;
        check_marks(&shown)?;
        check_script(&shown)?;
        if shown.chars().filter(char::is_ascii_digit).count() > DIGITS {
            return Err(Text::new(
                format!("a name has at most {DIGITS} digits"),
                format!("un nom a au plus {DIGITS} chiffres"),
            ));
        }
        if !shown.chars().any(char::is_alphabetic) {
            return Err(Text::new(
                "a name has letters, not digits alone",
                "un nom a des lettres, pas seulement des chiffres",
            ));
        }
        Reserved::check(&shown, bearer)?;
        Ok(Name {
            key: Name::key(&shown),
            shown,
        })
    }

    /// What a name is found by. It may be mistyped in case and separators, in nothing else.
    pub(crate) fn key(text: &str) -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    }

    /// What a name that somebody types is found by: as it is, and with plain letters for wide ones.
    /// The first is for accounts that are older than this rule.
    pub(crate) fn keys(text: &str) -> [String; 2] {
        let plain: String = text.trim().nfkc().take(4 * MOST_BYTES).collect();
        let raw: String = text.trim().chars().take(4 * MOST_BYTES).collect();
        [Name::key(&raw), Name::key(&plain)]
    }

    /// A name for somebody who does not give one.
    pub(crate) fn invented() -> String {
        let number = u16::from_le_bytes(crate::secret::random_bytes());
        format!("Guest {}", 1000 + number % 9000)
    }

    /// The name of a guest where nothing else says that they are one, such as in a record. No name
    /// has parentheses, so nobody can be called like this.
    pub(crate) fn of_guest(name: &str) -> String {
        format!("{name} (guest)")
    }

    /// The same for what one of two people at one screen is called there.
    pub(crate) fn at_one_screen(name: &str) -> String {
        format!("{name} (at one screen)")
    }
}

fn length() -> Text {
    Text::new(
        format!("a name has {FEWEST} to {MOST} characters"),
        format!("un nom a de {FEWEST} à {MOST} caractères"),
    )
}

/// What may stand between the parts of a name.
fn joins(c: char) -> bool {
    matches!(c, ' ' | '-' | '_' | '\'' | '’' | '.')
}

/// The parts of a name.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(joins).filter(|part| !part.is_empty())
}

/// Letters and marks that Unicode lets identifiers have: none that are invisible, steer the
/// direction of writing, are out of use or private.
fn check_characters(name: &str) -> Result<(), Text> {
    let fits = |c: char| {
        joins(c)
            || c.is_ascii_digit()
            || ((c.is_alphabetic() || is_combining_mark(c)) && c.identifier_allowed())
    };
    if name.chars().all(fits) {
        return Ok(());
    }
    Err(Text::new(
        "a name has letters and digits, with a space, hyphen, point or apostrophe between them",
        "un nom a des lettres et des chiffres, séparés par une espace, un trait d'union, un point \
         ou une apostrophe",
    ))
}

fn check_joins(name: &str) -> Result<(), Text> {
    let mut before = true;
    for c in name.chars() {
        if before && joins(c) {
            return Err(joining());
        }
        before = joins(c);
    }
    if before { Err(joining()) } else { Ok(()) }
}

fn joining() -> Text {
    Text::new(
        "spaces, hyphens, points and apostrophes stand between letters, one at a time",
        "espaces, traits d'union, points et apostrophes se mettent entre des lettres, un seul à la \
         fois",
    )
}

/// Marks stand on letters, a few at most.
fn check_marks(name: &str) -> Result<(), Text> {
    let mut room = 0;
    for c in name.nfd() {
        if is_combining_mark(c) {
            if room == 0 {
                return Err(Text::new(
                    format!("a letter has at most {MARKS} accents"),
                    format!("une lettre a au plus {MARKS} accents"),
                ));
            }
            room -= 1;
        } else {
            room = if c.is_alphabetic() { MARKS } else { 0 };
        }
    }
    Ok(())
}

/// One script, or one of the mixes people write in: Latin with Japanese, Chinese or Korean.
fn check_script(name: &str) -> Result<(), Text> {
    let letters: String = name.chars().filter(|c| !joins(*c)).collect();
    let single = letters
        .as_str()
        .check_restriction_level(RestrictionLevel::HighlyRestrictive);
    if single {
        return Ok(());
    }
    Err(Text::new(
        "a name is written in one alphabet",
        "un nom s'écrit dans un seul alphabet",
    ))
}

#[cfg(test)]
mod tests;
