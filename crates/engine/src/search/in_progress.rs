use std::sync::atomic::{AtomicU64, Ordering};

/// The states that some thread is searching now, so that others try something else first. By a
/// hash, as a hint: nothing relies on it.
pub(crate) struct Busy {
    states: Box<[AtomicU64]>,
}

impl Busy {
    const SIZE: usize = 1 << 12;

    pub(crate) fn new() -> Busy {
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
    pub(crate) fn is(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    #[inline]
    pub(crate) fn set(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn clear(&self, key: u64) {
        self.place(key).store(0, Ordering::Relaxed);
    }
}

/// Spreads keys over a table.
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}
