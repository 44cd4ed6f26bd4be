use super::large::Budget;
use crate::Level;
use crate::mijnlieff::Searcher;

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Skill {
    /// By a search with errors.
    Search(Handicap),
    /// By sampling and proofs, as the strongest do on large boards.
    Samples(Budget),
}

/// How far a level searches, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Handicap {
    /// Nodes per move.
    pub(super) nodes: u64,
    /// Pieces it looks ahead, its own included.
    pub(super) depth: u32,
    /// Of a hundred lines of three that lie on diagonals, how many it overlooks in a turn; of
    /// those that lie straight, half as many.
    pub(super) overlooks: u64,
    /// The standard deviation of the noise in the value of a move, in hundredths of a point.
    pub(super) noise: u64,
}

const fn search(nodes: u64, depth: u32, overlooks: u64, noise: u64) -> Skill {
    Skill::Search(Handicap {
        nodes,
        depth,
        overlooks,
        noise,
    })
}

/// As deep as its nodes reach.
const FAR: u32 = u32::MAX;

/// The levels on boards of one set. Noise alone cannot make eight of them: from perfect to random
/// play it gives five steps of 67 %. A near horizon and overlooked lines, which cause the same kind
/// of error again and again, give the rest.
const ONE_SET: [Skill; 8] = [
    search(100, 1, 100, 100),
    search(100, 1, 98, 14),
    search(100, 1, 62, 12),
    search(100, 1, 16, 12),
    search(58, FAR, 11, 20),
    search(115, FAR, 0, 10),
    search(920, FAR, 0, 10),
    search(8_000, FAR, 0, 8),
];

/// The levels on larger boards.
const MORE_SETS: [Skill; 8] = [
    search(200, 1, 100, 40),
    search(200, 1, 88, 14),
    search(200, 1, 46, 10),
    search(18, FAR, 0, 10),
    search(170, FAR, 0, 10),
    search(1_200, FAR, 0, 8),
    search(11_000, FAR, 0, 6),
    Skill::Samples(Budget {
        proof: 20_000,
        games: 1_600,
    }),
];

/// The work per move of the perfect player on a board of more than one set.
pub(super) const PERFECT: Budget = Budget {
    proof: 200_000,
    games: 5_500,
};

/// The most nodes per move of the perfect player on a board of one set: about a second. Of some dear
/// boards one of the first turns is not proven by then; the turn after the first takes 100 million there.
pub(super) const PROOF: u64 = 12_000_000;

/// The nodes of its search where there is no proof.
pub(super) const UNPROVEN: u64 = 200_000;

/// What defines the levels on boards of so many sets.
pub(super) fn edition(sets: u8) -> u64 {
    let levels = Level::ALL.map(|level| skill(level, sets));
    crate::edition((levels, PERFECT, Searcher::weights()))
}

/// How a level plays on boards of so many sets.
pub(super) fn skill(level: Level, sets: u8) -> Skill {
    level.of(if sets == 1 { &ONE_SET } else { &MORE_SETS })
}
