use game::Excerpt;
use play::Millis;
use play::text::Text;
use serde::{Deserialize, Serialize};

/// How long what nobody needs is kept, in days. They are days in which the server was up: nobody loses
/// anything because it was down or because its calendar was wrong. 0 is for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retention {
    /// Guests who have no game and were not seen.
    pub visitors: u32,
    /// Sessions of guests that have expired, and with them the way back to their games.
    pub guests: u32,
    /// Finished games in which nobody with an account played.
    pub games: u32,
    /// Games that nobody joined, until they are called off.
    pub open: u32,
    /// Games that nobody moves in and that have not begun or whose players are gone, until they are
    /// called off.
    pub idle: u32,
    /// Games that were called off.
    pub aborted: u32,
}

impl Default for Retention {
    fn default() -> Retention {
        Retention {
            visitors: 3,
            guests: 60,
            games: 400,
            open: 14,
            idle: 30,
            aborted: 7,
        }
    }
}

/// Why a period is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetentionError {
    /// What was there.
    pub text: Excerpt,
}

impl Retention {
    /// The names of the periods.
    pub const NAMES: [&str; 6] = ["visitors", "guests", "games", "open", "idle", "aborted"];

    /// The least days guests are kept: that somebody was seen is written once a day.
    const LEAST: u32 = 2;

    /// Sets a period by a text such as `games=30`.
    pub fn set(&mut self, text: &str) -> Result<(), RetentionError> {
        let refuse = || RetentionError {
            text: Excerpt::of(text),
        };
        let (name, days) = text.split_once('=').ok_or_else(refuse)?;
        let period = match name {
            "visitors" => &mut self.visitors,
            "guests" => &mut self.guests,
            "games" => &mut self.games,
            "open" => &mut self.open,
            "idle" => &mut self.idle,
            "aborted" => &mut self.aborted,
            _ => return Err(refuse()),
        };
        *period = days.parse().map_err(|_| refuse())?;
        Ok(())
    }

    /// The moments before which things are too old, each as SQL compares it.
    pub(super) fn bounds(self, now: Millis) -> Bounds {
        let before = |days: u32| match days {
            // Nothing happened before the server was first up.
            0 => -1,
            days => now.0 as i64 - i64::from(days) * DAY,
        };
        let seen = |days: u32| {
            before(if days == 0 {
                0
            } else {
                days.max(Retention::LEAST)
            })
        };
        Bounds {
            visitors: seen(self.visitors),
            guests: seen(self.guests),
            games: before(self.games),
            open: before(self.open),
            idle: before(self.idle),
            aborted: before(self.aborted),
        }
    }
}

const DAY: i64 = 86_400_000;

/// Moments in uptime; what was last touched before or at them goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) visitors: i64,
    pub(super) guests: i64,
    pub(super) games: i64,
    pub(super) open: i64,
    pub(super) idle: i64,
    pub(super) aborted: i64,
}

impl RetentionError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        let (text, names) = (&self.text, Retention::NAMES.join(", "));
        Text::new(
            format!("'{text}' is not a period: write NAME=DAYS, such as games=30 (names: {names})"),
            format!(
                "« {text} » n'est pas une durée : écrivez NOM=JOURS, comme games=30 (noms : {names})"
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_set_by_name() {
        let mut retention = Retention::default();
        for name in Retention::NAMES {
            retention.set(&format!("{name}=5")).unwrap();
        }
        let days = 5;
        let all = Retention {
            visitors: days,
            guests: days,
            games: days,
            open: days,
            idle: days,
            aborted: days,
        };
        assert_eq!(retention, all);
        for wrong in ["games", "games=", "games=-1", "game=1", "=1", "games=x"] {
            assert!(retention.set(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn nothing_is_too_old_for_ever_and_nobody_within_a_day() {
        let all = |days| Retention {
            visitors: days,
            guests: days,
            games: days,
            open: days,
            idle: days,
            aborted: days,
        };
        let bounds = all(0).bounds(Millis(u64::MAX / 4));
        assert!(bounds.visitors < 0 && bounds.guests < 0 && bounds.games < 0 && bounds.open < 0);
        let now = Millis(10 * DAY as u64);
        let bounds = all(1).bounds(now);
        assert_eq!((bounds.visitors, bounds.games), (8 * DAY, 9 * DAY));
        assert!(all(u32::MAX).bounds(now).games < 0);
    }
}
