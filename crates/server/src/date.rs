use time::UtcDateTime;

/// The day of a moment since 1970 in milliseconds, as records write it: `2026.11.15`.
#[must_use]
pub fn date(at: u64) -> String {
    let seconds = i64::try_from(at / 1000).unwrap_or(i64::MAX);
    // No game was made after the year 9999.
    let moment = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::MAX);
    let (year, month, day) = (moment.year(), u8::from(moment.month()), moment.day());
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

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
