//! The openings that the program carries.
#![allow(clippy::unwrap_used)]

use std::fs;

use engine::Stop;
use engine::moulin::{Library, Limits, Probe, Score, Searcher, store};
use game::{Game, Random};
use moulin::{Moulin, SHEETS};
use tables::{Layer, Openings, Product, Sampler, Stones, Wdl};

#[test]
fn the_empty_board_is_a_draw_under_every_sheet() {
    for (name, rules) in SHEETS {
        let start = Moulin::new(rules).start();
        assert_eq!(
            store(rules, None).wdl(&start).unwrap(),
            Some(Wdl::Draw),
            "{name}"
        );
        assert_eq!(
            Library::default().of(&rules).wdl(&start).unwrap(),
            Some(Wdl::Draw),
            "{name}"
        );
    }
}

/// What is carried has to follow from the turns. Captures one after the other lead to where nothing is
/// known, so that some positions are left out.
#[test]
fn every_wdl_follows_from_the_turns() {
    for (name, rules) in SHEETS {
        let moulin = Moulin::new(rules);
        let store = store(rules, None);
        let hands = |layer: Layer| layer.hands.iter().sum::<u8>();
        let lot = Sampler::new(&store, |layer| hands(layer) >= 11).unwrap();
        let mut random = Random::new(1);
        let mut values = [0; 3];
        for _ in 0..3_000 {
            let (layer, slot) = lot.draw(&mut random);
            let position = store.position(layer, slot);
            let wdl = store.wdl(&position).unwrap();
            let turns = moulin.moves(&position).into_iter();
            let after = turns.map(|played| store.wdl(&moulin.play(&position, played)).unwrap());
            let after: Option<Vec<Wdl>> = after.collect();
            let (Some(wdl), Some(after)) = (wdl, after) else {
                continue;
            };
            values[wdl as usize] += 1;
            let best = after.into_iter().map(Wdl::before).max();
            assert_eq!(best, Some(wdl), "{name} {position:?}");
        }
        assert!(values.iter().sum::<u32>() > 2_500, "{name}: {values:?}");
        assert!(values.iter().all(|count| *count > 20), "{name}: {values:?}");
    }
}

#[test]
fn rules_of_no_sheet_carry_nothing() {
    let moulin = Moulin::from_options("classique,double=2").unwrap();
    let start = moulin.start();
    assert_eq!(store(*moulin.rules(), None).wdl(&start).unwrap(), None);
}

#[test]
fn positions_beyond_the_openings_are_not_claimed() {
    for (name, rules) in SHEETS {
        let store = store(rules, None);
        let known = Library::default().of(&rules);
        let late = |layer: Layer| !Openings::reach(layer);
        let lot = Sampler::new(&store, late).unwrap();
        let mut random = Random::new(2);
        for _ in 0..300 {
            let (layer, slot) = lot.draw(&mut random);
            let position = store.position(layer, slot);
            if Moulin::new(rules).outcome(&position).is_none() {
                assert_eq!(known.wdl(&position).unwrap(), None, "{name} {position:?}");
            }
        }
    }
}

#[test]
fn a_search_without_tables_says_what_the_openings_know() {
    for (name, rules) in SHEETS {
        let moulin = Moulin::new(rules);
        let known = Library::default().of(&rules);
        let mut searcher = Searcher::new(&moulin, 1 << 20, 1)
            .with_network()
            .with_probe(known);
        let stop = Stop::never();
        let limits = Limits {
            depth: 2,
            lines: usize::MAX,
            ..Limits::until(&stop)
        };
        let result = searcher
            .search(&[], &moulin.start(), &limits, &mut |_| ())
            .unwrap();
        let drawn = |score: Score| score == Score::Wdl(Wdl::Draw);
        assert_eq!(result.lines.len(), 24, "{name}");
        assert!(result.lines.iter().all(|line| drawn(line.score)), "{name}");
    }
}

/// A position that is known to be drawn, in which some moves are and what others are worth is not
/// known: those are no better.
#[test]
fn moves_of_unknown_wdl_are_not_played_where_a_known_one_keeps_the_value() {
    let (_, rules) = SHEETS[0];
    let moulin = Moulin::new(rules);
    let known = Library::default().of(&rules);
    let store = store(rules, None);
    let hands = |layer: Layer| layer.hands.iter().sum::<u8>();
    let lot = Sampler::new(&store, |layer| hands(layer) >= 11).unwrap();
    let mut random = Random::new(3);
    let mut searcher = Searcher::new(&moulin, 1 << 20, 1)
        .with_network()
        .with_probe(known);
    let stop = Stop::never();
    let mut asked = 0;
    while asked < 60 {
        let (layer, slot) = lot.draw(&mut random);
        let position = store.position(layer, slot);
        let Some(own) = store.wdl(&position).unwrap() else {
            continue;
        };
        let wdl = |played| {
            let after = store.wdl(&moulin.play(&position, played)).unwrap();
            after.map(Wdl::before)
        };
        let values: Vec<Option<Wdl>> = moulin.moves(&position).into_iter().map(wdl).collect();
        if !values.contains(&None) || !values.contains(&Some(own)) {
            continue;
        }
        asked += 1;
        let limits = Limits {
            depth: 3,
            lines: usize::MAX,
            ..Limits::until(&stop)
        };
        let result = searcher
            .search(&[], &position, &limits, &mut |_| ())
            .unwrap();
        assert_eq!(result.score(), Score::Wdl(own), "{position:?}");
        for line in &result.lines {
            if let Score::Estimate { hundredths, .. } = line.score {
                assert!(own != Wdl::Loss, "all moves of a lost position lose");
                assert!(own == Wdl::Win || hundredths < 0, "no better than a draw");
                assert!(
                    hundredths.abs() < 9_000,
                    "a guess is told as it is: {hundredths}"
                );
            }
        }
    }
}

#[test]
fn a_damaged_file_does_not_take_away_what_is_carried() {
    for (name, rules) in SHEETS {
        let moulin = Moulin::new(rules);
        let folder = tempfile::tempdir().unwrap();
        let tables = store(rules, Some(folder.path()));
        fs::create_dir_all(tables.folder()).unwrap();
        let (_, first) = Stones::of(&moulin.start());
        fs::write(tables.path_of(Product::Compact, first), "no table").unwrap();
        let start = tables.wdl(&moulin.start()).unwrap();
        assert_eq!(start, Some(Wdl::Draw), "{name}");
        let known = Library::with_tables(folder.path().to_owned()).of(&rules);
        assert_eq!(known.wdl(&moulin.start()).unwrap(), Some(Wdl::Draw));
        assert!(known.damaged().is_empty(), "nothing needs it");
    }
}
