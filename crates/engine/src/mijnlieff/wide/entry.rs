use super::state::State;
use crate::search::{self, Bound, Key};

/// What the transposition table stores of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// In hundredths of a point, for the side to move.
    pub(super) value: i16,
    pub(super) bound: Bound,
    /// Pieces looked ahead; as many as are left where the value is that of the end of the game.
    pub(super) depth: u8,
    /// The best move found: kind and square in eight bits.
    pub(super) best: Option<u8>,
}

impl search::Entry for Entry {
    #[inline]
    fn work(self) -> u8 {
        self.depth
    }

    #[inline]
    fn payload(self) -> u64 {
        let best = self.best.map_or(0, |best| 0x100 | u64::from(best));
        u64::from(self.value as u16) | self.bound.bits() << 16 | best << 18
    }

    #[inline]
    fn new(depth: u8, payload: u64) -> Entry {
        let best = payload >> 18;
        Entry {
            value: payload as i16,
            bound: Bound::from_bits(payload >> 16),
            depth,
            best: (best & 0x100 != 0).then_some(best as u8),
        }
    }
}

/// The key of a state. Its two numbers are made independently, so that a mistake takes both to
/// agree: one in 2⁶⁴ for each probe.
#[inline]
pub(super) fn key(state: &State) -> Key {
    let hands = u64::from(state.my_hand.bits()) << 16 | u64::from(state.their_hand.bits());
    let bucket = fold(
        state.mine ^ 0x2d35_8dcc_aa6c_78a5,
        state.theirs ^ 0x8bb8_4b93_962e_acc9,
    ) ^ fold(
        state.open ^ 0x4b33_a62e_d433_d4a3,
        hands ^ 0x4d5a_2da5_1de1_aa47,
    );
    let check = fold(
        state.mine ^ 0xa076_1d64_78bd_642f,
        state.open ^ 0xe703_7ed1_a0b4_28db,
    )
    .wrapping_add(fold(
        state.theirs ^ 0x8ebc_6af0_9c88_c6e3,
        hands ^ 0x5899_65cc_7537_4cc3,
    ));
    Key {
        bucket: bucket ^ bucket >> 32,
        check,
    }
}

/// The product of two numbers, its halves laid over each other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Entry as _;

    #[test]
    fn entries_come_out_as_they_went_in() {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for (value, best) in [(-20_000, None), (-1, Some(0)), (20_000, Some(255))] {
                let entry = Entry {
                    value,
                    bound,
                    depth: 63,
                    best,
                };
                assert_eq!(Entry::new(entry.work(), entry.payload()), entry);
            }
        }
    }
}
