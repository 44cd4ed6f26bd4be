use super::Bound;
use super::transposition_table::Entry;

/// What the transposition table of a search to a depth stores of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DepthEntry<M> {
    /// For the side to move.
    pub(crate) value: i16,
    pub(crate) bound: Bound,
    /// How far the search looked ahead.
    pub(crate) depth: u8,
    /// The best move found.
    pub(crate) best: Option<M>,
}

/// A move in at most 29 bits.
pub(crate) trait PackedMove: Copy {
    /// How many bits.
    const BITS: u32;

    fn bits(self) -> u32;

    fn from_bits(bits: u32) -> Self;
}

impl<M: PackedMove> Entry for DepthEntry<M> {
    #[inline]
    fn work(self) -> u8 {
        self.depth
    }

    #[inline]
    fn payload(self) -> u64 {
        let best = self.best.map_or(0, |best| 1 << M::BITS | best.bits());
        u64::from(self.value as u16) | self.bound.bits() << 16 | u64::from(best) << 18
    }

    #[inline]
    fn new(depth: u8, payload: u64) -> DepthEntry<M> {
        let best = (payload >> 18) as u32;
        let exists = best >> M::BITS != 0;
        DepthEntry {
            value: payload as i16,
            bound: Bound::from_bits(payload >> 16),
            depth,
            best: exists.then(|| M::from_bits(best & ((1 << M::BITS) - 1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl PackedMove for u32 {
        const BITS: u32 = 29;

        fn bits(self) -> u32 {
            self
        }

        fn from_bits(bits: u32) -> u32 {
            bits
        }
    }

    #[test]
    fn entries_come_out_as_they_went_in() {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for (value, best) in [
                (-30_000, None),
                (-1, Some(0)),
                (30_000, Some((1 << 29) - 1)),
            ] {
                let entry: DepthEntry<u32> = DepthEntry {
                    value,
                    bound,
                    depth: 63,
                    best,
                };
                assert_eq!(DepthEntry::new(entry.work(), entry.payload()), entry);
            }
        }
    }
}
