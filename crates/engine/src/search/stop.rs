use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search is to give up: at a moment, or when somebody says so from another thread.
///
/// Clones are asked together: to stop one is to stop all.
#[derive(Clone, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    deadline: Option<Instant>,
    consulted: Option<Consulted>,
}

/// Somebody whom the searching thread asks whether to go on.
type Consulted = Arc<dyn Fn() -> bool + Send + Sync>;

/// The search was told to stop before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Stop {
    /// Not until [`now`](Stop::now) is called.
    #[must_use]
    pub fn never() -> Stop {
        Stop::default()
    }

    /// After this time from now on, or when [`now`](Stop::now) is called.
    #[must_use]
    pub fn after(time: Duration) -> Stop {
        Stop::never().within(time)
    }

    /// Also when this says so. The searching thread asks it each millisecond or so, and waits while it
    /// takes its time: so searches can share processors by turns.
    #[must_use]
    pub fn consulting(self, is_enough: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop {
            consulted: Some(Arc::new(is_enough)),
            ..self
        }
    }

    /// Whether somebody is asked, so that the search shares its processor by turns.
    #[must_use]
    pub fn is_consulting(&self) -> bool {
        self.consulted.is_some()
    }

    /// As this one, and after this time from now on at the latest.
    #[must_use]
    pub fn within(&self, time: Duration) -> Stop {
        let ours = Instant::now().checked_add(time);
        let deadline = match (self.deadline, ours) {
            (Some(first), Some(second)) => Some(first.min(second)),
            (one, other) => one.or(other),
        };
        Stop {
            deadline,
            ..self.clone()
        }
    }

    /// The time that is left, where there is a limit.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Asks the search to stop; it does within a few milliseconds.
    pub fn now(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether it is time.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
            || self.consulted.as_ref().is_some_and(|is_enough| is_enough())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop")
            .field("asked", &self.asked)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}
