use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Error, Number, Value};

/// Reads JSON. No string may have the character of number zero in it, which PostgreSQL does not keep. A number is whole when its value is, however it is written: 2.0 and 2e0 are 2, as the
/// description of the interface has it (JSON Schema), and as some programs write whole numbers.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    if text.windows(ZERO.len()).any(|part| part == ZERO) && has_zero(&serde_json::from_slice(text)?)
    {
        return Err(Error::custom("a string with \\u0000 in it"));
    }
    serde_json::from_slice(text).or_else(|error| {
        let written = serde_json::from_slice::<Value>(text).ok();
        let plain = written.and_then(with_whole_numbers);
        let again = plain.and_then(|plain| serde_json::from_value(plain).ok());
        // The first reader knows the place of what it complains of.
        again.ok_or(error)
    })
}

/// How the character of number zero is written, which cannot stand for itself.
const ZERO: &[u8] = b"\\u0000";

fn has_zero(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(values) => values.iter().any(has_zero),
        Value::Object(values) => values
            .iter()
            .any(|(name, value)| name.contains('\0') || has_zero(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The same with whole numbers written as such; nothing when there is none to be changed.
fn with_whole_numbers(mut value: Value) -> Option<Value> {
    make_whole(&mut value).then_some(value)
}

fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Number(number) => match whole(number) {
            Some(whole) => {
                *number = whole;
                true
            }
            None => false,
        },
        // All of them, not only the first.
        Value::Array(values) => values
            .iter_mut()
            .fold(false, |changed, value| make_whole(value) | changed),
        Value::Object(values) => values
            .values_mut()
            .fold(false, |changed, value| make_whole(value) | changed),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

/// A number that is written with a fraction or an exponent and has neither.
fn whole(number: &Number) -> Option<Number> {
    /// Up to here every whole number is one of these.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if !number.is_f64() {
        return None;
    }
    let value = number.as_f64()?;
    (value.fract() == 0.0 && value.abs() <= EXACT).then(|| Number::from(value as i64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Sent {
        from: u32,
        counts: Vec<u8>,
        part: f64,
    }

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        let sent = Sent {
            from: 20,
            counts: vec![1, 2, 0],
            part: 0.5,
        };
        for text in [
            r#"{ "from": 20, "counts": [1, 2, 0], "part": 0.5 }"#,
            r#"{ "from": 20.0, "counts": [1, 2, 0], "part": 0.5 }"#,
            r#"{ "from": 2e1, "counts": [1.0, 2.0, -0.0], "part": 5e-1 }"#,
        ] {
            assert_eq!(read::<Sent>(text.as_bytes()).unwrap(), sent);
        }
        for (text, place) in [
            (r#"{ "from": 20.5, "counts": [], "part": 1 }"#, "20.5"),
            (r#"{ "from": -1.0, "counts": [], "part": 1 }"#, "-1.0"),
            (
                r#"{ "from": 5e9, "counts": [], "part": 1 }"#,
                "5000000000.0",
            ),
            (r#"{ "from": 1.0, "#, "line 1"),
        ] {
            let error = read::<Sent>(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(place), "{error}");
        }
    }

    #[test]
    fn no_string_has_a_zero_in_it() {
        let read = |text: &str| read::<Value>(text.as_bytes());
        for text in [
            r#"["a", "b\u0000"]"#,
            r#"{ "a": "\u0000" }"#,
            r#"{ "\u0000": 1 }"#,
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains("u0000"), "{error}");
        }
        for text in [r#"["\\u0000"]"#, r#"["\u0001"]"#] {
            assert!(read(text).is_ok(), "{text}");
        }
    }
}
