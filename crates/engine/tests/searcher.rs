//! The search on boards of any size against plain minimax over the rules, and its limits.
#![allow(clippy::unwrap_used)]

mod boards;

use std::time::{Duration, Instant};

use engine::Stop;
use engine::mijnlieff::{Limits, Sampler, Score, Searcher, Solver};
use game::{Game, Random};
use mijnlieff::{Mijnlieff, Position};

use boards::{ending, pieces, random_game};

const MEMORY: usize = 1 << 20;

/// The points the side to move wins by, straight from the rules.
fn minimax(game: &Mijnlieff, position: &Position) -> i32 {
    let moves = game.moves(position).into_iter();
    let values = moves.map(|played| -minimax(game, &game.play(position, played)));
    values.max().unwrap_or_else(|| {
        let points = game.score(position).map(|points| points as i32);
        let side = position.turn();
        points[side.index()] - points[side.other().index()]
    })
}

fn unlimited(stop: &Stop) -> Limits<'_> {
    Limits {
        nodes: u64::MAX,
        depth: u32::MAX,
        stop,
    }
}

#[test]
fn endings_have_the_value_of_plain_minimax() {
    let mut random = Random::new(3);
    for index in 0..240 {
        let game = random_game(1 + index % 4, &mut random);
        let position = ending(&game, 5, &mut random);
        let mut searcher = Searcher::new(&game, MEMORY);
        let result = searcher.search(&position, &unlimited(&Stop::never()));
        let result = result.unwrap();
        let value = minimax(&game, &position);
        assert_eq!(result.score, Score::Exact(value), "{position:?}");
        let played = game.play(&position, result.played);
        assert_eq!(-minimax(&game, &played), value, "{position:?}");
    }
}

#[test]
fn on_one_set_it_agrees_with_the_solver() {
    let mut random = Random::new(4);
    for _ in 0..30 {
        let game = random_game(1, &mut random);
        let position = ending(&game, 10, &mut random);
        let solver = Solver::new(&game, MEMORY, 1).unwrap();
        let value = solver.value(&position, &Stop::never()).unwrap();
        let mut searcher = Searcher::new(&game, MEMORY);
        let result = searcher.search(&position, &unlimited(&Stop::never()));
        assert_eq!(result.unwrap().score, Score::Exact(value));
    }
}

#[test]
fn no_search_looks_at_more_than_its_nodes_and_all_give_a_legal_move() {
    let mut random = Random::new(6);
    for index in 0..40 {
        let game = random_game(1 + index % 4, &mut random);
        let left = 1 + random.below(16 * (1 + index as u64 % 4)) as u32;
        let position = ending(&game, left, &mut random);
        let mut searcher = Searcher::new(&game, MEMORY);
        for nodes in [0, 1, 10, 1000, 20_000] {
            let stop = Stop::never();
            let limits = Limits {
                nodes,
                ..unlimited(&stop)
            };
            let result = searcher.search(&position, &limits).unwrap();
            assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
            assert!(game.moves(&position).contains(&result.played));
            if let Score::Estimate { depth, .. } = result.score {
                assert!(depth < pieces(&position), "all pieces make it exact");
            }
        }
    }
}

#[test]
fn a_search_stops_in_time_and_stays_inside_its_memory() {
    let game = Mijnlieff::from_options("sets=4").unwrap();
    let mut searcher = Searcher::new(&game, 100_000);
    let before = searcher.memory();
    assert!(before <= 100_000);
    let begun = Instant::now();
    let stop = Stop::after(Duration::from_millis(300));
    let result = searcher.search(&game.start(), &unlimited(&stop)).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert!(matches!(result.score, Score::Estimate { .. }));
    assert_eq!(searcher.memory(), before);
}

#[test]
fn a_finished_game_has_no_answer_and_the_same_search_gives_the_same_answer() {
    let mut random = Random::new(8);
    let game = Mijnlieff::from_options("sets=2").unwrap();
    let over = game::playout(&game, &game.start(), u32::MAX, &mut random).position;
    let stop = Stop::never();
    let limits = Limits {
        nodes: 5000,
        ..unlimited(&stop)
    };
    let mut searcher = Searcher::new(&game, MEMORY);
    assert_eq!(searcher.search(&over, &limits), None);
    let position = ending(&game, 25, &mut random);
    let first = searcher.search(&position, &limits);
    searcher.clear();
    assert_eq!(searcher.search(&position, &limits), first);
}

#[test]
fn a_verdict_says_whether_it_is_proven() {
    assert_eq!(Score::Exact(-1).to_string(), "value -1");
    let estimate = |hundredths, depth| Score::Estimate { hundredths, depth }.to_string();
    assert_eq!(estimate(42, 14), "score +0.42 depth 14");
    assert_eq!(estimate(-305, 3), "score -3.05 depth 3");
}

#[test]
fn samples_find_the_winning_move_of_an_ending() {
    let mut random = Random::new(11);
    let stop = Stop::never();
    for index in 0..40 {
        let game = random_game(1 + index % 4, &mut random);
        let position = ending(&game, 3, &mut random);
        let mut sampler = Sampler::new(&game, MEMORY);
        let limits = Limits {
            nodes: 3000,
            ..unlimited(&stop)
        };
        let result = sampler.search(&position, &limits, &mut random).unwrap();
        assert!(result.nodes <= 3000);
        let best = minimax(&game, &position);
        let found = -minimax(&game, &game.play(&position, result.played));
        assert_eq!(found.signum(), best.signum(), "{position:?}");
    }
}

#[test]
fn samples_stay_inside_their_memory_and_depend_on_the_seed_alone() {
    let game = Mijnlieff::from_options("sets=4,opening=anywhere").unwrap();
    let stop = Stop::never();
    for memory in [0, 100_000] {
        let mut sampler = Sampler::new(&game, memory);
        let before = sampler.memory();
        assert!(before <= memory.max(1 << 14), "{before}");
        let limits = Limits {
            nodes: 20_000,
            ..unlimited(&stop)
        };
        let think =
            |sampler: &mut Sampler| sampler.search(&game.start(), &limits, &mut Random::new(5));
        let first = think(&mut sampler);
        assert!(first.is_some());
        assert_eq!(think(&mut sampler), first);
        assert_eq!(sampler.memory(), before);
    }
    let mut random = Random::new(1);
    let over = game::playout(&game, &game.start(), u32::MAX, &mut random).position;
    let mut sampler = Sampler::new(&game, 0);
    assert_eq!(sampler.search(&over, &unlimited(&stop), &mut random), None);
}
