use tables::kernel::Turn;

use crate::search::{self, Bound, Key, mix};

/// What the transposition table stores of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// For the side to move, with wins and losses counted from the state.
    pub(super) value: i16,
    pub(super) bound: Bound,
    /// Turns looked ahead.
    pub(super) depth: u8,
    /// The best turn found.
    pub(super) best: Option<Turn>,
}

impl search::Entry for Entry {
    #[inline]
    fn work(self) -> u8 {
        self.depth
    }

    #[inline]
    fn payload(self) -> u64 {
        let best = self.best.map_or(0, |best| 1 << Turn::BITS | best.bits());
        u64::from(self.value as u16) | self.bound.bits() << 16 | u64::from(best) << 18
    }

    #[inline]
    fn new(depth: u8, payload: u64) -> Entry {
        let best = (payload >> 18) as u32;
        Entry {
            value: payload as i16,
            bound: Bound::from_bits(payload >> 16),
            depth,
            best: (best >> Turn::BITS != 0).then(|| Turn::from_bits(best)),
        }
    }
}

/// The key of a state of 64 bits: the whole state, so that nothing is mistaken for something else.
#[inline]
pub(super) fn key(state: u64) -> Key {
    Key {
        bucket: mix(state),
        check: state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Entry as _;

    #[test]
    fn entries_come_out_as_they_went_in() {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for (value, best) in [
                (-30_000, None),
                (-1, Some(Turn::new(0, 0))),
                (30_000, Some(Turn::new(3, 23).taking(5, 31))),
            ] {
                let entry = Entry {
                    value,
                    bound,
                    depth: 60,
                    best,
                };
                assert_eq!(Entry::new(entry.work(), entry.payload()), entry);
            }
        }
    }
}
