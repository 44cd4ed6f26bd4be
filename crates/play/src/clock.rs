use std::fmt;
use std::str::FromStr;

use game::{Excerpt, Side};

/// A moment or a stretch of time in milliseconds, on whatever clock the caller keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Millis(pub u64);

impl Millis {
    const SECOND: u64 = 1000;
    const DAY: u64 = 86_400 * Millis::SECOND;

    /// The sum, at most the latest moment there is.
    #[must_use]
    pub const fn plus(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }

    /// The difference, at least nothing.
    #[must_use]
    pub const fn minus(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

/// How much time players have.
///
/// ```
/// use play::TimeControl;
///
/// for text in ["none", "300+3", "3d"] {
///     assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// As much as they like.
    None,
    /// So much for the game, and some more after each move.
    Fischer {
        /// At the beginning.
        initial: Millis,
        /// After each move.
        increment: Millis,
    },
    /// So many days for each move.
    Days(u8),
}

/// Why a time control is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControlError {
    /// What was there.
    pub text: Excerpt,
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads `none`, seconds and increment (`300+3`), or days per move (`3d`).
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let whole = |text: &str, range: std::ops::RangeInclusive<u64>| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|_| digits)?;
            range.contains(&number).then_some(number)
        };
        let read = || {
            if text == "none" {
                return Some(TimeControl::None);
            }
            if let Some(days) = text.strip_suffix('d') {
                let days = whole(days, 1..=TimeControl::MOST_DAYS)?;
                return Some(TimeControl::Days(u8::try_from(days).ok()?));
            }
            let (initial, increment) = text.split_once('+')?;
            Some(TimeControl::Fischer {
                initial: Millis(whole(initial, 1..=TimeControl::MOST_SECONDS)? * Millis::SECOND),
                increment: Millis(
                    whole(increment, 0..=TimeControl::MOST_INCREMENT)? * Millis::SECOND,
                ),
            })
        };
        read().ok_or_else(|| TimeControlError {
            text: Excerpt::of(text),
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::Fischer { initial, increment } => {
                let seconds = |time: &Millis| time.0 / Millis::SECOND;
                write!(f, "{}+{}", seconds(initial), seconds(increment))
            }
            TimeControl::Days(days) => write!(f, "{days}d"),
        }
    }
}

impl TimeControl {
    /// The most seconds at the beginning.
    pub const MOST_SECONDS: u64 = 10_800;

    /// The most seconds after a move.
    pub const MOST_INCREMENT: u64 = 180;

    /// The most days per move.
    pub const MOST_DAYS: u64 = 14;

    /// What each side has at the beginning; nothing is counted without a clock.
    #[must_use]
    pub const fn initial(self) -> Option<Millis> {
        match self {
            TimeControl::None => None,
            TimeControl::Fischer { initial, .. } => Some(initial),
            TimeControl::Days(days) => Some(Millis(days as u64 * Millis::DAY)),
        }
    }
}

/// The two clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: [Millis; 2],
    running: Option<(Side, Millis)>,
}

impl Clock {
    /// Both clocks full and standing; `None` where there is no clock.
    #[must_use]
    pub fn new(control: TimeControl) -> Option<Clock> {
        let initial = control.initial()?;
        Some(Clock {
            control,
            left: [initial; 2],
            running: None,
        })
    }

    /// The time left to a side at a moment.
    #[must_use]
    pub fn left(&self, side: Side, now: Millis) -> Millis {
        let left = self.left[side.index()];
        match self.running {
            Some((runs, since)) if runs == side => left.minus(now.minus(since)),
            _ => left,
        }
    }

    /// Whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Whose clock runs out when, if nothing happens before.
    #[must_use]
    pub fn runs_out(&self) -> Option<(Side, Millis)> {
        let (side, since) = self.running?;
        Some((side, since.plus(self.left[side.index()])))
    }

    /// `side` has moved: its clock stops and gets its increment, if it was running.
    pub fn moved(&mut self, side: Side, now: Millis) {
        let ran = self.running() == Some(side);
        self.stop(now);
        self.left[side.index()] = match self.control {
            TimeControl::Fischer { increment, .. } if ran => {
                self.left[side.index()].plus(increment)
            }
            TimeControl::Days(_) => self.control.initial().unwrap_or_default(),
            TimeControl::Fischer { .. } | TimeControl::None => self.left[side.index()],
        };
    }

    /// The clock of `side` runs from now on, and no other.
    pub fn start(&mut self, side: Side, now: Millis) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// The clock that runs has begun to so much later than it did.
    pub fn postpone(&mut self, by: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = since.plus(by);
        }
    }

    /// No clock runs from now on.
    pub fn stop(&mut self, now: Millis) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// Sets what is left as it was written down, both clocks standing.
    pub fn set(&mut self, left: [Millis; 2]) {
        self.left = left;
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Side::{Black, White};

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().unwrap()).unwrap()
    }

    #[test]
    fn other_texts_are_no_time_controls() {
        for text in [
            "", "0+0", "300", "300+", "+3", "-1+0", "300+181", "10801+0", "0d", "15d", "d", "NONE",
            "3 d", "1e3+0",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_costs_its_time_and_gains_the_increment() {
        let mut clock = clock("300+3");
        clock.start(White, Millis(1_000));
        clock.moved(White, Millis(11_000));
        clock.start(Black, Millis(11_000));
        assert_eq!(clock.left(White, Millis(90_000)), Millis(293_000));
        assert_eq!(clock.left(Black, Millis(12_000)), Millis(299_000));
        assert_eq!(clock.runs_out(), Some((Black, Millis(311_000))));
    }

    #[test]
    fn what_a_clock_is_postponed_by_costs_nothing() {
        let mut clock = clock("300+0");
        clock.postpone(Millis(5));
        assert_eq!(clock.runs_out(), None);
        clock.start(White, Millis(1_000));
        clock.postpone(Millis(2_000));
        assert_eq!(clock.left(White, Millis(2_000)), Millis(300_000));
        assert_eq!(clock.left(White, Millis(4_000)), Millis(299_000));
        assert_eq!(clock.runs_out(), Some((White, Millis(303_000))));
    }

    #[test]
    fn a_first_move_on_a_standing_clock_is_free_and_gains_nothing() {
        let mut clock = clock("60+5");
        clock.moved(White, Millis(50_000));
        assert_eq!(clock.left(White, Millis(50_000)), Millis(60_000));
        assert_eq!(clock.runs_out(), None);
    }

    #[test]
    fn days_are_full_again_after_each_move() {
        let mut clock = clock("2d");
        clock.start(Black, Millis(0));
        clock.moved(Black, Millis(Millis::DAY));
        assert_eq!(
            clock.left(Black, Millis(Millis::DAY)),
            Millis(2 * Millis::DAY)
        );
    }

    #[test]
    fn time_never_falls_below_nothing() {
        let mut clock = clock("1+0");
        clock.start(White, Millis(0));
        clock.stop(Millis(5_000));
        assert_eq!(clock.left(White, Millis(5_000)), Millis(0));
    }
}
