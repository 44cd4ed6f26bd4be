use super::state::State;
use crate::search::{DepthEntry, Key, PackedMove};

/// What the transposition table stores of a state: values in hundredths of a point, depths in
/// pieces, as many as are left where the value is that of the end of the game.
pub(super) type Entry = DepthEntry<Code>;

/// A move: kind and square in eight bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(pub(super) u8);

impl PackedMove for Code {
    const BITS: u32 = 8;

    #[inline]
    fn bits(self) -> u32 {
        self.0.into()
    }

    #[inline]
    fn from_bits(bits: u32) -> Code {
        Code(bits as u8)
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
