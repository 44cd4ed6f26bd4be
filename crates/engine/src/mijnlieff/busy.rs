use std::sync::atomic::{AtomicU64, Ordering};

use super::cache::mix;

/// The states that some thread is searching now, so that others try something else first. By a
/// hash, as a hint: nothing relies on it.
pub(super) struct Busy {
    states: Box<[AtomicU64]>,
}

impl Busy {
    const SIZE: usize = 1 << 12;

    pub(super) fn new() -> Busy {
        let none = || AtomicU64::new(0);
        Busy {
            states: std::iter::repeat_with(none).take(Busy::SIZE).collect(),
        }
    }

    #[inline]
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.states[mix(key) as usize & (Busy::SIZE - 1)]
    }

    #[inline]
    pub(super) fn is(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    #[inline]
    pub(super) fn set(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn clear(&self, key: u64) {
        self.place(key).store(0, Ordering::Relaxed);
    }
}
