use std::sync::Arc;
use std::time::Duration;

use game::{Game, Random};
use moulin::{Moulin, Move, Position};

use super::level::{self, Handicap, PERFECT, Skill, Tactics};
use super::tactics;
use crate::moulin::{Extent, Knowledge, Limits, Reason, Searcher, Variety, knowledge, reasons};
use crate::{Bot, Computer, Guarantee, PerfectGap, Player, Resources, Stop, edition, noise};

/// A computer player of one game of the mill family.
pub struct MoulinBot {
    game: Moulin,
    method: Method,
    /// What it asks besides searching.
    knowledge: Option<Arc<Knowledge>>,
    stop: Stop,
}

enum Method {
    Random,
    Greedy,
    Tactics(Tactics),
    Search(Box<Searcher>, Handicap),
    Nodes(Box<Searcher>, u64),
    Time(Box<Searcher>, Duration),
}

/// Bytes of a transposition table per node.
const NODE: u64 = 32;

/// How much worse than the best a move may be to be played for variety, in hundredths of a stone.
const VARIETY: u32 = 3;

impl Computer for Moulin {
    type Bot = MoulinBot;

    fn bot(&self, player: Player, resources: &Resources) -> MoulinBot {
        let searcher = |nodes: u64| {
            let needed = usize::try_from(nodes.saturating_mul(NODE)).unwrap_or(usize::MAX);
            Box::new(Searcher::new(self, needed.min(resources.memory), 1))
        };
        // A player that errs has neither tables nor network.
        let mut known = None;
        let mut learned = |nodes: u64| {
            let knowledge = knowledge(self.rules(), &resources.shared);
            known = Some(Arc::clone(&knowledge));
            Box::new(searcher(nodes).with_network().with_probe(knowledge))
        };
        let method = match player {
            Player::Random => Method::Random,
            Player::Greedy => Method::Greedy,
            Player::Level(level) => match level::skill(level) {
                Skill::Tactics(tactics) => Method::Tactics(tactics),
                Skill::Search(handicap) => Method::Search(searcher(handicap.nodes), handicap),
            },
            Player::Perfect => Method::Nodes(learned(PERFECT), PERFECT),
            Player::Nodes(nodes) => Method::Nodes(learned(nodes), nodes),
            Player::Time(time) => Method::Time(learned(u64::MAX), time),
        };
        MoulinBot {
            game: *self,
            method,
            knowledge: known,
            stop: resources.stop.clone(),
        }
    }

    const PERFECT_GAP: PerfectGap = PerfectGap::Wider;

    fn guarantee(&self, resources: &Resources) -> Guarantee {
        match knowledge(self.rules(), &resources.shared).extent() {
            Extent::Values => Guarantee::Proven,
            Extent::Wdl => Guarantee::Value,
            Extent::Part => Guarantee::NeedsTables,
        }
    }

    fn levels_edition(&self) -> u64 {
        edition((level::definition(), Searcher::evaluation_of(self)))
    }
}

impl Bot<Position, Move> for MoulinBot {
    fn choose(&mut self, recent: &[Position], random: &mut Random) -> Option<Move> {
        let (position, history) = recent.split_last()?;
        let stop = self.stop.clone();
        if stop.is_consulting()
            && let Some(knowledge) = &self.knowledge
        {
            // In its own turns; a search would ask for it in the middle of one. What is not
            // known because it was told to stop is not needed either.
            knowledge.prepare(&stop);
        }
        let varied = Limits {
            variety: Variety {
                seed: random.bits(),
                margin: VARIETY,
            },
            ..Limits::until(&stop)
        };
        match &mut self.method {
            Method::Random => self.game.random_move(position, random),
            Method::Greedy => tactics::greedy(&self.game, position, random),
            Method::Tactics(tactics) => tactics::choose(&self.game, position, *tactics, random),
            Method::Search(searcher, handicap) => {
                searcher.clear();
                err(&self.game, searcher, *handicap, recent, &stop, random)
            }
            Method::Nodes(searcher, nodes) => {
                searcher.clear();
                let limits = Limits {
                    nodes: *nodes,
                    ..varied
                };
                let result = searcher.search(history, position, &limits, &mut |_| ());
                result.map(|result| result.played())
            }
            Method::Time(searcher, time) => {
                let stop = stop.within(*time);
                let limits = Limits {
                    stop: &stop,
                    ..varied
                };
                let result = searcher.search(history, position, &limits, &mut |_| ());
                result.map(|result| result.played())
            }
        }
    }
}

/// A move after a search with the errors of a level: noise in the values, and now and then it
/// overlooks what moves set up.
fn err(
    game: &Moulin,
    searcher: &mut Searcher,
    handicap: Handicap,
    recent: &[Position],
    stop: &Stop,
    random: &mut Random,
) -> Option<Move> {
    let (position, history) = recent.split_last()?;
    let limits = Limits {
        nodes: handicap.nodes,
        lines: usize::MAX,
        ..Limits::until(stop)
    };
    let result = searcher.search(history, position, &limits, &mut |_| ())?;
    let overlooks = random.below(100) < handicap.overlooks;
    let judged = result.lines.iter().map(|line| {
        let played = line.moves[0];
        let mut worth = line.score.hundredths() + noise(handicap.noise, random);
        if overlooks && sets_up(game, position, played) {
            worth -= OVERLOOKED;
        }
        (worth, played)
    });
    let best = judged.max_by_key(|(worth, _)| *worth);
    best.map(|(_, played)| played)
}

/// What a move loses in value when what it sets up is overlooked, in hundredths of a stone.
const OVERLOOKED: i32 = 80;

/// Whether a move prepares more than it does at once.
fn sets_up(game: &Moulin, position: &Position, played: Move) -> bool {
    let found = reasons(game, position, played, &[]);
    let plan = |reason: &Reason| matches!(reason, Reason::DoubleMill | Reason::Fork(_));
    found.iter().any(plan)
}
