use std::fmt;

/// The beginning of a text somebody sent, short enough to show in one line of an error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Excerpt(String);

impl Excerpt {
    /// Characters kept before the rest becomes an ellipsis.
    const LENGTH: usize = 40;

    /// Keeps the beginning of `text`, with control characters made visible.
    #[must_use]
    pub fn of(text: &str) -> Excerpt {
        let mut shown: String = text
            .chars()
            .take(Self::LENGTH)
            .flat_map(|c| {
                let escaped = c.is_control().then(|| c.escape_default());
                let plain = (!c.is_control()).then_some(c);
                escaped.into_iter().flatten().chain(plain)
            })
            .collect();
        if text.chars().nth(Self::LENGTH).is_some() {
            shown.push('…');
        }
        Excerpt(shown)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Excerpt;

    #[test]
    fn a_long_text_is_cut_and_control_characters_are_shown() {
        assert_eq!(Excerpt::of("d6").to_string(), "d6");
        assert_eq!(Excerpt::of("a\nb\u{0}").to_string(), "a\\nb\\u{0}");
        assert_eq!(
            Excerpt::of(&"é".repeat(41)).to_string(),
            "é".repeat(40) + "…"
        );
    }
}
