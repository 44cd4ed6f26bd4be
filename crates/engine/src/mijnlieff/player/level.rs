use super::large::Budget;
use crate::Level;
use crate::mijnlieff::Searcher;

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skill {
    /// By a search with errors.
    Errs(Habits),
    /// By samples and proofs, as the strongest do on large boards.
    Samples(Budget),
}

/// How a level searches, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habits {
    /// States it looks at for a move.
    pub(super) nodes: u64,
    /// Pieces it looks ahead, its own included.
    pub(super) depth: u32,
    /// Of a hundred lines of three that lie on diagonals, how many it overlooks in a turn; of
    /// those that lie straight, half as many.
    pub(super) overlooks: u64,
    /// How far its judgement of a move strays, in hundredths of a point.
    pub(super) spread: u64,
}

const fn errs(nodes: u64, depth: u32, overlooks: u64, spread: u64) -> Skill {
    Skill::Errs(Habits {
        nodes,
        depth,
        overlooks,
        spread,
    })
}

/// As far as its nodes reach.
const FAR: u32 = u32::MAX;

/// The levels on boards of one set. Straying alone cannot make eight of them: from perfection to
/// chance it gives five steps of 67 %. Short sight and overlooked lines, which err the same way
/// more often, give the rest.
const ONE_SET: [Skill; 8] = [
    errs(100, 1, 100, 100),
    errs(100, 1, 98, 14),
    errs(100, 1, 62, 12),
    errs(100, 1, 16, 12),
    errs(58, FAR, 11, 20),
    errs(115, FAR, 0, 10),
    errs(920, FAR, 0, 10),
    errs(8_000, FAR, 0, 8),
];

/// The levels on larger boards.
const MORE_SETS: [Skill; 8] = [
    errs(200, 1, 100, 40),
    errs(200, 1, 88, 14),
    errs(200, 1, 46, 10),
    errs(18, FAR, 0, 10),
    errs(170, FAR, 0, 10),
    errs(1_200, FAR, 0, 8),
    errs(11_000, FAR, 0, 6),
    Skill::Samples(Budget {
        proof: 20_000,
        games: 1_600,
    }),
];

/// The work of a perfect player's move on a board of more than one set.
pub(super) const PERFECT: Budget = Budget {
    proof: 200_000,
    games: 5_500,
};

/// A number that changes with what makes the levels on boards of so many sets.
pub(super) fn edition(sets: u8) -> u64 {
    let levels = Level::ALL.map(|level| skill(level, sets));
    let text = format!("{levels:?} {PERFECT:?} {}", Searcher::edition());
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// How a level plays on boards of so many sets.
pub(super) fn skill(level: Level, sets: u8) -> Skill {
    level.of(if sets == 1 { &ONE_SET } else { &MORE_SETS })
}
