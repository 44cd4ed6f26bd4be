use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use play::Millis;

/// How long the server has been up in all, over restarts, and its store could be written. Clocks of
/// games count this time, so that nobody pays for the time it was down or could not store a move.
#[derive(Clone, Debug)]
pub(crate) struct Uptime(Arc<Counter>);

#[derive(Debug)]
struct Counter {
    before: Millis,
    from: Instant,
    stops: Mutex<Stops>,
}

/// When it stood still.
#[derive(Debug, Default)]
struct Stops {
    /// From when on it stands still, which may be to come.
    stopped: Option<Instant>,
    /// How long it stood still in all, up to now or to the present stop.
    lost: Duration,
    /// The last ones, the newest at the end.
    recent: VecDeque<Stop>,
}

#[derive(Clone, Copy, Debug)]
struct Stop {
    from: Instant,
    to: Instant,
}

/// Stops that are remembered, to tell what time it was when something came that waited since.
const REMEMBERED: usize = 32;

/// From one look whether time goes on to the next.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

impl Uptime {
    /// Goes on after what was counted before, once `grace` is over.
    pub(crate) fn resume(before: Millis, grace: Duration) -> Uptime {
        Uptime(Arc::new(Counter {
            before,
            from: Instant::now() + grace,
            stops: Mutex::default(),
        }))
    }

    /// The moment it is.
    pub(crate) fn now(&self) -> Millis {
        self.at(Instant::now())
    }

    /// The moment it was when something came.
    pub(crate) fn at(&self, instant: Instant) -> Millis {
        self.with(|stops| {
            let since = instant.min(stops.stopped.unwrap_or(instant));
            let since = since.saturating_duration_since(self.0.from);
            let counted = since.saturating_sub(stops.lost_until(instant));
            self.0.before.plus(Millis(counted.as_millis() as u64))
        })
    }

    /// When a moment comes, or when to ask again while time stands still.
    pub(crate) fn instant(&self, moment: Millis) -> Instant {
        self.with(|stops| {
            let ahead = Duration::from_millis(moment.minus(self.0.before).0);
            // A clock has hours or days on it; what was read from a damaged file is never due.
            let due = self.0.from.checked_add(ahead + stops.lost);
            let now = Instant::now();
            let due = due.unwrap_or(now + LOOK_AGAIN);
            match stops.stopped {
                Some(stopped) if stopped <= now && stopped < due => now + LOOK_AGAIN,
                _ => due,
            }
        })
    }

    /// Stands still from then on, until it goes on. Of two such moments the first counts.
    pub(crate) fn stop_at(&self, instant: Instant) {
        self.with(|stops| {
            let earlier = stops
                .stopped
                .map_or(instant, |stopped| stopped.min(instant));
            stops.stopped = Some(earlier);
        });
    }

    /// Goes on, if it stood still.
    pub(crate) fn go_on(&self) {
        let to = Instant::now();
        self.with(|stops| {
            let Some(from) = stops.stopped.take() else {
                return;
            };
            // In the time of grace it does not count anyway.
            let from = from.max(self.0.from);
            if from < to {
                stops.lost += to - from;
                stops.recent.push_back(Stop { from, to });
                if stops.recent.len() > REMEMBERED {
                    stops.recent.pop_front();
                }
            }
        });
    }

    /// Whether it stands still now.
    pub(crate) fn stands(&self) -> bool {
        let now = Instant::now();
        self.with(|stops| stops.stopped.is_some_and(|stopped| stopped <= now))
    }

    /// Whether two are the same.
    pub(crate) fn is(&self, other: &Uptime) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn with<T>(&self, work: impl FnOnce(&mut Stops) -> T) -> T {
        let mut stops = self.0.stops.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut stops)
    }
}

impl Stops {
    /// How long it had stood still when it was `instant`.
    fn lost_until(&self, instant: Instant) -> Duration {
        let after = |stop: &Stop| stop.to.saturating_duration_since(stop.from.max(instant));
        let recent = self.recent.iter().rev();
        let later: Duration = recent.take_while(|stop| stop.to > instant).map(after).sum();
        self.lost.saturating_sub(later)
    }
}

/// The time of the calendar, in milliseconds since 1970; before that it is 1970.
pub(crate) fn calendar() -> u64 {
    milliseconds(SystemTime::now())
}

/// Whether the calendar says a year from 1970 to 9999, which is what dates on the web are made for.
pub(crate) fn is_plausible() -> bool {
    let now = SystemTime::now();
    now >= UNIX_EPOCH && milliseconds(now) < LATEST
}

/// The end of the year 9999, up to which everything that prints dates can count.
const LATEST: u64 = 253_402_300_799_999;

fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).map_or(LATEST, |time| time.min(LATEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// An uptime that began so long ago.
    fn began(ago: Duration) -> (Uptime, Instant) {
        let from = Instant::now() - ago;
        let counter = Counter {
            before: Millis(1000),
            from,
            stops: Mutex::default(),
        };
        (Uptime(Arc::new(counter)), from)
    }

    #[test]
    fn it_stands_still_between_a_stop_and_going_on() {
        let (uptime, from) = began(60 * SECOND);
        uptime.stop_at(from + 20 * SECOND);
        uptime.stop_at(from + 30 * SECOND);
        assert_eq!(uptime.now(), Millis(21_000));
        assert_eq!(uptime.at(from + 5 * SECOND), Millis(6000));
        uptime.go_on();
        let now = uptime.now();
        assert!(
            (Millis(21_000)..Millis(22_000)).contains(&now),
            "it goes on where it was: {now:?}"
        );
        assert_eq!(uptime.at(from + 5 * SECOND), Millis(6000), "before it");
        assert_eq!(uptime.at(from + 20 * SECOND), Millis(21_000));
        assert_eq!(
            uptime.at(from + 40 * SECOND),
            Millis(21_000),
            "while it stood"
        );
    }

    #[test]
    fn a_stop_that_has_not_come_costs_nothing() {
        let (uptime, _) = began(10 * SECOND);
        uptime.stop_at(Instant::now() + SECOND);
        let due = uptime.instant(Millis(11_500));
        assert!(due > Instant::now() && due < Instant::now() + SECOND);
        uptime.go_on();
        assert!(uptime.now() >= Millis(11_000));
        assert!(uptime.with(|stops| stops.lost.is_zero()));
    }

    #[test]
    fn what_is_due_while_time_stands_still_is_asked_for_again_and_not_at_once() {
        let (uptime, _) = began(10 * SECOND);
        uptime.stop_at(Instant::now() - SECOND);
        for moment in [10_500, 11_000, 1 << 40, u64::MAX] {
            let due = uptime.instant(Millis(moment));
            assert!(due > Instant::now() + LOOK_AGAIN / 2, "{moment}");
        }
        assert!(uptime.instant(Millis(9000)) < Instant::now(), "is over");
    }

    #[test]
    fn it_never_goes_back_whatever_happens() {
        let (uptime, from) = began(3600 * SECOND);
        let mut last = Millis(0);
        for minute in 1..59 {
            uptime.stop_at(from + minute * 60 * SECOND);
            let now = uptime.now();
            assert!(now >= last, "{minute}");
            uptime.with(|stops| {
                // As if a second had passed since.
                let from = stops.stopped.take().unwrap();
                stops.lost += SECOND;
                let to = from + SECOND;
                stops.recent.push_back(Stop { from, to });
            });
            last = now;
        }
        assert!(uptime.now() >= last);
    }

    #[test]
    fn a_calendar_before_1970_or_beyond_all_measure_is_a_time_all_the_same() {
        let day = Duration::from_secs(86_400);
        assert_eq!(milliseconds(UNIX_EPOCH - 5000 * day), 0);
        assert_eq!(milliseconds(UNIX_EPOCH + day), 86_400_000);
        let far = milliseconds(UNIX_EPOCH + day * 10_000_000);
        assert_eq!(crate::date(far), "9999.12.31");
        assert!(i64::try_from(far).is_ok_and(|far| far.checked_add(far).is_some()));
    }
}
