//! Matches between computer players: fair, repeatable, and their records replay.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicU32, Ordering};

use game::Side;
use mijnlieff::Mijnlieff;
use play::arena::{Arena, Report};
use play::record::{Ending, Record};
use play::{Families, Lang, Setup, text};

fn arena(options: &str, players: [&str; 2], games: u32) -> Arena {
    let setup = Setup::of(Mijnlieff::from_options(options).unwrap());
    let players = players.map(|name| name.parse().unwrap());
    Arena {
        resources: engine::Resources::new(1 << 18),
        ..Arena::new(setup, players, games)
    }
}

fn records(report: &Report) -> Vec<String> {
    let games = report.games.iter();
    games.map(|game| game.record.to_string()).collect()
}

#[test]
fn saved_records_replay_and_say_who_played() {
    for options in ["", "board=0.0/2.1/4.2/6.3", "sets=2,opening=edge"] {
        let arena = arena(options, ["level-3", "greedy"], 12);
        let report = arena.run(&|_| {}).unwrap();
        let text = records(&report).join("\n");
        let read = Record::read_all(&text, &Families::standard()).unwrap();
        assert_eq!(read.len(), 12);
        for (game, read) in report.games.iter().zip(&read) {
            assert_eq!(&game.record, read);
            assert!(matches!(read.ending, Ending::Over(_)));
            let (_, white) = &read.tags[0];
            let expected = ["level-3", "greedy"][game.first.index()];
            assert_eq!(white, expected);
        }
    }
}

#[test]
fn colours_change_on_the_same_opening_and_no_two_games_are_alike() {
    let report = arena("", ["level-2", "level-1"], 60).run(&|_| {}).unwrap();
    assert_eq!((report.tally.games(), report.different), (60, 60));
    for pair in report.games.chunks(2) {
        assert_eq!([pair[0].first, pair[1].first], Side::BOTH);
        let opening = |index: usize| {
            let moves = &pair[index].record.line.moves;
            moves[..report.opening as usize].to_vec()
        };
        assert_eq!(opening(0), opening(1));
    }
    // Even two who play the same from the same opening.
    let report = arena("", ["nodes=500", "nodes=500"], 60)
        .run(&|_| {})
        .unwrap();
    assert_eq!(report.different, 60);
}

#[test]
fn the_seed_alone_decides_the_games() {
    let play = |seed: u64, threads: usize| {
        let arena = Arena {
            seed,
            threads,
            ..arena("sets=2", ["level-4", "level-2"], 10)
        };
        records(&arena.run(&|_| {}).unwrap())
    };
    let games = play(1, 1);
    assert_eq!(play(1, 3), games);
    assert_ne!(play(2, 1), games);
}

#[test]
fn an_odd_number_of_games_and_none_are_played_as_asked() {
    for games in [0, 1, 7] {
        let calls = AtomicU32::new(0);
        let report = arena("", ["greedy", "random"], games)
            .run(&|_| {
                calls.fetch_add(1, Ordering::Relaxed);
            })
            .unwrap();
        assert_eq!(report.games.len(), games as usize);
        assert_eq!(report.tally.games(), games);
        assert_eq!(calls.into_inner(), games.div_ceil(2));
    }
}

#[test]
fn the_stronger_player_scores_more() {
    let report = arena("", ["level-6", "random"], 40).run(&|_| {}).unwrap();
    assert!(report.tally.score() > 0.8, "{:?}", report.tally);
    let report = arena("", ["random", "greedy"], 200).run(&|_| {}).unwrap();
    assert!(report.tally.score() < 0.4, "{:?}", report.tally);
}

#[test]
fn a_result_is_a_sentence_in_both_languages() {
    let arena = arena("", ["random", "random"], 2);
    let report = arena.run(&|_| {}).unwrap();
    let sentence = text::match_result(&arena.players, &report);
    let english = sentence.get(Lang::EN);
    assert!(english.starts_with("random scores "), "{english}");
    assert!(
        english.ends_with("2 games, 2 of them different."),
        "{english}"
    );
    let french = sentence.get(Lang::FR);
    assert!(
        french.contains("\u{a0}% contre random (intervalle à 95\u{a0}%"),
        "{french}"
    );
    for name in ["", "9", "nodes=x", &"a".repeat(10_000)] {
        let error = name.parse::<engine::Player>().unwrap_err();
        let refusal = text::player_refusal(&error);
        for lang in Lang::all() {
            assert!(refusal.get(lang).len() < 300, "{name}");
        }
    }
}
