use super::geometry::{Geometry, bare, full, ones, twos};
use super::state::{Laws, State};

/// What a feature of a position is worth, in hundredths of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// A complete line.
    pub(super) mill: i32,
    /// A line of two whose third point is free.
    pub(super) two: i32,
    /// A line of one whose other points are free.
    pub(super) one: i32,
    /// A free point beside one's stones.
    pub(super) room: i32,
    /// A stone that cannot move.
    pub(super) blocked: i32,
    /// The right to fly now.
    pub(super) flight: i32,
}

pub(super) const WEIGHTS: Weights = Weights {
    mill: 20,
    two: 15,
    one: 3,
    room: 4,
    blocked: 4,
    flight: 80,
};

/// What a stone is worth.
const STONE: i32 = 100;

/// What a state that is not searched further is worth to the side to move.
#[inline]
pub(super) fn evaluate(weights: &Weights, geometry: &Geometry, laws: &Laws, state: &State) -> i32 {
    let [mine, theirs] = state.totals();
    let difference = |mine: u32, theirs: u32| mine as i32 - theirs as i32;
    let lines = |mine: u64, theirs: u64| difference(mine.count_ones(), theirs.count_ones());
    let points = |mine: u32, theirs: u32| difference(mine.count_ones(), theirs.count_ones());
    let (my_lines, their_lines) = (state.my_lines, state.their_lines);
    let (i_bare, they_bare) = (bare(my_lines), bare(their_lines));
    let free = state.free(geometry);
    let beside_free = geometry.reach(free);
    let flies = |hand: u8, may: bool| u32::from(hand == 0 && may);
    STONE * difference(mine, theirs)
        + weights.mill * lines(full(my_lines), full(their_lines))
        + weights.two * lines(twos(my_lines) & they_bare, twos(their_lines) & i_bare)
        + weights.one * lines(ones(my_lines) & they_bare, ones(their_lines) & i_bare)
        + weights.room
            * points(
                geometry.reach(state.mine) & free,
                geometry.reach(state.theirs) & free,
            )
        - weights.blocked * points(state.mine & !beside_free, state.theirs & !beside_free)
        + weights.flight
            * difference(
                flies(state.my_hand, laws.may_fly(state)),
                flies(state.their_hand, laws.other_may_fly(state)),
            )
}
