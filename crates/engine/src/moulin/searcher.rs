use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::Side;
use moulin::{Moulin, Move, Position};
use tables::kernel::{Geometry, Image, Laws, State};

use super::damage::{Damage, NotingProbe};
use super::entry::Entry;
use super::evaluation::{Evaluation, PhaseWeights};
use super::probe::Probe;
use super::repetitions::Repetitions;
use super::root::Root;
use super::score::Score;
use super::search::{MOST_DEPTH, Search, Shared};
use super::sheet::Sheet;
use crate::Stop;
use crate::search::{Control, InProgress, TranspositionTable, deepen, with_helpers};

/// Stones on the board up to which positions are looked up under all symmetries.
const SYMMETRIC: u32 = 5;

/// A search for one game of the mill family, with memory that never grows.
///
/// ```
/// use engine::Stop;
/// use engine::moulin::{Limits, Searcher};
/// use game::{Game, Notation};
/// use moulin::{CLASSIQUE, Moulin};
///
/// let moulin = Moulin::new(CLASSIQUE);
/// let mut searcher = Searcher::new(&moulin, 1 << 20, 1);
/// let position = moulin.read_position("w=a1,d1,g4,d7;b=b2,d2,f4;hand=0,0;turn=w").unwrap();
/// let stop = Stop::never();
/// let limits = Limits { depth: 3, ..Limits::until(&stop) };
/// let result = searcher.search(&[], &position, &limits, &mut |_| ()).unwrap();
/// assert_eq!(result.lines[0].score.to_string(), "win 1");
/// ```
pub struct Searcher {
    moulin: Moulin,
    geometry: Geometry,
    laws: Laws,
    evaluation: Evaluation,
    table: TranspositionTable<Entry>,
    probe: Option<Arc<dyn Probe>>,
    threads: usize,
}

/// How far a search may go: it ends at the first limit, or when the result is settled.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Whole turns it may look ahead, the first included.
    pub depth: u32,
    /// Nodes it may visit.
    pub nodes: u64,
    /// How many of the best moves are wanted, with their lines (multi-PV).
    pub lines: usize,
    /// How far chance decides among good moves.
    pub variety: Variety,
    /// When it is to give up.
    pub stop: &'a Stop,
}

/// Chance among moves that are about as good, so that games differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variety {
    /// The seed of the random numbers.
    pub seed: u64,
    /// How much worse than the best a chosen move may be, in hundredths of a stone. Nothing proven
    /// is ever given up.
    pub margin: u32,
}

/// What a search has found, at its end or on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best moves, best first; at least one.
    pub lines: Vec<Line>,
    /// Whole turns that every move was looked ahead.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The files of damaged tables that it asked in vain, by name: without the damage it might know
    /// more.
    pub damaged: Vec<String>,
}

/// A move with its score and its principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move, then those after it; at least one.
    pub moves: Vec<Move>,
    /// What it is worth to its player.
    pub score: Score,
    /// Whether along these moves the game is drawn by the hundred turns (ML9) before the win or loss
    /// that tables promise.
    pub limit_first: bool,
}

impl Limits<'_> {
    /// One line, no chance, and no limit but this.
    #[must_use]
    pub const fn until(stop: &Stop) -> Limits<'_> {
        Limits {
            depth: u32::MAX,
            nodes: u64::MAX,
            lines: 1,
            variety: Variety { seed: 0, margin: 0 },
            stop,
        }
    }
}

impl SearchResult {
    /// The move to play.
    #[must_use]
    pub fn played(&self) -> Move {
        self.lines[0].moves[0]
    }

    /// What it is worth.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines[0].score
    }
}

impl Searcher {
    /// A searcher with a transposition table of at most so many bytes, and so many threads.
    #[must_use]
    pub fn new(moulin: &Moulin, memory: usize, threads: usize) -> Searcher {
        Searcher {
            moulin: *moulin,
            geometry: Geometry::new(moulin.rules().board),
            laws: Laws::new(moulin.rules()),
            evaluation: Evaluation::Weights(PhaseWeights::of(moulin.rules())),
            table: TranspositionTable::new(memory),
            probe: None,
            threads: threads.max(1),
        }
    }

    /// The searcher with tables to ask.
    #[must_use]
    pub fn with_probe(self, probe: Arc<dyn Probe>) -> Searcher {
        Searcher {
            probe: Some(probe),
            ..self
        }
    }

    /// Gives it other tables to ask, or none.
    pub fn set_probe(&mut self, probe: Option<Arc<dyn Probe>>) {
        self.probe = probe;
    }

    /// The searcher with the network of its rules, if there is one.
    #[must_use]
    pub fn with_network(self) -> Searcher {
        let evaluation = match Sheet::network(self.moulin.rules()) {
            Some(network) => Evaluation::Network(network),
            None => self.evaluation,
        };
        Searcher { evaluation, ..self }
    }

    /// The bytes of its transposition table, which never change.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// The evaluations of a game: weights, and the edition of the network if there is one.
    pub(super) fn evaluation_of(moulin: &Moulin) -> impl Hash {
        let rules = moulin.rules();
        (PhaseWeights::of(rules), Sheet::edition(rules))
    }

    /// Clears its transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The value of a position for the side to move without any search, in hundredths of a stone.
    #[must_use]
    pub fn static_evaluation(&self, position: &Position) -> i32 {
        let state = State::new(&self.geometry, position);
        self.evaluation.value(&self.geometry, &self.laws, &state)
    }

    /// The best moves; `None` when the game is over.
    ///
    /// `history` holds the positions before this one since the last turn that was not quiet, the
    /// oldest first, so many quiet turns have been played (ML9). `progress` is called after each
    /// depth that was finished.
    pub fn search(
        &mut self,
        history: &[Position],
        position: &Position,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        let begun = Instant::now();
        self.table.begin_search();
        let repetitions = Repetitions::new(&self.geometry, history, position);
        let damage = Damage::default();
        let probe = self.probe.as_deref().map(|probe| NotingProbe {
            probe,
            damage: &damage,
        });
        let mut root = Root::new(
            &self.moulin,
            &self.geometry,
            position,
            repetitions.quiet,
            limits,
            probe,
        );
        if root.is_empty() {
            return None;
        }
        let control = Control::new(limits.stop);
        let in_progress = InProgress::new();
        let shared = Shared {
            geometry: &self.geometry,
            laws: &self.laws,
            evaluation: &self.evaluation,
            repetitions: &repetitions,
            table: &self.table,
            in_progress: (self.threads > 1).then_some(&in_progress),
            probe: probe.filter(|_| !root.is_exact()),
            images: self.images(position),
            control: &control,
        };
        let depths = 1..=limits.depth.clamp(1, MOST_DEPTH);
        let quota = limits.nodes / self.threads as u64;
        let root_for_helpers = root.clone();
        let help = || {
            let mut root = root_for_helpers.clone();
            let mut search = Search::new(shared, quota);
            deepen(depths.clone(), |depth| root.search(&mut search, depth));
        };
        let main = || {
            let mut search = Search::new(shared, quota);
            let result = |root: &Root, search: &Search<'_>, depth| SearchResult {
                lines: root.lines(&self.moulin, search),
                depth,
                nodes: search.nodes(),
                time: begun.elapsed(),
                damaged: damage.names(),
            };
            let reached = deepen(depths.clone(), |depth| {
                let found = root.search(&mut search, depth)?;
                progress(&result(&root, &search, depth));
                Ok(found)
            });
            control.finish();
            let mut result = result(&root, &search, reached.unwrap_or(0));
            if let Some(probe) = probe {
                root.follow(&self.moulin, probe, &mut result.lines);
                result.damaged = damage.names();
            }
            Some(result)
        };
        with_helpers(self.threads, help, main)
    }

    /// The symmetries worth looking for: with few stones many ways lead to images of the same
    /// state, with more of them hardly any.
    fn images(&self, position: &Position) -> &[Image] {
        let [white, black] = Side::BOTH.map(|side| position.stones(side));
        let images = self.geometry.images();
        if (white | black).count() <= SYMMETRIC {
            images
        } else {
            &images[..1]
        }
    }
}
