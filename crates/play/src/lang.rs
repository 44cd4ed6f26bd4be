/// A language people read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    En,
    /// Français.
    Fr,
}

impl Lang {
    /// Both.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// Its tag: `en`, `fr`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// The language of a locale or language tag: `fr`, `fr_FR.UTF-8`, `en-GB`, `C`.
    /// English for every language but French.
    #[must_use]
    pub fn from_locale(locale: &str) -> Lang {
        let language = locale
            .split(['_', '-', '.', '@'])
            .next()
            .unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "fr" | "fra" | "fre" => Lang::Fr,
            _ => Lang::En,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_language() {
        for french in ["fr", "fr_FR.UTF-8", "fr-CA", "FR", "fr@euro"] {
            assert_eq!(Lang::from_locale(french), Lang::Fr, "{french}");
        }
        for other in ["", "C", "POSIX", "en_GB.UTF-8", "de", "frisian"] {
            assert_eq!(Lang::from_locale(other), Lang::En, "{other}");
        }
    }
}
