use play::text::Text;

/// Fewest and most characters of a name.
pub(crate) const FEWEST: usize = 2;
pub(crate) const MOST: usize = 24;

/// A name as it is shown and as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) shown: String,
    /// What makes it unique: without case and separators.
    pub(crate) key: String,
}

impl Name {
    /// Reads a name: letters and digits of any language, single spaces, hyphens, apostrophes and
    /// underscores between them.
    pub(crate) fn read(text: &str) -> Result<Name, Text> {
        let text = text.trim();
        let length = text.chars().count();
        if !(FEWEST..=MOST).contains(&length) {
            return Err(Text::new(
                format!("a name has {FEWEST} to {MOST} characters"),
                format!("un nom a de {FEWEST} à {MOST} caractères"),
            ));
        }
        let joins = |c: char| matches!(c, ' ' | '-' | '_' | '\'' | '’' | '.');
        let words_only = text.chars().all(|c| c.is_alphanumeric() || joins(c));
        let joined: Vec<char> = text.chars().collect();
        let joined_well = joined
            .windows(2)
            .all(|pair| !(joins(pair[0]) && joins(pair[1])));
        let ends_well = !text.starts_with(joins) && !text.ends_with(joins);
        if !(words_only && joined_well && ends_well) {
            return Err(Text::new(
                "a name has letters and digits, with a space, hyphen or apostrophe between them",
                "un nom a des lettres et des chiffres, séparés par une espace, un trait d'union ou \
                 une apostrophe",
            ));
        }
        Ok(Name {
            shown: text.to_owned(),
            key: Name::key(text),
        })
    }

    /// What a name is found by.
    pub(crate) fn key(text: &str) -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    }

    /// A name for somebody who does not give one.
    pub(crate) fn invented() -> String {
        let number = u16::from_le_bytes(crate::secret::random_bytes());
        format!("Guest {}", 1000 + number % 9000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_names() {
        for name in ["Ada", "Zoé", "Jean-Luc", "O'Neil", "Ада 2", "李小龍", "a1"] {
            assert!(Name::read(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "a",
            " ",
            "a\nb",
            "<b>",
            "a--b",
            "-ab",
            "ab-",
            "a\u{202e}b",
            "😀😀",
        ] {
            assert!(Name::read(name).is_err(), "{name:?}");
        }
        assert!(Name::read(&"x".repeat(25)).is_err());
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        let key = |name| Name::read(name).unwrap().key;
        assert_eq!(key("Jean-Luc"), key("jean luc"));
        assert_ne!(key("Ada"), key("Adb"));
    }
}
