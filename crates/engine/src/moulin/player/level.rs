use std::hash::Hash;

use crate::Level;

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Skill {
    /// By tactics it sees on the board.
    Tactics(Tactics),
    /// By a search with errors.
    Search(Handicap),
}

/// Of a hundred tactics of a kind, how many a player sees who does not search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tactics {
    /// Mills that could be closed, its own and the opponent's.
    pub(super) mills: u64,
    /// Mills that its turn would leave to the opponent.
    pub(super) danger: u64,
    /// Threats, forks and double mills it could set up.
    pub(super) plans: u64,
}

/// How far a player searches, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Handicap {
    /// Nodes per move.
    pub(super) nodes: u64,
    /// Turns in a hundred in which it overlooks what the best move sets up.
    pub(super) overlooks: u64,
    /// The standard deviation of the noise in the value of a move, in hundredths of a stone.
    pub(super) noise: u64,
}

const fn tactics(mills: u64, danger: u64, plans: u64) -> Skill {
    Skill::Tactics(Tactics {
        mills,
        danger,
        plans,
    })
}

const fn search(nodes: u64, overlooks: u64, noise: u64) -> Skill {
    Skill::Search(Handicap {
        nodes,
        overlooks,
        noise,
    })
}

/// The levels, the weakest first: each beats the one before by about two to one under each of the
/// three sheets (`merelle levels`, figures in `docs/figures.md`). Noise weakens a player most: with
/// 300 nodes and 30 overlooked turns, 60 instead of 30 hundredths cost level 5 more than twenty
/// percentage points against level 4.
const LEVELS: [Skill; 8] = [
    tactics(57, 0, 0),
    tactics(75, 15, 5),
    tactics(88, 35, 20),
    tactics(97, 72, 53),
    search(400, 30, 66),
    search(600, 20, 50),
    search(1_200, 12, 42),
    search(9_000, 5, 41),
];

/// Nodes per move of the perfect player.
pub(super) const PERFECT: u64 = 1_000_000;

/// How a level plays.
pub(super) fn skill(level: Level) -> Skill {
    level.of(&LEVELS)
}

/// What defines the levels.
pub(super) fn definition() -> impl Hash {
    (LEVELS, PERFECT)
}
