use std::sync::Arc;

use moulin::{Flight, Rules};
use tables::kernel::{Geometry, Laws, State, bare, bits64, full, ones, twos};

use super::network::Network;

/// What the features of a position are worth, in hundredths of a stone. All are multiples of five:
/// finer shades cost nodes.
///
/// From 12,000 games the search played against itself, 4000 per sheet at 3000 nodes per move after a
/// few random turns: weights by phase were fitted to the results of 434,000 positions in which
/// nothing could be taken (logistic regression), rounded, and tried in matches. Against hand-made
/// weights of stones, mills, open lines and room they scored 63 % (`classique`), 67 % (`envol`) and
/// 63 % (`barreau`), 400 games each, ±4.5 %. While stones are placed, one in the way of a line of two
/// counts more than a line of two itself; in the moving phase stones that cannot slide and threats
/// count most. Free points beside one's stones got hardly any weight beside these and are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Weights {
    /// A complete line.
    pub(super) mill: i32,
    /// A line of two whose third point is free.
    pub(super) two: i32,
    /// A line of one whose other points are free.
    pub(super) one: i32,
    /// A stone that stands in the way of a line of two.
    pub(super) held: i32,
    /// A stone that cannot slide.
    pub(super) blocked: i32,
    /// Each way from a stone along the lines, whether free or not.
    pub(super) ways: i32,
    /// A line that the opponent completes next by sliding or flying.
    pub(super) threat: i32,
    /// The same with a stone out of a mill, which opens it to be closed again.
    pub(super) swing: i32,
    /// The right to fly now.
    pub(super) flight: i32,
}

/// The weights of a rule set, by phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PhaseWeights {
    pub(super) placing: Weights,
    pub(super) moving: Weights,
}

const PLACING: Weights = Weights {
    mill: 10,
    two: 15,
    one: 0,
    held: 50,
    blocked: 15,
    ways: 10,
    threat: 0,
    swing: 0,
    flight: 0,
};

const GROUNDED: Weights = Weights {
    mill: 35,
    two: 30,
    one: 20,
    held: 5,
    blocked: 25,
    ways: 5,
    threat: 70,
    swing: 40,
    flight: 70,
};

const FLYING: Weights = Weights {
    mill: 60,
    two: 15,
    one: 5,
    held: 30,
    blocked: 50,
    ways: 5,
    threat: 80,
    swing: 100,
    flight: 250,
};

impl PhaseWeights {
    pub(super) const fn of(rules: &Rules) -> PhaseWeights {
        PhaseWeights {
            placing: PLACING,
            moving: match rules.flight {
                Flight::Never | Flight::Once(_) => GROUNDED,
                Flight::At(_) => FLYING,
            },
        }
    }
}

/// What a stone is worth.
const STONE: i32 = 100;

/// How states that are not searched further are evaluated.
#[derive(Clone, Debug)]
pub(super) enum Evaluation {
    /// By weights of what is counted.
    Weights(PhaseWeights),
    /// By a network trained on tables.
    Network(Arc<Network>),
}

impl Evaluation {
    /// Whether it values captures too, so that quiescence search has nothing to add. In 2769
    /// questions about placing, quiescence search with the network made more errors, not fewer (70
    /// instead of 63, means of four and of two runs at 50 ms).
    #[inline]
    pub(super) fn includes_captures(&self) -> bool {
        matches!(self, Evaluation::Network(_))
    }

    /// What a state is worth to the side to move.
    #[inline]
    pub(super) fn value(&self, geometry: &Geometry, laws: &Laws, state: &State) -> i32 {
        match self {
            Evaluation::Weights(weights) => weigh(weights, geometry, laws, state),
            Evaluation::Network(network) => network.value(state),
        }
    }
}

#[inline]
fn weigh(phases: &PhaseWeights, geometry: &Geometry, laws: &Laws, state: &State) -> i32 {
    let [mine, theirs] = state.totals();
    let (my_lines, their_lines) = (state.my_lines, state.their_lines);
    let (i_bare, they_bare) = (bare(my_lines), bare(their_lines));
    let their_twos = twos(their_lines) & i_bare;
    let stuck = !geometry.reach(state.free(geometry));
    let difference = |mine: u32, theirs: u32| mine as i32 - theirs as i32;
    let lines = |mine: u64, theirs: u64| difference(mine.count_ones(), theirs.count_ones());
    let weights = if state.their_hand > 0 || state.my_hand > 0 {
        &phases.placing
    } else {
        &phases.moving
    };
    let mut value = STONE * difference(mine, theirs)
        + weights.mill * lines(full(my_lines), full(their_lines))
        + weights.two * lines(twos(my_lines) & they_bare, their_twos)
        + weights.one * lines(ones(my_lines) & they_bare, ones(their_lines) & i_bare)
        + weights.held
            * lines(
                ones(my_lines) & twos(their_lines),
                ones(their_lines) & twos(my_lines),
            )
        - weights.blocked
            * difference(
                (state.mine & stuck).count_ones(),
                (state.theirs & stuck).count_ones(),
            )
        + weights.ways * (geometry.ways(state.mine) - geometry.ways(state.theirs));
    if state.my_hand == 0 && state.their_hand == 0 {
        let flies = laws.other_may_fly(state);
        value += weights.flight * (i32::from(laws.may_fly(state)) - i32::from(flies));
        for bit in bits64(their_twos) {
            let line = geometry.line(bit);
            let third = line & !state.theirs;
            let near = if flies {
                u32::MAX
            } else {
                geometry.neighbours(third.trailing_zeros() as usize)
            };
            let closers = state.theirs & near & !line;
            if closers != 0 {
                let milled = geometry.points_of(full(their_lines));
                let swings = closers & milled != 0;
                value -= weights.threat + if swings { weights.swing } else { 0 };
            }
        }
    }
    value
}
