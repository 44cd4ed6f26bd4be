use time::{Date, Month, UtcDateTime};

/// The day of a moment since 1970 in milliseconds, as records write it: `2026.11.15`.
#[must_use]
pub fn date(at: u64) -> String {
    let seconds = i64::try_from(at / 1000).unwrap_or(i64::MAX);
    // No game was made after the year 9999.
    let moment = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::MAX);
    let (year, month, day) = (moment.year(), u8::from(moment.month()), moment.day());
    format!("{year:04}.{month:02}.{day:02}")
}

/// A moment since 1970 in milliseconds, to the minute: `2026-11-15 14:03 UTC`.
#[must_use]
pub fn moment(at: u64) -> String {
    let seconds = i64::try_from(at / 1000).unwrap_or(i64::MAX);
    let moment = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::MAX);
    let day = date(at).replace('.', "-");
    format!("{day} {:02}:{:02} UTC", moment.hour(), moment.minute())
}

/// Reads `2026-11-15`: when this day begins, in milliseconds since 1970.
#[must_use]
pub fn read_date(text: &str) -> Option<u64> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let plain = [(year, 4), (month, 2), (day, 2)]
        .iter()
        .all(|(part, digits)| part.len() == *digits && part.bytes().all(|b| b.is_ascii_digit()));
    if !plain || parts.next().is_some() {
        return None;
    }
    let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
    let date = Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()?;
    let seconds = date.midnight().assume_utc().unix_timestamp();
    u64::try_from(seconds).ok()?.checked_mul(1000)
}

#[cfg(test)]
mod tests {
    use super::{date, moment, read_date};

    #[test]
    fn a_day_is_read_as_it_is_written() {
        assert_eq!(read_date("2026-11-15"), Some(20_772 * 86_400_000));
        assert_eq!(
            moment(20_772 * 86_400_000 + 50_600_000),
            "2026-11-15 14:03 UTC"
        );
        for text in [
            "",
            "2026-11",
            "2026-11-31",
            "2026-13-01",
            "26-11-15",
            "2026-11-15-1",
            "1969-01-01",
            "2026-+1-15",
        ] {
            assert_eq!(read_date(text), None, "{text}");
        }
    }

    #[test]
    fn days_have_their_dates() {
        for (day, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (20_772, "2026.11.15"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(day * 86_400_000 + 5), text);
        }
    }
}
