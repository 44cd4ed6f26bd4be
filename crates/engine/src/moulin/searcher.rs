use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use game::Side;
use moulin::{Moulin, Move, Position};
use tables::kernel::{Geometry, Image, Laws, State};

use super::damage::Damage;
use super::evaluation::{Eye, Judgement};
use super::probe::Probe;
use super::repetitions::Past;
use super::root::Root;
use super::score::Score;
use super::search::{MOST_DEPTH, Search, Shared};
use super::sheet::Sheet;
use super::transposition_table::Cache;
use crate::Stop;
use crate::search::Busy;

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
    eye: Eye,
    cache: Cache,
    probe: Option<Arc<dyn Probe>>,
    threads: usize,
}

/// How far a search may go: it ends at the first limit, or when it knows.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Whole turns it may look ahead, the one it plays included.
    pub depth: u32,
    /// Positions it may look at.
    pub nodes: u64,
    /// How many of the best moves are wanted, with their lines.
    pub lines: usize,
    /// How far chance decides.
    pub variety: Variety,
    /// When it is to give up.
    pub stop: &'a Stop,
}

/// Chance among moves that are about as good, so that games differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variety {
    /// What the chance comes from.
    pub seed: u64,
    /// What a chosen move may be worse than the best, in hundredths of a stone. Nothing proven is
    /// ever given up.
    pub margin: u32,
}

/// What a search has found, at its end or on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best moves, best first; at least one.
    pub lines: Vec<Line>,
    /// Whole turns that every move was looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The files of damaged tables that it asked in vain, by name: without the damage it might know
    /// more.
    pub damaged: Vec<String>,
}

/// A move, what it is worth, and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move, then those after it; at least one.
    pub moves: Vec<Move>,
    /// What it is worth to its player.
    pub score: Score,
    /// Whether the game is drawn for want of progress (ML9) before the win or loss that is known by
    /// heart, along these moves.
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
    /// A searcher with at most so many bytes for what it finds out, and so many threads.
    #[must_use]
    pub fn new(moulin: &Moulin, memory: usize, threads: usize) -> Searcher {
        Searcher {
            moulin: *moulin,
            geometry: Geometry::new(moulin.rules().board),
            laws: Laws::new(moulin.rules()),
            eye: Eye::Weighs(Judgement::of(moulin.rules())),
            cache: Cache::new(memory),
            probe: None,
            threads: threads.max(1),
        }
    }

    /// The searcher with somebody to ask about endings.
    #[must_use]
    pub fn with_probe(self, probe: Arc<dyn Probe>) -> Searcher {
        Searcher {
            probe: Some(probe),
            ..self
        }
    }

    /// The searcher with a judgement learnt from tables, if there is one for its rules.
    #[must_use]
    pub fn with_network(self) -> Searcher {
        let eye = match Sheet::network(self.moulin.rules()) {
            Some(network) => Eye::Learnt(network),
            None => self.eye,
        };
        Searcher { eye, ..self }
    }

    /// The bytes its memory takes, however long it thinks.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.cache.bytes()
    }

    /// What its judgement is made of, as a text to compare.
    pub(super) fn edition(moulin: &Moulin) -> String {
        let weights = Judgement::of(moulin.rules());
        format!("{weights:?} {:?}", Sheet::edition(moulin.rules()))
    }

    /// Forgets what it has found out.
    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// What a position looks like to the side to move without any search, in hundredths of a
    /// stone.
    #[must_use]
    pub fn static_evaluation(&self, position: &Position) -> i32 {
        let state = State::new(&self.geometry, position);
        self.eye.value(&self.geometry, &self.laws, &state)
    }

    /// The best moves; `None` when the game is over.
    ///
    /// `history` holds the positions before this one since the last turn that was not quiet, the
    /// oldest first: so many quiet turns have been played (ML9). `progress` is called after each
    /// depth that was finished.
    pub fn search(
        &mut self,
        history: &[Position],
        position: &Position,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        let begun = Instant::now();
        self.cache.grow_older();
        let past = Past::new(&self.geometry, history, position);
        let damage = Damage::default();
        let mut root = Root::new(
            &self.moulin,
            &self.geometry,
            position,
            past.quiet,
            limits,
            self.probe.as_deref(),
            &damage,
        );
        if root.is_empty() {
            return None;
        }
        let (finished, searched) = (AtomicBool::new(false), AtomicU64::new(0));
        let busy = Busy::new();
        let shared = Shared {
            geometry: &self.geometry,
            laws: &self.laws,
            eye: &self.eye,
            past: &past,
            cache: &self.cache,
            busy: (self.threads > 1).then_some(&busy),
            probe: self.probe.as_deref().filter(|_| !root.is_informed()),
            damage: &damage,
            images: self.images(position),
            stop: limits.stop,
            searched: &searched,
            finished: &finished,
        };
        let depth = limits.depth.clamp(1, MOST_DEPTH);
        let quota = limits.nodes / self.threads as u64;
        thread::scope(|scope| {
            for _ in 1..self.threads {
                let mut root = root.clone();
                scope.spawn(move || {
                    let mut search = Search::new(shared, quota);
                    for depth in 1..=depth {
                        if root.deepen(&mut search, depth).is_err() || root.is_settled(depth) {
                            break;
                        }
                    }
                });
            }
            let mut search = Search::new(shared, quota);
            let result = |root: &Root, search: &Search<'_>, depth| SearchResult {
                lines: root.lines(&self.moulin, search),
                depth,
                nodes: search.nodes(),
                time: begun.elapsed(),
                damaged: damage.names(),
            };
            let mut reached = 0;
            for depth in 1..=depth {
                if root.deepen(&mut search, depth).is_err() {
                    break;
                }
                reached = depth;
                progress(&result(&root, &search, depth));
                if root.is_settled(depth) {
                    break;
                }
            }
            finished.store(true, Ordering::Relaxed);
            let mut result = result(&root, &search, reached);
            if let Some(probe) = self.probe.as_deref() {
                root.follow(&self.moulin, probe, &damage, &mut result.lines);
                result.damaged = damage.names();
            }
            Some(result)
        })
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
