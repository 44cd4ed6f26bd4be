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

/// The levels, the weakest first.
const LEVELS: [Skill; 8] = [
    sees(60, 0, 0),
    sees(85, 30, 10),
    sees(96, 70, 40),
    thinks(300, 20, 30),
    thinks(1_000, 10, 20),
    thinks(4_000, 5, 12),
    thinks(20_000, 2, 8),
    thinks(100_000, 0, 5),
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
