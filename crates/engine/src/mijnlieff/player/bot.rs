use std::time::Duration;

use game::{Game, Random};
use mijnlieff::{Mijnlieff, Move, Position, Squares};

use super::large::{Budget, Large};
use super::level::{self, Habits, PERFECT, Skill};
use crate::mijnlieff::{Limits, Score, SearchResult, Searcher, Solver};
use crate::{Bot, Computer, Guarantee, PerfectGap, Player, Resources, Stop, noise};

/// A player seated at one game: what it knows of the board and, for a search, its memory.
pub struct MijnlieffBot {
    game: Mijnlieff,
    mind: Mind,
}

/// A move and, from those who search, what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// What its player thinks or knows of it; nothing where nobody searched.
    pub score: Option<Score>,
    /// States looked at.
    pub nodes: u64,
}

enum Mind {
    Random,
    Greedy,
    Level(Box<Searcher>, Habits),
    Solver(Box<Solver>),
    Nodes(Box<Searcher>, u64),
    /// What is not solved in time is searched.
    Time(Box<Solver>, Box<Searcher>, Duration),
    LargeWork(Box<Large>, Budget),
    LargeTime(Box<Large>, Duration),
}

/// Memory that serves a search of one node: two places, since half of them stay empty.
const NODE: u64 = 32;

/// How far a search without habits lets chance decide, in hundredths of a point: less than makes
/// a proven value another, enough to vary its games.
pub(super) const VARIETY: u64 = 4;

impl Computer for Mijnlieff {
    type Bot = MijnlieffBot;

    fn bot(&self, player: Player, resources: &Resources) -> MijnlieffBot {
        MijnlieffBot::new(self, player, resources.memory)
    }

    const PERFECT_GAP: PerfectGap = PerfectGap::OneStep;

    fn guarantee(&self, _resources: &Resources) -> Guarantee {
        match self.board().layout().sets() {
            1 => Guarantee::Proven,
            _ => Guarantee::Unsolved,
        }
    }

    fn levels_edition(&self) -> u64 {
        level::edition(self.board().layout().sets())
    }
}

impl Bot<Position, Move> for MijnlieffBot {
    fn choose(&mut self, recent: &[Position], random: &mut Random) -> Option<Move> {
        let choice = self.judge(recent.last()?, random);
        choice.map(|choice| choice.played)
    }
}

impl MijnlieffBot {
    fn new(game: &Mijnlieff, player: Player, memory: usize) -> MijnlieffBot {
        let searcher = |nodes: u64| {
            let needed = usize::try_from(nodes.saturating_mul(NODE)).unwrap_or(usize::MAX);
            Box::new(Searcher::new(game, needed.min(memory)))
        };
        let solver = |memory| Solver::new(game, memory, 1).ok().map(Box::new);
        let large =
            |budget| Mind::LargeWork(Box::new(Large::new(game, memory, Some(budget))), budget);
        let one_set = game.board().layout().sets() == 1;
        let mind = match player {
            Player::Random => Mind::Random,
            Player::Greedy => Mind::Greedy,
            Player::Level(level) => match level::skill(level, game.board().layout().sets()) {
                Skill::Errs(habits) => Mind::Level(searcher(habits.nodes), habits),
                Skill::Samples(budget) => large(budget),
            },
            Player::Perfect => solver(memory).map_or_else(|| large(PERFECT), Mind::Solver),
            Player::Nodes(nodes) if one_set => Mind::Nodes(searcher(nodes), nodes),
            Player::Nodes(nodes) => large(Budget::of(nodes)),
            Player::Time(time) => match solver(memory / 2) {
                Some(solver) => {
                    let searcher = Searcher::new(game, memory / 2);
                    Mind::Time(solver, Box::new(searcher), time)
                }
                None => Mind::LargeTime(Box::new(Large::new(game, memory, None)), time),
            },
        };
        MijnlieffBot {
            game: game.clone(),
            mind,
        }
    }

    /// A move with what it is worth; `None` when the game is over.
    pub fn judge(&mut self, position: &Position, random: &mut Random) -> Option<Choice> {
        let result = match &mut self.mind {
            Mind::Random => return unsearched(self.game.random_move(position, random)),
            Mind::Greedy => return unsearched(greedy(&self.game, position, random)),
            Mind::Level(searcher, habits) => {
                think_as_level(searcher, *habits, &self.game, position, random)
            }
            Mind::Nodes(searcher, nodes) => {
                searcher.clear();
                let limits = Limits {
                    nodes: *nodes,
                    depth: u32::MAX,
                    stop: &Stop::never(),
                };
                searcher.search_with(position, &limits, &mut || random.below(VARIETY) as i32)
            }
            Mind::Solver(solver) => solve(solver, position, &Stop::never(), random),
            Mind::Time(solver, searcher, time) => {
                let (half, stop) = (Stop::after(*time / 2), Stop::after(*time));
                solve(solver, position, &half, random).or_else(|| {
                    let limits = Limits {
                        nodes: u64::MAX,
                        depth: u32::MAX,
                        stop: &stop,
                    };
                    searcher.search_with(position, &limits, &mut || random.below(VARIETY) as i32)
                })
            }
            Mind::LargeWork(large, budget) => large.work(position, *budget, random),
            Mind::LargeTime(large, time) => large.hurry(position, *time, random),
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

/// One of the best moves, by chance; `None` when the game is over or the time is.
fn solve(
    solver: &Solver,
    position: &Position,
    stop: &Stop,
    random: &mut Random,
) -> Option<SearchResult> {
    let before = solver.nodes();
    let moves = solver.moves(position, stop).ok()?;
    let value = moves.first()?.value;
    let best = moves.iter().take_while(|valued| valued.value == value);
    let best: Vec<Move> = best.map(|valued| valued.played).collect();
    Some(SearchResult {
        played: *random.pick(&best)?,
        score: Score::Exact(value),
        nodes: solver.nodes() - before,
    })
}

/// A search with the errors of a level.
fn think_as_level(
    searcher: &mut Searcher,
    habits: Habits,
    game: &Mijnlieff,
    position: &Position,
    random: &mut Random,
) -> Option<SearchResult> {
    if habits.overlooks == 0 {
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
            random.below(percent) >= habits.overlooks
        });
    }
    let limits = Limits {
        nodes: habits.nodes,
        depth: habits.depth,
        stop: &Stop::never(),
    };
    searcher.search_with(position, &limits, &mut || noise(habits.spread, random))
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
    let moves = game.moves(position);
    let worth = |played: &Move| (gain(side, *played), gain(side.other(), *played));
    let most = moves.iter().map(worth).max()?;
    let best: Vec<Move> = moves
        .into_iter()
        .filter(|played| worth(played) == most)
        .collect();
    random.pick(&best).copied()
}
