use crate::Excerpt;

/// The `key=value` parts of a setup or position text, each key known and given at most once.
#[derive(Debug)]
pub struct Fields<'text> {
    values: Vec<(&'static str, &'text str)>,
}

/// Why a text is not a list of known `key=value` parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldError {
    /// A part without `=`.
    NoEquals {
        /// The part.
        part: Excerpt,
    },
    /// A key that means nothing here.
    Unknown {
        /// The key.
        key: Excerpt,
        /// Those that would.
        known: &'static [&'static str],
    },
    /// A key given twice.
    Twice {
        /// The key.
        key: &'static str,
    },
    /// A key that must be there.
    Missing {
        /// The key.
        key: &'static str,
    },
}

impl<'text> Fields<'text> {
    /// Splits `text` at `separator`. Spaces around parts, keys and values do not count, nor does
    /// the letter case of keys; an empty text has no parts.
    pub fn read(
        text: &'text str,
        separator: char,
        known: &'static [&'static str],
    ) -> Result<Fields<'text>, FieldError> {
        let mut fields = Fields { values: Vec::new() };
        if text.trim().is_empty() {
            return Ok(fields);
        }
        for part in text.split(separator) {
            let (key, value) = part.split_once('=').ok_or_else(|| FieldError::NoEquals {
                part: Excerpt::of(part.trim()),
            })?;
            let key = key.trim();
            let key = *known
                .iter()
                .find(|name| name.eq_ignore_ascii_case(key))
                .ok_or_else(|| FieldError::Unknown {
                    key: Excerpt::of(key),
                    known,
                })?;
            if fields.get(key).is_some() {
                return Err(FieldError::Twice { key });
            }
            fields.values.push((key, value.trim()));
        }
        Ok(fields)
    }

    /// The value of a key, if it was given.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'text str> {
        let found = self.values.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| *value)
    }

    /// The value of a key that must be there.
    pub fn require(&self, key: &'static str) -> Result<&'text str, FieldError> {
        self.get(key).ok_or(FieldError::Missing { key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["w", "turn"];

    #[test]
    fn parts_are_read_in_any_order_with_spaces_and_case() {
        let fields = Fields::read(" Turn = b ; w=", ';', KNOWN).unwrap();
        assert_eq!(fields.get("turn"), Some("b"));
        assert_eq!(fields.require("w"), Ok(""));
    }

    #[test]
    fn each_fault_has_its_error() {
        let fault = |text| Fields::read(text, ';', KNOWN).unwrap_err();
        assert!(matches!(fault("w=a1;"), FieldError::NoEquals { .. }));
        assert!(matches!(fault("x=1"), FieldError::Unknown { .. }));
        assert_eq!(fault("w=;W="), FieldError::Twice { key: "w" });
        let empty = Fields::read("", ';', KNOWN).unwrap();
        assert_eq!(empty.require("w"), Err(FieldError::Missing { key: "w" }));
    }
}
