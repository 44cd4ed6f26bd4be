use std::fmt;
use std::hash::Hash;

use game::Game;
use mijnlieff::{Mijnlieff, Move, Position};

use super::evaluation::{WEIGHTS, Weights, evaluate};
use super::key::Entry;
use super::search::{INFINITE, Search};
use super::state::State;
use super::tables::Tables;
use crate::Stop;
use crate::search::{
    Control, Negamax, NodeCounter, Progress, RankedMove, Ranking, TranspositionTable, deepen,
};

/// A search for one game on a board of any size, with memory that never grows.
pub struct Searcher {
    game: Mijnlieff,
    tables: Tables,
    weights: Weights,
    table: TranspositionTable<Entry>,
}

/// How far a search may go: it ends at the first limit, or when it has reached every end.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Nodes it may visit.
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
    /// Its score.
    pub score: Score,
    /// Nodes visited.
    pub nodes: u64,
}

/// What a move is worth to its player, and whether that is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// With best play it wins by so many points: every end of the game was reached.
    Exact(i32),
    /// An estimate.
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

/// A move at the root.
#[derive(Clone, Copy)]
struct RootMove {
    played: Move,
    child: State,
    /// What its player adds to its value.
    bonus: i32,
    value: i32,
}

impl RankedMove for RootMove {
    fn rank(&self) -> i32 {
        self.value + self.bonus
    }
}

/// What a player adds to the value of each move it could play, in hundredths of a point.
pub(in super::super) type Bonus<'a> = &'a mut dyn FnMut() -> i32;

impl Searcher {
    /// A search with a transposition table of at most so many bytes.
    #[must_use]
    pub fn new(game: &Mijnlieff, memory: usize) -> Searcher {
        Searcher {
            game: game.clone(),
            tables: Tables::new(game.board(), &mut |_| true),
            weights: WEIGHTS,
            table: TranspositionTable::new(memory),
        }
    }

    /// The bytes of its transposition table, which never change.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// The weights of its evaluation.
    pub(in super::super) fn weights() -> impl Hash {
        WEIGHTS
    }

    /// Clears its transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// From now on it sees only the lines of three that `sees` lets through. Clears its transposition
    /// table.
    pub(in super::super) fn look(&mut self, sees: &mut dyn FnMut(u64) -> bool) {
        self.tables.see(self.game.board(), sees);
        self.table.clear();
    }

    /// The best move; `None` when the game is over.
    pub fn search(&mut self, position: &Position, limits: &Limits<'_>) -> Option<SearchResult> {
        self.search_with(position, limits, &mut || 0)
    }

    /// [`search`](Searcher::search) with a bonus added to the value of each move.
    pub(in super::super) fn search_with(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
        bonus: Bonus<'_>,
    ) -> Option<SearchResult> {
        let mut ranking = Ranking::new(self.root_moves(position, bonus), 1);
        let first = ranking.first()?;
        let pieces = first.child.pieces();
        // A move that places a piece has looked one piece ahead already.
        let own = u32::from(first.played != Move::Pass);
        self.table.begin_search();
        let control = Control::new(limits.stop);
        let mut search = Search {
            tables: &self.tables,
            weights: &self.weights,
            table: &self.table,
            counter: NodeCounter::new(&control, limits.nodes),
        };
        let deepest = pieces.min(limits.depth.saturating_sub(own));
        let reached = deepen(0..=deepest, |depth| {
            ranking.update(|candidate, best| {
                let RootMove { child, bonus, .. } = candidate;
                let value = match best {
                    None => -search.value(&child, depth, -INFINITE, INFINITE)?,
                    Some(best) => search.scout(&child, depth, best.rank() - bonus, INFINITE)?,
                };
                Ok(Some(RootMove { value, ..candidate }))
            })?;
            Ok(Progress::Open)
        });
        let best = ranking.first()?;
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
            nodes: search.counter.own(),
        })
    }

    /// The legal moves, most promising first. The rules say what is legal here, the opening rule
    /// included.
    fn root_moves(&self, position: &Position, bonus: Bonus<'_>) -> Vec<RootMove> {
        let moves = self.game.moves(position).into_iter();
        let root_move = |played| {
            let next = self.game.play(position, played);
            let child = State::new(&self.tables, &self.game, &next);
            RootMove {
                played,
                child,
                bonus: bonus(),
                value: -evaluate(&self.weights, &self.tables, &child),
            }
        };
        let mut moves: Vec<RootMove> = moves.map(root_move).collect();
        moves.sort_by_key(|candidate| -candidate.rank());
        moves
    }
}
