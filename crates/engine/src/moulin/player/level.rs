use crate::Level;

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skill {
    /// By what it sees on the board.
    Sees(Sight),
    /// By looking ahead.
    Thinks(Habits),
}

/// What a player sees who does not look ahead, in percent of what there is to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    /// Mills that could be closed, its own and the other's.
    pub(super) mills: u64,
    /// What its turn would leave to the other.
    pub(super) danger: u64,
    /// Threats, forks and double mills it could set up.
    pub(super) plans: u64,
}

/// How far a player looks ahead, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habits {
    /// Positions it looks at for a move.
    pub(super) nodes: u64,
    /// Turns in a hundred in which it overlooks what the best move sets up.
    pub(super) overlooks: u64,
    /// How far its judgement of a move strays, in hundredths of a stone.
    pub(super) spread: u64,
}

const fn sees(mills: u64, danger: u64, plans: u64) -> Skill {
    Skill::Sees(Sight {
        mills,
        danger,
        plans,
    })
}

const fn thinks(nodes: u64, overlooks: u64, spread: u64) -> Skill {
    Skill::Thinks(Habits {
        nodes,
        overlooks,
        spread,
    })
}

/// The levels, the weakest first: each beats the one before by about two to one under each of the
/// three sheets (`merelle levels`, figures in `docs/figures.md`). How far its judgement strays
/// weakens a player most: with 300 nodes and 30 overlooked turns, 60 instead of 30 hundredths cost
/// level 5 more than twenty points in a hundred against level 4.
const LEVELS: [Skill; 8] = [
    sees(57, 0, 0),
    sees(75, 15, 5),
    sees(88, 35, 20),
    sees(97, 72, 53),
    thinks(400, 30, 66),
    thinks(600, 20, 50),
    thinks(1_200, 12, 42),
    thinks(9_000, 5, 41),
];

/// Positions the strongest player looks at for a move.
pub(super) const PERFECT: u64 = 1_000_000;

/// How a level plays.
pub(super) fn skill(level: Level) -> Skill {
    level.of(&LEVELS)
}

/// What makes the levels, as a text to compare.
pub(super) fn edition() -> String {
    format!("{LEVELS:?} {PERFECT}")
}
