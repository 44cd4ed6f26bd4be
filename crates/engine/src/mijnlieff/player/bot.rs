use std::time::Duration;

use game::{Game, Random};
use mijnlieff::{Layout, Mijnlieff, Move, Position, Squares};

use super::large::{Budget, Large};
use super::level::{self, Handicap, PERFECT, PROOF, Skill, UNPROVEN};
use crate::mijnlieff::{Limits, Score, SearchResult, Searcher, Solver};
use crate::{Bot, Computer, Guarantee, PerfectGap, Player, Resources, Stop, noise, random_best};

/// A computer player of one game of Mijnlieff.
pub struct MijnlieffBot {
    game: Mijnlieff,
    method: Method,
    stop: Stop,
}

/// A move and, from those who search, its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// Its score; none where nothing was searched.
    pub score: Option<Score>,
    /// Nodes visited.
    pub nodes: u64,
}

enum Method {
    Random,
    Greedy,
    Level(Box<Searcher>, Handicap),
    /// What takes too long to prove is searched.
    Proof(Box<Solver>, Box<Searcher>),
    Nodes(Box<Searcher>, u64),
    /// What is not solved in time is searched.
    Time(Box<Solver>, Box<Searcher>, Duration),
    LargeWork(Box<Large>, Budget),
    LargeTime(Box<Large>, Duration),
}

/// Bytes of a transposition table per node: two entries, since half of them stay empty.
const NODE: u64 = 32;

/// What part of the memory a search has beside exact values.
const SHARE: usize = 4;

/// The bonus that chance gives moves of players who do not err, in hundredths of a point: too little
/// to change a proven value, enough to vary games.
pub(super) const VARIETY: u64 = 4;

impl Computer for Mijnlieff {
    type Bot = MijnlieffBot;

    fn bot(&self, player: Player, resources: &Resources) -> MijnlieffBot {
        MijnlieffBot::new(self, player, resources)
    }

    const PERFECT_GAP: PerfectGap = PerfectGap::OneStep;

    fn guarantee(&self, _resources: &Resources) -> Guarantee {
        let layout = self.board().layout();
        match layout.sets() {
            1 if Layout::standard(1).as_ref() == Some(layout) => Guarantee::Proven,
            1 => Guarantee::ProvenLater,
            _ => Guarantee::Unsolved,
        }
    }

    fn levels_edition(&self) -> u64 {
        level::edition(self.board().layout().sets())
    }
}

impl Bot<Position, Move> for MijnlieffBot {
    fn choose(&mut self, recent: &[Position], random: &mut Random) -> Option<Move> {
        let choice = self.choose_with_score(recent.last()?, random);
        choice.map(|choice| choice.played)
    }
}

impl MijnlieffBot {
    fn new(game: &Mijnlieff, player: Player, resources: &Resources) -> MijnlieffBot {
        let memory = resources.memory;
        let searcher = |nodes: u64| {
            let needed = usize::try_from(nodes.saturating_mul(NODE)).unwrap_or(usize::MAX);
            Box::new(Searcher::new(game, needed.min(memory)))
        };
        let solver = |memory| Solver::new(game, memory, 1).ok().map(Box::new);
        let large =
            |budget| Method::LargeWork(Box::new(Large::new(game, memory, Some(budget))), budget);
        let one_set = game.board().layout().sets() == 1;
        let method = match player {
            Player::Random => Method::Random,
            Player::Greedy => Method::Greedy,
            Player::Level(level) => match level::skill(level, game.board().layout().sets()) {
                Skill::Search(handicap) => Method::Level(searcher(handicap.nodes), handicap),
                Skill::Samples(budget) => large(budget),
            },
            Player::Perfect => match solver(memory - memory / SHARE) {
                Some(solver) => {
                    let solver = solver.with_book().with_limit(PROOF);
                    let needed = (UNPROVEN * NODE) as usize;
                    let searcher = Searcher::new(game, needed.min(memory / SHARE));
                    Method::Proof(Box::new(solver), Box::new(searcher))
                }
                None => large(PERFECT),
            },
            Player::Nodes(nodes) if one_set => Method::Nodes(searcher(nodes), nodes),
            Player::Nodes(nodes) => large(Budget::of(nodes)),
            Player::Time(time) => match solver(memory / 2) {
                Some(solver) => {
                    let searcher = Searcher::new(game, memory / 2);
                    Method::Time(solver, Box::new(searcher), time)
                }
                None => Method::LargeTime(Box::new(Large::new(game, memory, None)), time),
            },
        };
        MijnlieffBot {
            game: game.clone(),
            method,
            stop: resources.stop.clone(),
        }
    }

    /// A move with its score; `None` when the game is over.
    pub fn choose_with_score(
        &mut self,
        position: &Position,
        random: &mut Random,
    ) -> Option<Choice> {
        let stop = &self.stop;
        let result = match &mut self.method {
            Method::Random => return unsearched(self.game.random_move(position, random)),
            Method::Greedy => return unsearched(greedy(&self.game, position, random)),
            Method::Level(searcher, handicap) => {
                search_as_level(searcher, *handicap, &self.game, position, stop, random)
            }
            Method::Nodes(searcher, nodes) => {
                searcher.clear();
                let limits = Limits {
                    nodes: *nodes,
                    depth: u32::MAX,
                    stop,
                };
                searcher.search_with(position, &limits, &mut || random.below(VARIETY) as i32)
            }
            Method::Proof(solver, searcher) => solve(solver, &self.game, position, stop, random)
                .or_else(|| {
                    searcher.clear();
                    let limits = Limits {
                        nodes: UNPROVEN,
                        depth: u32::MAX,
                        stop,
                    };
                    searcher.search_with(position, &limits, &mut || random.below(VARIETY) as i32)
                }),
            Method::Time(solver, searcher, time) => {
                let (half, stop) = (stop.within(*time / 2), stop.within(*time));
                solve(solver, &self.game, position, &half, random).or_else(|| {
                    let limits = Limits {
                        nodes: u64::MAX,
                        depth: u32::MAX,
                        stop: &stop,
                    };
                    searcher.search_with(position, &limits, &mut || random.below(VARIETY) as i32)
                })
            }
            Method::LargeWork(large, budget) => large.with_budget(position, *budget, stop, random),
            Method::LargeTime(large, time) => large.in_time(position, *time, stop, random),
        };
        result.map(|result| Choice {
            played: result.played,
            score: Some(result.score),
            nodes: result.nodes,
        })
    }
}

fn unsearched(played: Option<Move>) -> Option<Choice> {
    played.map(|played| Choice {
        played,
        score: None,
        nodes: 0,
    })
}

/// A random one of the best moves; `None` when the game is over, or there is no proof in time.
fn solve(
    solver: &Solver,
    game: &Mijnlieff,
    position: &Position,
    stop: &Stop,
    random: &mut Random,
) -> Option<SearchResult> {
    let before = solver.nodes();
    let legal = game.moves(position);
    let best = solver.best(position, &legal, None, stop).ok()??;
    Some(SearchResult {
        played: *random.pick(&best.moves)?,
        score: Score::Exact(best.value),
        nodes: solver.nodes() - before,
    })
}

/// A search with the errors of a level.
fn search_as_level(
    searcher: &mut Searcher,
    handicap: Handicap,
    game: &Mijnlieff,
    position: &Position,
    stop: &Stop,
    random: &mut Random,
) -> Option<SearchResult> {
    if handicap.overlooks == 0 {
        searcher.clear();
    } else {
        let straight = |three: u64| {
            let mut cells = game.board().squares().into_iter();
            let mut cells = cells
                .by_ref()
                .filter(|square| three & Squares::only(*square).bits() != 0)
                .map(|square| game.board().cell(square));
            let (first, second) = (cells.next(), cells.next());
            first.zip(second).is_some_and(|(first, second)| {
                first.column == second.column || first.row == second.row
            })
        };
        searcher.look(&mut |three| {
            let percent = if straight(three) { 200 } else { 100 };
            random.below(percent) >= handicap.overlooks
        });
    }
    let limits = Limits {
        nodes: handicap.nodes,
        depth: handicap.depth,
        stop,
    };
    searcher.search_with(position, &limits, &mut || noise(handicap.noise, random))
}

/// The move that makes most points at once; among equals the one that takes most points from the
/// opponent's next turn by its square; among equals any.
fn greedy(game: &Mijnlieff, position: &Position, random: &mut Random) -> Option<Move> {
    let side = position.turn();
    let gain = |side, played| match played {
        Move::Pass => 0,
        Move::Place { square, .. } => {
            let held = position.pieces(side);
            let board = game.board();
            board.points(held | Squares::only(square)) - board.points(held)
        }
    };
    let worth = |played| (gain(side, played), gain(side.other(), played));
    random_best(game.moves(position), worth, random)
}
