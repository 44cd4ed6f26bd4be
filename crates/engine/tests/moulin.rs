//! The search of the mill family against plain minimax over the rules, and its limits.
#![allow(clippy::unwrap_used)]

use std::cmp::Ordering;
use std::sync::Arc;
use std::time::Duration;

use engine::Stop;
use engine::moulin::{Ending, Limits, Probe, Score, SearchResult, Searcher, Variety};
use game::{Game, Notation, Random, Side};
use moulin::{Moulin, Move, Position, SHEETS};
use tables::{Exact, FileFault};

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
    searcher: &'a Searcher,
    seen: Vec<Position>,
    /// Captures in a row that are looked at beyond the horizon.
    settling: u32,
}

const WON: i32 = 30_000;

/// Captures in a row that are looked at beyond the horizon with hand-made weights.
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
            return self.settled(position, ply, self.settling);
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
        let look = self.searcher.static_evaluation(position);
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

fn plain(searcher: &Searcher, moulin: &Moulin, moment: &Moment, depth: u32) -> i32 {
    plain_settling(searcher, moulin, moment, depth, SETTLING)
}

fn plain_settling(
    searcher: &Searcher,
    moulin: &Moulin,
    moment: &Moment,
    depth: u32,
    settling: u32,
) -> i32 {
    let mut seen = moment.history.clone();
    seen.push(moment.position);
    let plain = Plain {
        moulin,
        searcher,
        seen,
        settling,
    };
    plain.value(&moment.position, depth, 0, moment.history.len())
}

fn value(score: Score) -> i32 {
    match score {
        Score::Exact(Exact::Win(turns)) => WON - turns as i32,
        Score::Exact(Exact::Loss(turns)) => turns as i32 - WON,
        Score::Exact(Exact::Draw) => 0,
        Score::Wdl(_) => panic!("nobody was asked about WDL"),
        Score::Estimate { hundredths, .. } => hundredths,
    }
}

fn think(searcher: &mut Searcher, moment: &Moment, depth: u32) -> SearchResult {
    let stop = Stop::never();
    let limits = Limits {
        depth,
        ..Limits::until(&stop)
    };
    let result = searcher.search(&moment.history, &moment.position, &limits, &mut |_| ());
    result.unwrap()
}

/// Searches random positions of each setup as deep as plain minimax can follow.
fn check_random(samples: usize, seed: u64, memory: usize, threads: usize) {
    let mut random = Random::new(seed);
    for setup in SETUPS {
        let moulin = Moulin::from_options(setup).unwrap();
        let mut searcher = Searcher::new(&moulin, memory, threads);
        for _ in 0..samples {
            let turns = random.below(90);
            let moment = Moment::random(&moulin, turns, &mut random);
            let follows = |depth: &u32| game::perft(&moulin, &moment.position, *depth) < 4_000;
            let depth = (2..9).take_while(follows).last().unwrap_or(1);
            let expected = plain(&searcher, &moulin, &moment, depth);
            let result = think(&mut searcher, &moment, depth);
            let found = value(result.score());
            // A proven end is not searched beyond.
            let proven = result.depth < depth && expected.abs() > WON - 100;
            assert!(
                result.depth == depth || proven,
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
fn a_search_with_a_network_has_the_value_of_plain_minimax() {
    let mut random = Random::new(7);
    for (_, rules) in SHEETS {
        let moulin = Moulin::new(rules);
        let mut searcher = Searcher::new(&moulin, MEMORY, 1).with_network();
        for _ in 0..150 {
            let turns = random.below(90);
            let moment = Moment::random(&moulin, turns, &mut random);
            let follows = |depth: &u32| game::perft(&moulin, &moment.position, *depth) < 4_000;
            let depth = (2..9).take_while(follows).last().unwrap_or(1);
            let expected = plain_settling(&searcher, &moulin, &moment, depth, 0);
            let result = think(&mut searcher, &moment, depth);
            assert_eq!(value(result.score()), expected, "{:?}", moment.position);
        }
    }
}

#[test]
fn a_network_values_all_symmetric_images_alike() {
    let mut random = Random::new(8);
    for (_, rules) in SHEETS {
        let moulin = Moulin::new(rules);
        let plain = Searcher::new(&moulin, 0, 1);
        let trained = Searcher::new(&moulin, 0, 1).with_network();
        let mut differs = 0;
        for _ in 0..500 {
            let turns = random.below(120);
            let Moment { position, .. } = Moment::random(&moulin, turns, &mut random);
            let value = trained.static_evaluation(&position);
            differs += u32::from(value != plain.static_evaluation(&position));
            for symmetry in rules.board.symmetries() {
                let stones = Side::BOTH.map(|side| {
                    let points = position.stones(side).into_iter();
                    points.map(|point| symmetry.point(point)).collect()
                });
                let hands = Side::BOTH.map(|side| position.hand(side));
                let image = moulin.position(stones, hands, position.turn(), position.flights());
                assert_eq!(
                    trained.static_evaluation(&image.unwrap()),
                    value,
                    "{position:?}"
                );
            }
        }
        assert!(differs > 400, "the sheet has a judgement of its own");
    }
}

#[test]
fn rules_of_no_sheet_are_evaluated_by_weights() {
    let moulin = Moulin::from_options("classique,double=2").unwrap();
    let position = moulin
        .read_position("w=a1,d1;b=a7;hand=7,8;turn=b")
        .unwrap();
    let weighed = Searcher::new(&moulin, 0, 1).static_evaluation(&position);
    let trained = Searcher::new(&moulin, 0, 1)
        .with_network()
        .static_evaluation(&position);
    assert_eq!(weighed, trained);
}

#[test]
fn a_search_without_room_for_a_cache_has_the_value_of_plain_minimax() {
    check_random(50, 2, 0, 1);
}

#[test]
fn two_threads_have_the_value_of_plain_minimax() {
    check_random(50, 3, MEMORY, 2);
}

#[test]
fn ml9_the_hundred_turns_end_a_search_as_they_end_a_game() {
    let mut random = Random::new(4);
    for setup in ["classique", "envol", "barreau,stuck=pass"] {
        let moulin = Moulin::from_options(setup).unwrap();
        let mut searcher = Searcher::new(&moulin, MEMORY, 1);
        let mut checked = 0;
        while checked < 60 {
            let mut moment = Moment::random(&moulin, 30 + random.below(60), &mut random);
            if moment.history.is_empty() {
                continue;
            }
            // Turns that were played, with positions that cannot come again.
            moment.history = vec![moulin.start(); 96 + random.below(4) as usize];
            let follows = |depth: &u32| game::perft(&moulin, &moment.position, *depth) < 4_000;
            let depth = (2..9).take_while(follows).last().unwrap_or(1);
            let expected = plain(&searcher, &moulin, &moment, depth);
            let found = value(think(&mut searcher, &moment, depth).score());
            assert_eq!(found, expected, "{setup} {depth} {:?}", moment.position);
            checked += 1;
        }
    }
}

#[test]
fn the_best_lines_are_those_of_plain_minimax_in_order() {
    let mut random = Random::new(5);
    for setup in SETUPS {
        let moulin = Moulin::from_options(setup).unwrap();
        let mut searcher = Searcher::new(&moulin, MEMORY, 1);
        for _ in 0..8 {
            let moment = Moment::random(&moulin, random.below(70), &mut random);
            let moves = moulin.moves(&moment.position);
            let worth = |played: &Move| {
                let mut after = Moment {
                    history: moment.history.clone(),
                    position: moment.position,
                };
                after.play(&moulin, *played);
                let mut seen = moment.history.clone();
                seen.push(moment.position);
                let plain = Plain {
                    moulin: &moulin,
                    searcher: &searcher,
                    seen,
                    settling: SETTLING,
                };
                -plain.value(&after.position, 1, 1, after.history.len())
            };
            let mut expected: Vec<i32> = moves.iter().map(worth).collect();
            expected.sort_unstable_by_key(|value| -value);
            expected.truncate(4);
            let stop = Stop::never();
            let limits = Limits {
                depth: 2,
                lines: 4,
                ..Limits::until(&stop)
            };
            let result = searcher.search(&moment.history, &moment.position, &limits, &mut |_| ());
            let lines = result.unwrap().lines;
            let found: Vec<i32> = lines.iter().map(|line| value(line.score)).collect();
            assert_eq!(found, expected, "{setup} {:?}", moment.position);
            for line in &lines {
                let mut position = moment.position;
                for played in &line.moves {
                    assert!(moulin.moves(&position).contains(played), "{position:?}");
                    position = moulin.play(&position, *played);
                }
            }
        }
    }
}

/// White has three stones against five, and both have just gone there and back.
const BEHIND: &str = "w=a7,b4,d1;b=d6,f6,g4,c3,e3;hand=0,0;turn=w";

/// The position after both went there and back once.
fn back_again(moulin: &Moulin, position: &str, there: [&str; 2], back: [&str; 2]) -> Moment {
    let mut moment = Moment {
        history: Vec::new(),
        position: moulin.read_position(position).unwrap(),
    };
    for text in there.into_iter().chain(back) {
        let played = moulin.read_move(&moment.position, text).unwrap();
        moment.play(moulin, played);
    }
    moment
}

#[test]
fn ml9_who_is_worse_takes_a_repetition_and_who_is_better_does_not() {
    let moulin = Moulin::from_options("barreau").unwrap();
    let moment = back_again(&moulin, BEHIND, ["a7-a4", "g4-g7"], ["a4-a7", "g7-g4"]);
    let mut searcher = Searcher::new(&moulin, MEMORY, 1);
    let fresh = Moment {
        history: Vec::new(),
        position: moment.position,
    };
    assert!(value(think(&mut searcher, &fresh, 6).score()) < 0);
    let result = think(&mut searcher, &moment, 6);
    assert_eq!(value(result.score()), 0);
    let next = moulin.play(&moment.position, result.played());
    assert!(moment.history.contains(&next));
    // The same with black to move, who is better.
    let turned = BEHIND.replace("turn=w", "turn=b");
    let moment = back_again(&moulin, &turned, ["g4-g7", "a7-a4"], ["g7-g4", "a4-a7"]);
    let result = think(&mut searcher, &moment, 6);
    assert!(value(result.score()) > 0);
    let next = moulin.play(&moment.position, result.played());
    assert!(!moment.history.contains(&next));
}

#[test]
fn ml9_a_win_in_reach_is_won_before_the_hundredth_turn() {
    let moulin = Moulin::from_options("classique").unwrap();
    let mut random = Random::new(6);
    let mut searcher = Searcher::new(&moulin, MEMORY, 1);
    let mut wins = 0;
    while wins < 40 {
        let moment = Moment::random(&moulin, 40 + random.below(60), &mut random);
        let Score::Exact(Exact::Win(turns)) = think(&mut searcher, &moment, 5).score() else {
            continue;
        };
        if turns < 3 || moment.history.is_empty() {
            continue;
        }
        wins += 1;
        // So late that it is won with the hundredth turn at the latest.
        let mut late = Moment {
            history: vec![moulin.start(); 100 - turns as usize],
            position: moment.position,
        };
        let score = think(&mut searcher, &late, 5).score();
        assert_eq!(
            score,
            Score::Exact(Exact::Win(turns)),
            "{:?}",
            late.position
        );
        for left in (1..=turns).rev() {
            assert!(late.history.len() < 100, "{:?}", moment.position);
            let result = think(&mut searcher, &late, left);
            late.play(&moulin, result.played());
        }
        assert_eq!(
            moulin.count_moves(&late.position),
            0,
            "{:?}",
            moment.position
        );
    }
}

#[test]
fn no_search_looks_at_more_than_its_nodes_and_all_give_a_legal_move() {
    let mut random = Random::new(7);
    for setup in SETUPS {
        let moulin = Moulin::from_options(setup).unwrap();
        for threads in [1, 2] {
            let mut searcher = Searcher::new(&moulin, MEMORY, threads);
            let moment = Moment::random(&moulin, random.below(70), &mut random);
            for nodes in [0, 1, 10, 1000, 20_000] {
                let stop = Stop::never();
                let limits = Limits {
                    nodes,
                    ..Limits::until(&stop)
                };
                let result =
                    searcher.search(&moment.history, &moment.position, &limits, &mut |_| ());
                let result = result.unwrap();
                assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
                assert!(moulin.moves(&moment.position).contains(&result.played()));
            }
        }
    }
}

#[test]
fn a_search_stops_within_a_few_thousand_nodes_and_stays_inside_its_memory() {
    let moulin = Moulin::from_options("classique").unwrap();
    for (memory, threads) in [(0, 1), (100_000, 1), (100_000, 2)] {
        let mut searcher = Searcher::new(&moulin, memory, threads);
        let before = searcher.memory();
        assert!(before <= memory.max(64));
        let stop = Stop::never();
        stop.now();
        let result = searcher.search(&[], &moulin.start(), &Limits::until(&stop), &mut |_| ());
        assert!(result.unwrap().nodes <= 2048 * threads as u64);
        let stop = Stop::after(Duration::from_millis(100));
        let result = searcher.search(&[], &moulin.start(), &Limits::until(&stop), &mut |_| ());
        assert!(matches!(result.unwrap().score(), Score::Estimate { .. }));
        assert_eq!(searcher.memory(), before);
    }
}

#[test]
fn the_same_search_gives_the_same_answer_and_a_finished_game_none() {
    let moulin = Moulin::from_options("envol").unwrap();
    let mut searcher = Searcher::new(&moulin, MEMORY, 1);
    let mut search = |depth| {
        searcher.clear();
        let result = think(&mut searcher, &Moment::start(&moulin), depth);
        (result.lines, result.depth, result.nodes)
    };
    assert_eq!(search(7), search(7));
    let over = moulin.read_position("w=a1,d1;b=b2,d2,f2;hand=0,0;turn=w");
    let stop = Stop::never();
    let result = searcher.search(&[], &over.unwrap(), &Limits::until(&stop), &mut |_| ());
    assert_eq!(result, None);
}

#[test]
fn progress_is_told_for_each_depth() {
    let moulin = Moulin::from_options("classique").unwrap();
    let mut searcher = Searcher::new(&moulin, MEMORY, 1);
    let stop = Stop::never();
    let limits = Limits {
        depth: 5,
        ..Limits::until(&stop)
    };
    let mut depths = Vec::new();
    let mut tell = |result: &SearchResult| depths.push(result.depth);
    searcher.search(&[], &moulin.start(), &limits, &mut tell);
    assert_eq!(depths, [1, 2, 3, 4, 5]);
}

#[test]
fn openings_vary_within_the_margin() {
    let moulin = Moulin::from_options("classique").unwrap();
    let mut searcher = Searcher::new(&moulin, MEMORY, 1);
    let best = value(think(&mut searcher, &Moment::start(&moulin), 6).score());
    let stop = Stop::never();
    let mut first = Vec::new();
    for seed in 0..20 {
        let margin = 10;
        let limits = Limits {
            depth: 6,
            variety: Variety { seed, margin },
            ..Limits::until(&stop)
        };
        let result = searcher.search(&[], &moulin.start(), &limits, &mut |_| ());
        let result = result.unwrap();
        assert!(value(result.score()) >= best - margin as i32);
        first.push(result.played());
    }
    first.sort_by_key(|played| played.to());
    first.dedup();
    assert!(first.len() > 3, "{first:?}");
}

/// Knows that who has more stones wins in nine turns, and nothing about equal numbers but draws.
struct Counts;

impl Probe for Counts {
    fn most_stones(&self) -> u32 {
        8
    }

    fn probe(&self, ending: &Ending) -> Result<Option<Exact>, FileFault> {
        let difference = ending.mine.count_ones().cmp(&ending.theirs.count_ones());
        Ok(Some(match difference {
            Ordering::Greater => Exact::Win(9),
            Ordering::Equal => Exact::Draw,
            Ordering::Less => Exact::Loss(9),
        }))
    }

    fn position(&self, position: &Position) -> Result<Option<Exact>, FileFault> {
        let [mine, theirs] =
            [position.turn(), position.turn().other()].map(|side| position.stones(side).bits());
        let ending = Ending {
            mine,
            theirs,
            flights: 0,
        };
        let few = (mine | theirs).count_ones() <= self.most_stones();
        if few { self.probe(&ending) } else { Ok(None) }
    }
}

#[test]
fn what_is_known_by_heart_is_told_as_exact() {
    let moulin = Moulin::from_options("barreau").unwrap();
    let mut searcher = Searcher::new(&moulin, MEMORY, 1).with_probe(Arc::new(Counts));
    let mut check = |position: &str, expected: &str, depth: u32| {
        let position = moulin.read_position(position).unwrap();
        let history = Vec::new();
        let result = think(&mut searcher, &Moment { history, position }, 20);
        assert_eq!(result.score().to_string(), expected);
        assert_eq!(result.depth, depth);
    };
    // Which of the moves that draw is hardest to answer is looked for, but not for ever.
    check("w=a7,b4,d1,f2;b=d6,f6,g4,c3;hand=0,0;turn=w", "draw", 8);
    check("w=a7,b4,d1,f2;b=d6,f6,g4;hand=0,0;turn=w", "win 10", 1);
    check("w=a7,b4,d1;b=d6,f6,g4,c3;hand=0,0;turn=w", "loss 10", 1);
    // Nine stones, and white takes one of them.
    check(
        "w=a7,a4,d1,c3,b2;b=d6,f6,g4,e3;hand=0,0;turn=w",
        "win 10",
        1,
    );
}

#[test]
fn a_verdict_says_whether_it_is_proven() {
    assert_eq!(Score::Exact(Exact::Win(5)).to_string(), "win 5");
    assert_eq!(Score::Exact(Exact::Loss(0)).to_string(), "loss 0");
    assert_eq!(Score::Exact(Exact::Draw).to_string(), "draw");
    let estimate = |hundredths, depth| Score::Estimate { hundredths, depth }.to_string();
    assert_eq!(estimate(42, 14), "score +0.42 depth 14");
    assert_eq!(estimate(-305, 3), "score -3.05 depth 3");
}

/// Full width from the empty board, where symmetry is at work.
#[track_caller]
fn check_start(depth: u32) {
    for setup in ["classique", "envol", "barreau"] {
        let moulin = Moulin::from_options(setup).unwrap();
        let mut searcher = Searcher::new(&moulin, MEMORY, 1);
        let start = Moment::start(&moulin);
        let expected = plain(&searcher, &moulin, &start, depth);
        let found = value(think(&mut searcher, &start, depth).score());
        assert_eq!(found, expected, "{setup} {depth}");
    }
}

#[test]
fn four_turns_from_the_empty_board_have_the_value_of_plain_minimax() {
    (1..=4).for_each(check_start);
}

#[test]
#[ignore = "minutes"]
fn six_turns_from_the_empty_board_have_the_value_of_plain_minimax() {
    (5..=6).for_each(check_start);
}
