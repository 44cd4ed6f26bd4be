use std::time::Duration;

use game::{Random, Side};
use mijnlieff::{Mijnlieff, Position};

use crate::Stop;
use crate::mijnlieff::{Limits, Sampler, Score, SearchResult, Searcher};

/// What plays on boards of more than one set: it samples games until the end is near enough to
/// be proven.
pub(super) struct Large {
    searcher: Searcher,
    sampler: Sampler,
}

/// The work of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Budget {
    /// Nodes of a search for a proof, in endings.
    pub(super) proof: u64,
    /// Games sampled where there is no proof.
    pub(super) games: u64,
}

/// Pieces left from which a proof is tried. A search of half a million nodes mostly has one
/// with 16 left on two sets, and seldom with more.
const ENDING: u32 = 16;

impl Budget {
    /// So many nodes in all, a game counting as one.
    pub(super) fn of(nodes: u64) -> Budget {
        Budget {
            proof: nodes / 2,
            games: nodes - nodes / 2,
        }
    }
}

impl Large {
    /// With at most so many bytes for both, and no more than the budget can fill.
    pub(super) fn new(game: &Mijnlieff, memory: usize, budget: Option<Budget>) -> Large {
        // Two entries of a table per node, since half of them stay empty; some moves of the tree per
        // game.
        let bytes = |work: u64, each: u64| {
            let needed = usize::try_from(work.saturating_mul(each)).unwrap_or(usize::MAX);
            needed.min(memory / 2)
        };
        let (proof, games) = match budget {
            None => (memory / 2, memory / 2),
            Some(budget) => (bytes(budget.proof, 32), bytes(budget.games, 2048)),
        };
        Large {
            searcher: Searcher::new(game, proof),
            sampler: Sampler::new(game, games),
        }
    }

    /// A move with so much work; the same for the same random numbers.
    pub(super) fn with_budget(
        &mut self,
        position: &Position,
        budget: Budget,
        stop: &Stop,
        random: &mut Random,
    ) -> Option<SearchResult> {
        self.searcher.clear();
        let nodes = |nodes| Limits {
            nodes,
            depth: u32::MAX,
            stop,
        };
        self.search(position, nodes(budget.proof), nodes(budget.games), random)
    }

    /// A move in so much time.
    pub(super) fn in_time(
        &mut self,
        position: &Position,
        time: Duration,
        stop: &Stop,
        random: &mut Random,
    ) -> Option<SearchResult> {
        let (half, whole) = (stop.within(time / 2), stop.within(time));
        let until = |stop| Limits {
            nodes: u64::MAX,
            depth: u32::MAX,
            stop,
        };
        self.search(position, until(&half), until(&whole), random)
    }

    fn search(
        &mut self,
        position: &Position,
        proof: Limits<'_>,
        sample: Limits<'_>,
        random: &mut Random,
    ) -> Option<SearchResult> {
        let hands = position.hands();
        let mut nodes = 0;
        if hands.total(Side::White) + hands.total(Side::Black) <= ENDING {
            let mut bonus = || random.below(super::bot::VARIETY) as i32;
            let result = self.searcher.search_with(position, &proof, &mut bonus)?;
            if matches!(result.score, Score::Exact(_)) {
                return Some(result);
            }
            nodes = result.nodes;
        }
        let mut result = self.sampler.search(position, &sample, random)?;
        result.nodes += nodes;
        Some(result)
    }
}
