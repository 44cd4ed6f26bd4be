use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::skeleton;

/// What a name looks like. Names with a look in common may be taken for each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Look(pub(crate) String);

/// Which way looks are found. Those in a database are found anew when it has changed.
pub(crate) const LOOKS_VERSION: i64 = 1;

/// The looks of a name, in small and in capital letters: a name of one alphabet may look like one of
/// another in one of them only.
pub(crate) fn looks(name: &str) -> Vec<Look> {
    let letters = || name.nfkc().filter(|c| c.is_alphanumeric() || is_mark(*c));
    let small: String = letters().flat_map(char::to_lowercase).collect();
    let capital: String = letters().flat_map(char::to_uppercase).collect();
    let mut looks = vec![look(&small), look(&capital)];
    looks.dedup();
    looks
}

/// The skeleton of Unicode Technical Standard 39, once more without case, since a capital `I` is a
/// small `l` to the eye; without accents; and with what the standard leaves apart though it looks
/// the same in many fonts.
fn look(letters: &str) -> Look {
    let first: String = skeleton(letters).filter(|c| !is_accent(*c)).collect();
    let small: String = first.chars().flat_map(char::to_lowercase).collect();
    let second = skeleton(&small).filter(|c| !is_accent(*c));
    let merged: String = second
        .map(|c| match c {
            'i' | 'l' | '1' | '|' => 'l',
            '0' => 'o',
            other => other,
        })
        .collect();
    Look(merged.replace("vv", "w"))
}

fn is_mark(c: char) -> bool {
    is_combining_mark(c)
}

/// Marks that belong to no script, such as accents. Vowel signs of a script are letters to those who
/// read it, and so are the voicing marks of Japanese.
fn is_accent(c: char) -> bool {
    let voicing = matches!(c, '\u{3099}' | '\u{309a}');
    is_combining_mark(c) && c.script() == Script::Inherited && !voicing
}
