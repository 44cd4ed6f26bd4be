use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search is to give up: at a moment, or when somebody says so from another thread.
#[derive(Debug)]
pub struct Stop {
    asked: AtomicBool,
    deadline: Option<Instant>,
}

/// The search was told to stop before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Stop {
    /// Not until [`now`](Stop::now) is called.
    #[must_use]
    pub const fn never() -> Stop {
        Stop {
            asked: AtomicBool::new(false),
            deadline: None,
        }
    }

    /// After this time from now on, or when [`now`](Stop::now) is called.
    #[must_use]
    pub fn after(time: Duration) -> Stop {
        Stop {
            asked: AtomicBool::new(false),
            deadline: Instant::now().checked_add(time),
        }
    }

    /// Asks the search to stop; it does within a few milliseconds.
    pub fn now(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether it is time.
    pub(crate) fn is_due(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
