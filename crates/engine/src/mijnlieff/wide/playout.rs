use game::Random;

use super::state::{Hand, State};
use super::tables::Tables;

/// The points by which the side to move wins a game that goes on by chance.
pub(super) fn playout(tables: &Tables, state: &State, random: &mut Random) -> i32 {
    let mut held = [state.mine, state.theirs];
    let mut hands = [state.my_hand, state.their_hand];
    let mut open = state.open;
    let mut mover = 0;
    while !hands[mover].is_empty() {
        let empty = tables.board & !(held[0] | held[1]);
        if open == 0 {
            open = empty;
        } else {
            let bits = random.bits();
            let square = nth(
                open,
                (bits as u32 as u64 * u64::from(open.count_ones())) >> 32,
            );
            let kind = any_kind(hands[mover], bits >> 32);
            held[mover] |= 1 << square;
            hands[mover] = hands[mover].less(kind);
            open = tables.open(kind, square, empty & !(1 << square));
        }
        mover = 1 - mover;
    }
    let points = |held: u64| {
        let complete = |three: &&u64| held & **three == **three;
        tables.threes().iter().filter(complete).count() as i32
    };
    points(held[0]) - points(held[1])
}

/// The square of a set with so many before it.
#[inline]
fn nth(mut set: u64, before: u64) -> usize {
    for _ in 0..before {
        set &= set - 1;
    }
    set.trailing_zeros() as usize & 63
}

/// One of the kinds in a hand, each with the same chance, by 32 random bits.
#[inline]
fn any_kind(hand: Hand, bits: u64) -> usize {
    let count = hand.kinds().count() as u64;
    let index = ((bits & u64::from(u32::MAX)) * count) >> 32;
    hand.kinds().nth(index as usize).unwrap_or(0)
}
