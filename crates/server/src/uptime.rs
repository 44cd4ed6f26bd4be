use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use play::Millis;

/// How long the server has been up in all, over restarts. Clocks of games count this time, so that
/// nobody pays for the time it was down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uptime {
    before: Millis,
    from: Instant,
}

impl Uptime {
    /// Goes on after what was counted before, once `grace` is over.
    pub(crate) fn resume(before: Millis, grace: Duration) -> Uptime {
        Uptime {
            before,
            from: Instant::now() + grace,
        }
    }

    /// The moment it is.
    pub(crate) fn now(self) -> Millis {
        let since = Instant::now().saturating_duration_since(self.from);
        self.before.plus(Millis(since.as_millis() as u64))
    }

    /// When a moment comes.
    pub(crate) fn instant(self, moment: Millis) -> Instant {
        self.from + Duration::from_millis(moment.minus(self.before).0)
    }
}

/// The time of the calendar, in milliseconds since 1970.
pub(crate) fn calendar() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
