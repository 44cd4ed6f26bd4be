//! What is known by heart: tables and endings, as a search and its players use them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use engine::moulin::{Limits, Score, SearchResult, Searcher, knowledge};
use engine::{Bot, Computer, Guarantee, Player, Resources, SharedData, Stop};
use game::{Game, Notation, Random, Side};
use moulin::{BARREAU, CLASSIQUE, ENVOL, Moulin, Position, Rules};
use tables::{Build, Exact, Solver, Store};
use tempfile::TempDir;

const MEMORY: usize = 1 << 20;

/// A game with three stones a player, so that all of it is solved in a moment.
fn small(rules: Rules) -> Rules {
    Rules { stones: 3, ..rules }
}

/// All tables of a rule set.
fn built(rules: Rules) -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(rules, folder.path());
    Build::whole(&store)
        .run(&mut Solver::processor(2, 1 << 30), |_| {})
        .unwrap();
    (folder, store)
}

fn with_tables(folder: &Path) -> Resources {
    Resources {
        shared: SharedData::with_tables(folder.to_owned()),
        ..Resources::new(MEMORY)
    }
}

fn think(
    rules: Rules,
    resources: &Resources,
    history: &[Position],
    position: &Position,
    depth: u32,
) -> SearchResult {
    let moulin = Moulin::new(rules);
    let known = knowledge(&rules, &resources.shared);
    let mut searcher = Searcher::new(&moulin, MEMORY, 1).with_probe(known);
    let stop = Stop::never();
    let limits = Limits {
        depth,
        lines: usize::MAX,
        ..Limits::until(&stop)
    };
    let result = searcher.search(history, position, &limits, &mut |_| ());
    result.unwrap()
}

fn told(store: &Store, position: &Position) -> Exact {
    store.probe(position).unwrap().unwrap()
}

#[test]
fn with_complete_tables_every_move_is_exact_and_perfect_gives_nothing_away() {
    for rules in [CLASSIQUE, ENVOL, BARREAU].map(small) {
        let (folder, store) = built(rules);
        let moulin = Moulin::new(rules);
        let resources = with_tables(folder.path());
        assert_eq!(moulin.guarantee(&resources), Guarantee::Proven);
        let mut random = Random::new(1);
        let mut perfect = moulin.bot(Player::Perfect, &resources);
        for game in 0..4 {
            let mut position = moulin.start();
            for ply in 0..60 {
                let value = told(&store, &position);
                let Some(by_chance) = moulin.random_move(&position, &mut random) else {
                    break;
                };
                if ply == 10 {
                    let result = think(rules, &resources, &[], &position, 1);
                    assert_eq!(result.score(), Score::Exact(value));
                    for line in &result.lines {
                        let after = moulin.play(&position, line.moves[0]);
                        assert_eq!(line.score, Score::Exact(told(&store, &after).before()));
                    }
                }
                let played = if (ply + game) % 2 == 0 {
                    let played = perfect.choose(&[position], &mut random).unwrap();
                    let after = told(&store, &moulin.play(&position, played));
                    assert_eq!(after.before(), value, "{}", moulin.position_text(&position));
                    played
                } else {
                    by_chance
                };
                position = moulin.play(&position, played);
            }
        }
    }
}

#[test]
fn endings_alone_say_the_same_as_tables_while_the_last_stones_are_placed() {
    let rules = small(CLASSIQUE);
    let (_folder, store) = built(rules);
    let moulin = Moulin::new(rules);
    let mut random = Random::new(2);
    for _ in 0..40 {
        let mut position = moulin.start();
        // Two stones are left in hand, one each.
        for _ in 0..4 {
            let played = moulin.random_move(&position, &mut random).unwrap();
            position = moulin.play(&position, played);
        }
        let result = think(rules, &Resources::new(MEMORY), &[], &position, 3);
        let expected = match told(&store, &position) {
            Exact::Win(_) => 1,
            Exact::Draw => 0,
            Exact::Loss(_) => -1,
        };
        let found = result.score().hundredths().signum();
        assert_eq!(found, expected, "{}", moulin.position_text(&position));
    }
}

#[test]
fn perfect_says_when_it_needs_tables() {
    let moulin = Moulin::new(CLASSIQUE);
    assert_eq!(
        moulin.guarantee(&Resources::new(MEMORY)),
        Guarantee::NeedsTables
    );
    let folder = tempfile::tempdir().unwrap();
    let none = with_tables(folder.path());
    assert_eq!(moulin.guarantee(&none), Guarantee::NeedsTables);
    let store = Store::new(CLASSIQUE, folder.path());
    Build::up_to(&store, 3, 3)
        .run(&mut Solver::processor(2, 1 << 30), |_| {})
        .unwrap();
    let part = with_tables(folder.path());
    assert_eq!(moulin.guarantee(&part), Guarantee::NeedsTables);
}

/// A win of the moving phase that begins with three quiet turns, of a game whose tables are there.
fn slow_win(rules: Rules, resources: &Resources) -> (Position, SearchResult) {
    let moulin = Moulin::new(rules);
    let mut random = Random::new(3);
    loop {
        let mut position = moulin.start();
        while let Some(played) = moulin.random_move(&position, &mut random) {
            position = moulin.play(&position, played);
            if [Side::White, Side::Black].map(|side| position.hand(side)) != [0, 0]
                || moulin.outcome(&position).is_some()
            {
                continue;
            }
            let result = think(rules, resources, &[], &position, 1);
            let moves = &result.lines[0].moves;
            let won = matches!(result.score(), Score::Exact(Exact::Win(turns)) if turns > 3);
            if won && moves[..3].iter().all(|played| played.takes().is_empty()) {
                return (position, result);
            }
        }
    }
}

#[test]
fn a_line_is_told_to_the_end_and_a_limit_that_comes_first_is_named() {
    let rules = small(CLASSIQUE);
    let (folder, store) = built(rules);
    let moulin = Moulin::new(rules);
    let resources = with_tables(folder.path());
    let (position, result) = slow_win(rules, &resources);
    let best = &result.lines[0];
    assert!(!best.limit_first);
    let mut value = told(&store, &position);
    let mut end = position;
    for played in &best.moves {
        end = moulin.play(&end, *played);
        let next = told(&store, &end);
        assert_eq!(next.before(), value);
        value = next;
    }
    // So many quiet turns were played that hardly any are left.
    let long_ago = vec![moulin.start(); 98];
    let late = think(rules, &resources, &long_ago, &position, 1);
    assert_eq!(late.score(), result.score());
    assert!(late.lines[0].limit_first);
}

#[test]
fn who_is_lost_by_the_tables_repeats_what_was_there() {
    let rules = small(CLASSIQUE);
    let (folder, store) = built(rules);
    let moulin = Moulin::new(rules);
    let resources = with_tables(folder.path());
    let (won, result) = slow_win(rules, &resources);
    let lost = moulin.play(&won, result.lines[0].moves[0]);
    assert!(matches!(told(&store, &lost), Exact::Loss(_)));
    let quiet = |played: &moulin::Move| moulin.is_quiet(&lost, *played);
    let moves: Vec<moulin::Move> = moulin.moves(&lost).into_iter().filter(quiet).collect();
    for played in moves {
        let before = [moulin.play(&lost, played)];
        let result = think(rules, &resources, &before, &lost, 1);
        assert_eq!(result.lines[0].moves[0], played);
    }
}

#[test]
fn a_damaged_file_is_named_and_not_asked_again() {
    let rules = small(BARREAU);
    let (folder, store) = built(rules);
    let moulin = Moulin::new(rules);
    let first_placed = |layer: &tables::Layer| layer.hands == [3, 2];
    let layer = store.layers().into_iter().find(first_placed).unwrap();
    let mut bytes = fs::read(store.path(layer)).unwrap();
    bytes[70] ^= 1;
    fs::write(store.path(layer), bytes).unwrap();
    let resources = with_tables(folder.path());
    let known = knowledge(&rules, &resources.shared);
    assert!(known.fault().is_none());
    let result = think(rules, &resources, &[], &moulin.start(), 2);
    assert!(matches!(result.score(), Score::Estimate { .. }));
    let fault = known.fault().unwrap();
    assert_eq!(fault.path, store.path(layer));
    assert_eq!(moulin.guarantee(&resources), Guarantee::NeedsTables);
    assert!(Arc::ptr_eq(&known, &knowledge(&rules, &resources.shared)));
}
