use super::state::{Lines, State};
use super::tables::Tables;

/// What a feature of a position is worth, in hundredths of a point.
///
/// From matches of 400 games and more at 3000 nodes per move, on one, two and four sets. A `one` of
/// 0 instead of 6 scored 20 % on two sets, 12 instead of 6 64 %, 25 instead of 12 with a `two` of
/// 30 41 %: the two grow together, from 45 and 18 on there is no difference left (60 and 30: 42 %
/// on four sets). Leaving `gain` out cost 4 %. Counting open squares, or pieces fewer in hand than
/// the opponent, made no difference and is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Weights {
    /// A line of two whose third square is empty.
    pub(super) two: i32,
    /// A line of one whose other squares are empty.
    pub(super) one: i32,
    /// A point the side to move can make at once.
    pub(super) gain: i32,
}

pub(super) const WEIGHTS: Weights = Weights {
    two: 45,
    one: 20,
    gain: 60,
};

/// What a state that is not searched further is worth to the side to move.
#[inline]
pub(super) fn evaluate(weights: &Weights, tables: &Tables, state: &State) -> i32 {
    let sum = |lines: Lines| {
        100 * i32::from(lines.threes)
            + weights.two * i32::from(lines.twos)
            + weights.one * i32::from(lines.ones)
    };
    let gain = tables.best_gain(state.mine, state.open);
    sum(state.my_lines) - sum(state.their_lines) + weights.gain * gain
}
