use game::{Excerpt, FieldError, Fields};

use crate::{CLASSIQUE, Double, Flight, Moulin, Rules, SHEETS, Stuck, Takes};

/// The family's name in a setup text.
pub const NAME: &str = "moulin";

/// The keys that override single rules.
pub const KEYS: &[&str] = &["take", "flight", "double", "stuck"];

/// Why a setup is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The first word names no rule set.
    UnknownSheet {
        /// The word.
        name: Excerpt,
    },
    /// The overrides are not known `key=value` parts.
    Field(FieldError),
    /// A key with a value it cannot have.
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: Excerpt,
        /// The values it can have.
        expected: &'static str,
    },
}

impl Moulin {
    /// Reads what follows `moulin:`, a rule set with overrides; nothing means `classique`.
    ///
    /// ```
    /// use game::Notation;
    /// use moulin::Moulin;
    ///
    /// let moulin = Moulin::from_options("classique,flight=never,take=outside").unwrap();
    /// assert_eq!(moulin.setup_text(), "moulin:barreau");
    /// ```
    pub fn from_options(options: &str) -> Result<Moulin, SetupError> {
        if options.trim().is_empty() {
            return Ok(Moulin::new(CLASSIQUE));
        }
        let (name, overrides) = match options.split_once(',') {
            Some((name, overrides)) => (name.trim(), Some(overrides)),
            None => (options.trim(), None),
        };
        let sheet = SHEETS
            .iter()
            .find(|(sheet, _)| sheet.eq_ignore_ascii_case(name));
        let (_, mut rules) = *sheet.ok_or_else(|| SetupError::UnknownSheet {
            name: Excerpt::of(name),
        })?;
        if let Some(overrides) = overrides {
            if overrides.trim().is_empty() {
                let part = Excerpt::of("");
                return Err(SetupError::Field(FieldError::NoEquals { part }));
            }
            let fields = Fields::read(overrides, ',', KEYS).map_err(SetupError::Field)?;
            for key in KEYS {
                if let Some(value) = fields.get(key) {
                    set(&mut rules, key, value)?;
                }
            }
        }
        Ok(Moulin::new(rules))
    }

    /// The rule set with the fewest overrides, the first of [`SHEETS`] among equals.
    pub(crate) fn print_setup(&self) -> String {
        let mut shortest: Option<(usize, String)> = None;
        let same_board = |(_, sheet): &&(&str, Rules)| {
            sheet.board == self.rules().board && sheet.stones == self.rules().stones
        };
        for (name, sheet) in SHEETS.iter().filter(same_board) {
            let differing = KEYS.iter().map(|key| value(self.rules(), key));
            let differing: Vec<String> = KEYS
                .iter()
                .zip(differing)
                .filter(|(key, own)| *own != value(sheet, key))
                .map(|(key, own)| format!(",{key}={own}"))
                .collect();
            if shortest
                .as_ref()
                .is_none_or(|(count, _)| differing.len() < *count)
            {
                let text = format!("{NAME}:{name}{}", differing.concat());
                shortest = Some((differing.len(), text));
            }
        }
        // A board without a named rule set has no setup to read back.
        shortest.map_or_else(|| NAME.to_owned(), |(_, text)| text)
    }
}

/// The value of a rule as a setup writes it.
fn value(rules: &Rules, key: &str) -> String {
    match key {
        "take" => match rules.takes {
            Takes::Any => "any".to_owned(),
            Takes::Outside => "outside".to_owned(),
            Takes::OutsideOrAll => "outside-or-all".to_owned(),
        },
        "flight" => match rules.flight {
            Flight::Never => "never".to_owned(),
            Flight::At(at) => at.to_string(),
            Flight::Once(at) => format!("once-{at}"),
        },
        "double" => match rules.double {
            Double::One => "1".to_owned(),
            Double::Two => "2".to_owned(),
        },
        _ => match rules.stuck {
            Stuck::Lose => "lose".to_owned(),
            Stuck::Pass => "pass".to_owned(),
        },
    }
}

/// Overrides one rule.
fn set(rules: &mut Rules, key: &'static str, given: &str) -> Result<(), SetupError> {
    let wrong = |expected| SetupError::Value {
        key,
        value: Excerpt::of(given),
        expected,
    };
    let word = given.to_ascii_lowercase();
    match key {
        "take" => {
            rules.takes = match word.as_str() {
                "any" => Takes::Any,
                "outside" => Takes::Outside,
                "outside-or-all" => Takes::OutsideOrAll,
                _ => return Err(wrong("any, outside, outside-or-all")),
            }
        }
        "flight" => {
            let expected = "never, 3 to 9, once-3 to once-9";
            rules.flight = match word.strip_prefix("once-") {
                Some(at) => Flight::Once(stones(at).ok_or_else(|| wrong(expected))?),
                None if word == "never" => Flight::Never,
                None => Flight::At(stones(&word).ok_or_else(|| wrong(expected))?),
            }
        }
        "double" => {
            rules.double = match word.as_str() {
                "1" => Double::One,
                "2" => Double::Two,
                _ => return Err(wrong("1, 2")),
            }
        }
        _ => {
            rules.stuck = match word.as_str() {
                "lose" => Stuck::Lose,
                "pass" => Stuck::Pass,
                _ => return Err(wrong("lose, pass")),
            }
        }
    }
    Ok(())
}

/// Reads a number of stones with which somebody may still be playing.
fn stones(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'3'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}
