//! What is known by heart: tables and endings, as a search and its players use them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use engine::moulin::{Extent, Limits, Probe, Score, SearchResult, Searcher, knowledge};
use engine::{Bot, Computer, Guarantee, Player, Resources, SharedData, Stop};
use game::{Game, Notation, Random, Side};
use moulin::{BARREAU, CLASSIQUE, ENVOL, Moulin, Position, Rules};
use tables::{Build, Exact, Layer, Solver, Stones, Store};
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

/// Copies tables to a folder of their own, with a bit of one file flipped.
fn damaged(store: &Store, file: Layer, byte: usize) -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let copy = Store::new(*store.rules(), folder.path());
    fs::create_dir_all(copy.folder()).unwrap();
    for layer in store.layers() {
        let mut bytes = fs::read(store.path(layer)).unwrap();
        if layer == file {
            bytes[byte] ^= 1;
        }
        fs::write(copy.path(layer), bytes).unwrap();
    }
    (folder, copy)
}

fn name(store: &Store, layer: Layer) -> String {
    let path = store.path(layer);
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The first layer with so many stones in hand.
fn first_with(store: &Store, hands: [u8; 2]) -> Layer {
    let mut layers = store.layers().into_iter();
    layers.find(|layer| layer.hands == hands).unwrap()
}

#[test]
fn a_damaged_table_takes_away_only_itself() {
    let rules = Rules {
        stones: 4,
        ..BARREAU
    };
    let (_sound, store) = built(rules);
    // One file each of the first turns, of the last that are kept, and of the moving phase, with the
    // damage in the header and in the first block.
    for file in [[4, 3], [3, 3], [2, 2], [0, 0]].map(|hands| first_with(&store, hands)) {
        for byte in [9, 70] {
            let (folder, copy) = damaged(&store, file, byte);
            let resources = with_tables(folder.path());
            let known = knowledge(&rules, &resources.shared);
            assert_eq!(known.extent(), Extent::Values);
            let mut random = Random::new(4);
            let (mut named, mut exact) = (0, 0);
            for layer in store.layers() {
                for _ in 0..40 {
                    let slot = random.below(store.slots(layer) as u64) as usize;
                    let position = store.position(layer, slot);
                    let (sound, found) = (told(&store, &position), copy.probe(&position));
                    match found {
                        Ok(found) => {
                            assert_eq!(found, Some(sound));
                            exact += 1;
                        }
                        Err(fault) => {
                            assert_eq!(layer, file, "{fault:?}");
                            assert_eq!(fault.name(), name(&store, file));
                            named += 1;
                        }
                    }
                    // The endings that are solved in memory need no file.
                    let few = layer.hands == [0, 0];
                    match known.position(&position) {
                        Ok(found) => assert_eq!(found, Some(sound)),
                        Err(_) => assert!(layer == file && !few),
                    }
                }
            }
            assert!(named > 0, "some positions need the file");
            assert!(exact >= 40 * (store.layers().len() - 1), "{exact}");
            assert!(
                known
                    .damaged()
                    .iter()
                    .all(|fault| fault.path == copy.path(file))
            );
        }
    }
}

#[test]
fn a_damaged_table_is_named_by_the_answers_that_need_it_and_all_others_stay_exact() {
    let rules = small(BARREAU);
    let moulin = Moulin::new(rules);
    let (sound_folder, store) = built(rules);
    let file = first_with(&store, [2, 2]);
    let (folder, copy) = damaged(&store, file, 70);
    let (sound, hurt) = (with_tables(sound_folder.path()), with_tables(folder.path()));
    let mut random = Random::new(5);
    for _ in 0..10 {
        let mut position = moulin.start();
        for _ in 0..5 {
            let moves = moulin.moves(&position).into_iter();
            let next = moves.map(|played| Stones::of(&moulin.play(&position, played)).1);
            let needed = next.into_iter().any(|layer| layer == file);
            let expected = think(rules, &sound, &[], &position, 1);
            let found = think(rules, &hurt, &[], &position, 1);
            let scores = |result: &SearchResult| -> Vec<Score> {
                result.lines.iter().map(|line| line.score).collect()
            };
            let (_, layer) = Stones::of(&position);
            let in_hand: u8 = layer.hands.iter().sum();
            if needed {
                assert_eq!(found.damaged, [name(&copy, file)]);
            } else if in_hand > 4 && !found.damaged.is_empty() {
                // Only what follows the moves is not told to the end.
                assert_eq!(found.damaged, [name(&copy, file)]);
                assert_eq!(scores(&found), scores(&expected));
            } else {
                assert!(found.damaged.is_empty());
                assert_eq!(found.lines, expected.lines);
            }
            let Some(played) = moulin.random_move(&position, &mut random) else {
                break;
            };
            position = moulin.play(&position, played);
            if moulin.outcome(&position).is_some() {
                break;
            }
        }
    }
    let known = knowledge(&rules, &hurt.shared);
    let [fault] = &known.damaged()[..] else {
        panic!("{:?}", known.damaged());
    };
    assert_eq!(fault.path, copy.path(file));
    assert_eq!(moulin.guarantee(&hurt), Guarantee::NeedsTables);
    assert!(Arc::ptr_eq(&known, &knowledge(&rules, &hurt.shared)));
}
