use crate::search::{Entry, Key, mix};

/// What is known of a state: its value lies between these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i8,
    pub(super) high: i8,
    /// The best move found: kind and square in six bits; `None` where none was better.
    pub(super) best: Option<u8>,
    /// The logarithm of the nodes it took, from 1 on.
    pub(super) work: u8,
}

impl Bounds {
    /// An exact value that stays in the table for as long as there is room for anything.
    pub(super) fn exact(value: i8) -> Bounds {
        Bounds {
            low: value,
            high: value,
            best: None,
            work: u8::MAX,
        }
    }
}

impl Entry for Bounds {
    #[inline]
    fn work(self) -> u8 {
        self.work
    }

    #[inline]
    fn payload(self) -> u64 {
        let best = u64::from(self.best.map_or(0, |best| best + 1));
        u64::from(self.low as u8) | u64::from(self.high as u8) << 8 | best << 16
    }

    #[inline]
    fn new(work: u8, payload: u64) -> Bounds {
        Bounds {
            low: payload as i8,
            high: (payload >> 8) as i8,
            best: ((payload >> 16) as u8).checked_sub(1),
            work,
        }
    }
}

/// The key of a state of 64 bits, which is the whole state.
#[inline]
pub(super) fn key(state: u64) -> Key {
    Key {
        bucket: mix(state) >> 2,
        check: state,
    }
}
