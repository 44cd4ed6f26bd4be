use tables::kernel::Turn;

use crate::search::{DepthEntry, Key, PackedMove, mix};

/// What the transposition table stores of a state: wins and losses are counted from the state,
/// depths in whole turns.
pub(super) type Entry = DepthEntry<Turn>;

impl PackedMove for Turn {
    const BITS: u32 = Turn::BITS;

    #[inline]
    fn bits(self) -> u32 {
        self.bits()
    }

    #[inline]
    fn from_bits(bits: u32) -> Turn {
        Turn::from_bits(bits)
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
