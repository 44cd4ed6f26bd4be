//! The search of the mill family against plain minimax over the rules, and its limits.
#![allow(clippy::unwrap_used)]

use engine::Stop;
use engine::moulin::{Answer, Exact, Limits, Thinker, Verdict};
use game::{Game, Random};
use moulin::{Moulin, Move, Position};

const MEMORY: usize = 1 << 20;

/// Rule sets and overrides.
const SETUPS: [&str; 10] = [
    "classique",
    "envol",
    "barreau",
    "classique,double=2",
    "envol,double=2,stuck=pass",
    "barreau,stuck=pass",
    "classique,flight=6",
    "envol,flight=once-7",
    "barreau,flight=once-5,take=any",
    "classique,flight=never,stuck=pass",
];

/// A position in a game: those before it since the last turn that was not quiet, and itself.
struct Moment {
    history: Vec<Position>,
    position: Position,
}

impl Moment {
    fn start(moulin: &Moulin) -> Moment {
        Moment {
            history: Vec::new(),
            position: moulin.start(),
        }
    }

    fn play(&mut self, moulin: &Moulin, played: Move) {
        if moulin.is_quiet(&self.position, played) {
            self.history.push(self.position);
        } else {
            self.history.clear();
        }
        self.position = moulin.play(&self.position, played);
    }

    /// A moment of a random game that is not over.
    fn random(moulin: &Moulin, turns: u64, random: &mut Random) -> Moment {
        let mut moment = Moment::start(moulin);
        for _ in 0..turns {
            match moulin.random_move(&moment.position, random) {
                Some(played) => moment.play(moulin, played),
                None => moment = Moment::start(moulin),
            }
        }
        if moulin.count_moves(&moment.position) == 0 {
            moment = Moment::start(moulin);
        }
        moment
    }
}

/// Plain minimax, slow and straight from the rules. Ends are counted from the root.
struct Plain<'a> {
    moulin: &'a Moulin,
    thinker: &'a Thinker,
    seen: Vec<Position>,
}

const WON: i32 = 30_000;

/// Captures in a row that are looked at beyond the horizon.
const SETTLING: u32 = 2;

impl Plain<'_> {
    fn value(&self, position: &Position, depth: u32, ply: i32, quiet: usize) -> i32 {
        if self.moulin.count_moves(position) == 0 {
            return ply - WON;
        }
        if ply > 0 && (self.seen.contains(position) || quiet >= 100) {
            return 0;
        }
        if depth == 0 {
            return self.settled(position, ply, SETTLING);
        }
        let moves = self.moulin.moves(position).into_iter();
        let values = moves.map(|played| {
            let quiet = if self.moulin.is_quiet(position, played) {
                quiet + 1
            } else {
                0
            };
            -self.value(
                &self.moulin.play(position, played),
                depth - 1,
                ply + 1,
                quiet,
            )
        });
        values.max().unwrap()
    }

    fn settled(&self, position: &Position, ply: i32, captures: u32) -> i32 {
        if self.moulin.count_moves(position) == 0 {
            return ply - WON;
        }
        let look = self.thinker.glance(position);
        if captures == 0 {
            return look;
        }
        let moves = self.moulin.moves(position).into_iter();
        let taking = moves.filter(|played| !played.takes().is_empty());
        let values = taking.map(|played| {
            -self.settled(&self.moulin.play(position, played), ply + 1, captures - 1)
        });
        values.fold(look, i32::max)
    }
}

fn plain(thinker: &Thinker, moulin: &Moulin, moment: &Moment, depth: u32) -> i32 {
    let mut seen = moment.history.clone();
    seen.push(moment.position);
    let plain = Plain {
        moulin,
        thinker,
        seen,
    };
    plain.value(&moment.position, depth, 0, moment.history.len())
}

fn value(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Exact(Exact::Win(turns)) => WON - turns as i32,
        Verdict::Exact(Exact::Loss(turns)) => turns as i32 - WON,
        Verdict::Exact(Exact::Draw) => 0,
        Verdict::Estimate { hundredths, .. } => hundredths,
    }
}

fn think(thinker: &mut Thinker, moment: &Moment, depth: u32) -> Answer {
    let stop = Stop::never();
    let limits = Limits {
        depth,
        ..Limits::until(&stop)
    };
    let answer = thinker.think(&moment.history, &moment.position, &limits, &mut |_| ());
    answer.unwrap()
}

/// Searches random positions of each setup as deep as plain minimax can follow.
fn check_random(samples: usize, seed: u64, memory: usize, threads: usize) {
    let mut random = Random::new(seed);
    for setup in SETUPS {
        let moulin = Moulin::from_options(setup).unwrap();
        let mut thinker = Thinker::new(&moulin, memory, threads);
        for _ in 0..samples {
            let turns = random.below(90);
            let moment = Moment::random(&moulin, turns, &mut random);
            let follows = |depth: &u32| game::perft(&moulin, &moment.position, *depth) < 4_000;
            let depth = (2..9).take_while(follows).last().unwrap_or(1);
            let expected = plain(&thinker, &moulin, &moment, depth);
            let answer = think(&mut thinker, &moment, depth);
            let found = value(answer.verdict());
            // A proven end is not searched beyond.
            let proven = answer.depth < depth && expected.abs() > WON - 100;
            assert!(
                answer.depth == depth || proven,
                "{setup} {:?}",
                moment.position
            );
            assert_eq!(found, expected, "{setup} {depth} {:?}", moment.position);
        }
    }
}

#[test]
fn a_search_has_the_value_of_plain_minimax() {
    check_random(200, 1, MEMORY, 1);
}

#[test]
fn a_search_without_room_for_a_cache_has_the_value_of_plain_minimax() {
    check_random(50, 2, 0, 1);
}

#[test]
fn two_threads_have_the_value_of_plain_minimax() {
    check_random(50, 3, MEMORY, 2);
}
