use std::time::Duration;

use game::{Game, Random};
use moulin::{Moulin, Move, Position};

use super::level::{self, Habits, PERFECT, Sight, Skill};
use super::tactics;
use crate::moulin::{Extent, Limits, Reason, Searcher, Variety, knowledge, reasons};
use crate::{Bot, Computer, Guarantee, PerfectGap, Player, Resources, Stop, noise};

/// A player seated at one game of the mill family.
pub struct MoulinBot {
    game: Moulin,
    mind: Mind,
}

enum Mind {
    Random,
    Greedy,
    Sees(Sight),
    Thinks(Box<Searcher>, Habits),
    Nodes(Box<Searcher>, u64),
    Time(Box<Searcher>, Duration),
}

/// Memory that serves a search of one node.
const NODE: u64 = 32;

/// What a move may be worse than the best to be played for variety, in hundredths of a stone.
const VARIETY: u32 = 3;

impl Computer for Moulin {
    type Bot = MoulinBot;

    fn bot(&self, player: Player, resources: &Resources) -> MoulinBot {
        let searcher = |nodes: u64| {
            let needed = usize::try_from(nodes.saturating_mul(NODE)).unwrap_or(usize::MAX);
            Box::new(Searcher::new(self, needed.min(resources.memory), 1))
        };
        // Who makes mistakes has not learnt the endings by heart.
        let learned = |nodes: u64| {
            let known = knowledge(self.rules(), &resources.shared);
            Box::new(searcher(nodes).with_network().with_probe(known))
        };
        let mind = match player {
            Player::Random => Mind::Random,
            Player::Greedy => Mind::Greedy,
            Player::Level(level) => match level::skill(level) {
                Skill::Sees(sight) => Mind::Sees(sight),
                Skill::Thinks(habits) => Mind::Thinks(searcher(habits.nodes), habits),
            },
            Player::Perfect => Mind::Nodes(learned(PERFECT), PERFECT),
            Player::Nodes(nodes) => Mind::Nodes(learned(nodes), nodes),
            Player::Time(time) => Mind::Time(learned(u64::MAX), time),
        };
        MoulinBot { game: *self, mind }
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
        let text = format!("{} {}", level::edition(), Searcher::edition(self));
        let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
    }
}

impl Bot<Position, Move> for MoulinBot {
    fn choose(&mut self, recent: &[Position], random: &mut Random) -> Option<Move> {
        let (position, history) = recent.split_last()?;
        let stop = Stop::never();
        let varied = Limits {
            variety: Variety {
                seed: random.bits(),
                margin: VARIETY,
            },
            ..Limits::until(&stop)
        };
        match &mut self.mind {
            Mind::Random => self.game.random_move(position, random),
            Mind::Greedy => tactics::greedy(&self.game, position, random),
            Mind::Sees(sight) => tactics::choose(&self.game, position, *sight, random),
            Mind::Thinks(searcher, habits) => {
                searcher.clear();
                err(&self.game, searcher, *habits, recent, random)
            }
            Mind::Nodes(searcher, nodes) => {
                searcher.clear();
                let limits = Limits {
                    nodes: *nodes,
                    ..varied
                };
                let result = searcher.search(history, position, &limits, &mut |_| ());
                result.map(|result| result.played())
            }
            Mind::Time(searcher, time) => {
                let stop = Stop::after(*time);
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

/// A move after a search with the errors of a level: its judgement strays, and now and then it
/// overlooks what a move sets up and looks at the others only.
fn err(
    game: &Moulin,
    searcher: &mut Searcher,
    habits: Habits,
    recent: &[Position],
    random: &mut Random,
) -> Option<Move> {
    let (position, history) = recent.split_last()?;
    let stop = Stop::never();
    let limits = Limits {
        nodes: habits.nodes,
        lines: usize::MAX,
        ..Limits::until(&stop)
    };
    let result = searcher.search(history, position, &limits, &mut |_| ())?;
    let overlooks = random.below(100) < habits.overlooks;
    let judged = result.lines.iter().map(|line| {
        let played = line.moves[0];
        let mut worth = line.score.hundredths() + noise(habits.spread, random);
        if overlooks && sets_up(game, position, played) {
            worth -= OVERLOOKED;
        }
        (worth, played)
    });
    let best = judged.max_by_key(|(worth, _)| *worth);
    best.map(|(_, played)| played)
}

/// What a move seems to be worth less when its point is overlooked, in hundredths of a stone.
const OVERLOOKED: i32 = 80;

/// Whether a move prepares more than it does at once.
fn sets_up(game: &Moulin, position: &Position, played: Move) -> bool {
    let found = reasons(game, position, played, &[]);
    let plan = |reason: &Reason| matches!(reason, Reason::DoubleMill | Reason::Fork(_));
    found.iter().any(plan)
}
