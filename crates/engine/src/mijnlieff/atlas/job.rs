use game::{Game, Notation};
use mijnlieff::{Gaps, Layout, Mijnlieff, Move, Opening};

use super::{Best, Entry};
use crate::mijnlieff::Solver;
use crate::{Stop, Stopped, parallel};

/// Memory for what is found out about one board. The number of nodes depends on it.
const MEMORY: usize = 64 << 20;

/// A board of one set and the openings to solve on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    layout: Layout,
    /// The narrowest first.
    openings: Vec<Opening>,
}

impl Job {
    /// For a canonical layout of one set and openings from the narrowest to the widest.
    pub(super) fn new(layout: Layout, openings: Vec<Opening>) -> Job {
        Job { layout, openings }
    }

    /// The board.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Solves the board, in one thread and so with the same number of nodes each time.
    pub fn solve(&self, stop: &Stop) -> Result<Entry, Stopped> {
        let game = |opening| Mijnlieff::new(self.layout.clone(), opening, Gaps::Block);
        let anywhere = game(Opening::Anywhere);
        let solver = Solver::new(&anywhere, MEMORY, 1).expect("a job is a board of one set");
        let start = anywhere.start();
        let mut solved: Vec<(Opening, Best)> = Vec::new();
        let mut tried: Vec<Move> = Vec::new();
        for opening in &self.openings {
            // What a narrower opening allows is known already: the rest has to reach as much.
            let allowed = game(*opening).moves(&start);
            let fresh = allowed.iter().filter(|played| !tried.contains(played));
            let fresh: Vec<Move> = fresh.copied().collect();
            let before = solved.last().map(|(_, best)| best.clone());
            let least = before.as_ref().map(|best| best.value);
            let found = solver.best(&start, &fresh, least, stop)?;
            let mut best = joined(before, found).expect("every board has a corner to begin on");
            best.moves
                .sort_by_cached_key(|played| anywhere.move_text(*played));
            solved.push((*opening, best));
            tried = allowed;
        }
        Ok(Entry {
            layout: self.layout.clone(),
            threes: anywhere.board().threes().len(),
            solved,
            nodes: solver.nodes(),
        })
    }
}

/// The better of two, or both together.
fn joined(before: Option<Best>, found: Option<Best>) -> Option<Best> {
    match (before, found) {
        (Some(mut before), Some(found)) if before.value == found.value => {
            before.moves.extend(found.moves);
            Some(before)
        }
        (before, found) => found.or(before),
    }
}

/// Solves boards, so many at a time, and hands out each entry when it is there. The first error
/// of `done` ends it.
pub fn solve<E>(
    jobs: &[Job],
    threads: usize,
    done: impl FnMut(Entry) -> Result<(), E>,
) -> Result<(), E> {
    parallel::work(jobs, threads, Job::solve, done)
}
