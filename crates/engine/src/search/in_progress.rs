use std::sync::atomic::{AtomicU64, Ordering};

use super::mix;

/// The states that some thread is searching now, so that other threads defer them and search
/// something else first. A table by hash without locks: a hint that nothing relies on.
pub(crate) struct InProgress {
    states: Box<[AtomicU64]>,
}

impl InProgress {
    const SIZE: usize = 1 << 12;

    pub(crate) fn new() -> InProgress {
        let none = || AtomicU64::new(0);
        InProgress {
            states: std::iter::repeat_with(none)
                .take(InProgress::SIZE)
                .collect(),
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.states[mix(key) as usize & (InProgress::SIZE - 1)]
    }

    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    #[inline]
    pub(crate) fn insert(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn remove(&self, key: u64) {
        self.slot(key).store(0, Ordering::Relaxed);
    }
}
