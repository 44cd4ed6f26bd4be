use std::fmt;

use game::Game;
use mijnlieff::{Mijnlieff, Move, Position};

use super::evaluation::{WEIGHTS, Weights, evaluate};
use super::search::{INFINITE, Search};
use super::state::State;
use super::tables::Tables;
use super::transposition_table::Cache;
use crate::{Stop, Stopped};

/// A search for one game on a board of any size, with memory that never grows.
#[derive(Clone, Debug)]
pub struct Searcher {
    game: Mijnlieff,
    tables: Tables,
    weights: Weights,
    cache: Cache,
}

/// How far a search may go: it ends at the first limit, or when it knows the value of the end.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// States it may look at.
    pub nodes: u64,
    /// Pieces it may look ahead, the one it plays included.
    pub depth: u32,
    /// When it is to give up.
    pub stop: &'a Stop,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play.
    pub played: Move,
    /// What it is worth.
    pub score: Score,
    /// States looked at.
    pub nodes: u64,
}

/// What a move is worth to its player, and whether that is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// With best play it wins by so many points: every end of the game was looked at.
    Exact(i32),
    /// A guess.
    Estimate {
        /// The points it seems to win by, in hundredths.
        hundredths: i32,
        /// Pieces looked ahead; 0 is the static evaluation.
        depth: u32,
    },
}

impl fmt::Display for Score {
    /// `value -1`, or `score +0.42 depth 14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Exact(points) => write!(f, "value {points}"),
            Score::Estimate { hundredths, depth } => {
                let sign = if hundredths < 0 { '-' } else { '+' };
                let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
                write!(f, "score {sign}{whole}.{part:02} depth {depth}")
            }
        }
    }
}

/// A move at the root: where it leads, a preference that is not the search's, and its value.
struct Branch {
    played: Move,
    child: State,
    whim: i32,
    value: i32,
}

/// What a player adds to the value of each move it could play, in hundredths of a point.
pub(in super::super) type Whim<'a> = &'a mut dyn FnMut() -> i32;

impl Searcher {
    /// A search with so many bytes for what it finds out.
    #[must_use]
    pub fn new(game: &Mijnlieff, memory: usize) -> Searcher {
        Searcher {
            game: game.clone(),
            tables: Tables::new(game.board(), &mut |_| true),
            weights: WEIGHTS,
            cache: Cache::new(memory),
        }
    }

    /// The bytes its memory takes, however long it thinks.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.cache.bytes()
    }

    /// What its judgement is made of, as a text to compare.
    pub(in super::super) fn edition() -> String {
        format!("{WEIGHTS:?}")
    }

    /// Forgets what it has found out.
    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// From now on it sees only the lines of three that `sees` lets through, and forgets what it
    /// thought of the others.
    pub(in super::super) fn look(&mut self, sees: &mut dyn FnMut(u64) -> bool) {
        self.tables.see(self.game.board(), sees);
        self.cache.clear();
    }

    /// The best move; `None` when the game is over.
    pub fn search(&mut self, position: &Position, limits: &Limits<'_>) -> Option<SearchResult> {
        self.search_with(position, limits, &mut || 0)
    }

    /// [`search`](Searcher::search) with a whim added to the value of each move.
    pub(in super::super) fn search_with(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
        whim: Whim<'_>,
    ) -> Option<SearchResult> {
        let mut branches = self.branches(position, whim);
        let pieces = branches.first()?.child.pieces();
        self.cache.grow_older();
        let mut search = Search {
            tables: &self.tables,
            weights: &self.weights,
            cache: &mut self.cache,
            stop: limits.stop,
            nodes: 0,
            limit: limits.nodes,
        };
        let mut reached = None;
        // A branch that is a piece has that one behind it already.
        let own = u32::from(branches.first()?.played != Move::Pass);
        for ahead in 0..=pieces.min(limits.depth.saturating_sub(own)) {
            if deepen(&mut search, &mut branches, ahead).is_err() {
                break;
            }
            reached = Some(ahead);
        }
        let best = branches.first()?;
        let score = if reached == Some(pieces) {
            Score::Exact(best.value / 100)
        } else {
            Score::Estimate {
                hundredths: best.value,
                depth: reached.map_or(0, |ahead| ahead + own),
            }
        };
        Some(SearchResult {
            played: best.played,
            score,
            nodes: search.nodes,
        })
    }

    /// The legal moves, most promising first. The rules say what is legal here, the opening rule
    /// included.
    fn branches(&self, position: &Position, whim: Whim<'_>) -> Vec<Branch> {
        let moves = self.game.moves(position).into_iter();
        let branch = |played| {
            let next = self.game.play(position, played);
            let child = State::new(&self.tables, &self.game, &next);
            Branch {
                played,
                child,
                whim: whim(),
                value: -evaluate(&self.weights, &self.tables, &child),
            }
        };
        let mut branches: Vec<Branch> = moves.map(branch).collect();
        branches.sort_by_key(|branch| -branch.value - branch.whim);
        branches
    }
}

/// Searches every branch so many pieces deep and puts the best first. When it is stopped, what it
/// has found by then stays: the old best is looked at first, so a better one is better.
fn deepen(search: &mut Search<'_>, branches: &mut [Branch], depth: u32) -> Result<(), Stopped> {
    let mut best = -2 * INFINITE;
    for index in 0..branches.len() {
        let Branch { child, whim, .. } = branches[index];
        let value = if index == 0 {
            -search.value(&child, depth, -INFINITE, INFINITE)?
        } else {
            search.probe(&child, depth, best - whim, INFINITE)?
        };
        if value + whim > best {
            best = value + whim;
            branches[index].value = value;
            branches[..=index].rotate_right(1);
        }
    }
    Ok(())
}
