//! Compact tables: the value of positions, from files that hold a part of the layers.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use engine::moulin::{Extent, Limits, Score, Searcher, knowledge};
use engine::{Bot, Computer, Guarantee, Player, Resources, SharedData, Stop};
use game::{Game, Random};
use moulin::{BARREAU, CLASSIQUE, Double, ENVOL, Moulin, Position, Rules, Stuck};
use tables::{
    Build, Layer, Packing, Product, Sample, Solver, Stones, Store, Verification, Wdl, Wrong,
};
use tempfile::TempDir;

/// A game with four stones a player, so that all of it is solved in seconds.
fn small(rules: Rules) -> Rules {
    Rules { stones: 4, ..rules }
}

/// Full tables of a rule set, and the compact ones made from them in a folder of their own.
fn packed(rules: Rules) -> [(TempDir, Store); 2] {
    let [full, compact] = [(), ()].map(|()| {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(rules, folder.path());
        (folder, store)
    });
    let mut solver = Solver::processor(2, 1 << 30);
    Build::whole(&full.1).run(&mut solver, |_| {}).unwrap();
    let packing = Packing::new(&full.1, &compact.1, 2);
    packing.run(|_, _| {}).unwrap();
    assert_eq!((packing.missing(), packing.lacking()), (vec![], vec![]));
    [full, compact]
}

fn with_tables(folder: &Path) -> Resources {
    Resources {
        shared: SharedData::with_tables(folder.to_owned()),
        ..Resources::new(1 << 20)
    }
}

/// Positions of games played at random, placing and moving.
fn positions(moulin: &Moulin, games: u64) -> Vec<Position> {
    let mut random = Random::new(7);
    let mut met = Vec::new();
    for _ in 0..games {
        let mut position = moulin.start();
        for _ in 0..40 {
            met.push(position);
            let Some(played) = moulin.random_move(&position, &mut random) else {
                break;
            };
            position = moulin.play(&position, played);
        }
    }
    met
}

#[test]
fn compact_tables_tell_the_wdl_of_positions_from_fewer_layers() {
    let overridden = Rules {
        double: Double::Two,
        stuck: Stuck::Pass,
        ..small(CLASSIQUE)
    };
    for rules in [small(ENVOL), overridden] {
        let [(_full_folder, full), (_folder, compact)] = packed(rules);
        let moulin = Moulin::new(rules);
        let layers = compact.layers_of(Product::Compact);
        assert_eq!(layers, compact.compact_layers());
        assert!(layers.len() < full.layers().len());
        assert!(compact.knows_all_wdl() && !compact.is_complete());
        let sizes =
            [(Product::Full, &full), (Product::Compact, &compact)].map(|(product, store)| {
                let layers = store.layers_of(product).into_iter();
                layers
                    .map(|layer| store.bytes(product, layer).unwrap())
                    .sum::<u64>()
            });
        assert!(2 * sizes[1] < sizes[0], "{sizes:?}");
        let positions = positions(&moulin, 200);
        let derived = |position: &&Position| {
            let (_, layer) = Stones::of(position);
            layer.is_derived()
        };
        assert!(positions.iter().filter(derived).count() > 100);
        for position in &positions {
            let exact = full.probe(position).unwrap().unwrap();
            assert_eq!(compact.wdl(position).unwrap(), Some(Wdl::from(exact)));
            assert_eq!(full.wdl(position).unwrap(), Some(Wdl::from(exact)));
        }
    }
}

#[test]
fn compact_tables_are_held_against_the_full_ones_or_against_the_rules() {
    let [(_full_folder, full), (_folder, compact)] = packed(small(CLASSIQUE));
    let sample = Sample::Random {
        count: 500,
        seed: 1,
    };
    let alone = Verification::new(&compact);
    let beside = Verification::new(&full);
    for layer in compact.layers_of(Product::Compact) {
        assert_eq!(alone.compact(layer, sample).unwrap(), 500);
        let paths = [&compact, &full].map(|store| store.path_of(Product::Compact, layer));
        fs::copy(&paths[0], &paths[1]).unwrap();
        assert_eq!(beside.compact(layer, sample).unwrap(), full.slots(layer));
    }
}

/// Files of other rules, under the fingerprint of these.
#[test]
fn wrong_wdl_values_are_found_and_named() {
    let [(_full_folder, full), (_folder, compact)] = packed(small(CLASSIQUE));
    let [_, (_other_folder, other)] = packed(small(BARREAU));
    let layer = layer_of_four(&full);
    let [mut right, wrong] =
        [&compact, &other].map(|store| fs::read(store.path_of(Product::Compact, layer)).unwrap());
    right.truncate(64);
    right.extend(&wrong[64..]);
    let end = right.len() - blake3::OUT_LEN;
    let checksum = blake3::hash(&right[..end]);
    right[end..].copy_from_slice(checksum.as_bytes());
    for store in [&compact, &full] {
        fs::write(store.path_of(Product::Compact, layer), &right).unwrap();
        let found = Verification::new(store).compact(layer, Sample::Whole);
        assert!(matches!(found, Err(Wrong::Wdl { .. })), "{found:?}");
    }
}

fn layer_of_four(store: &Store) -> Layer {
    let mut layers = store.layers().into_iter();
    layers
        .find(|layer| layer.hands == [0, 0] && layer.mover == 4 && layer.other == 4)
        .unwrap()
}

#[test]
fn with_compact_tables_no_wdl_is_given_away() {
    let rules = small(BARREAU);
    let [(_full_folder, full), (folder, compact)] = packed(rules);
    let moulin = Moulin::new(rules);
    let resources = with_tables(folder.path());
    assert_eq!(knowledge(&rules, &resources.shared).extent(), Extent::Wdl);
    assert_eq!(moulin.guarantee(&resources), Guarantee::Value);
    let mut random = Random::new(3);
    let mut player = moulin.bot(Player::Nodes(2_000), &resources);
    for position in positions(&moulin, 40).iter().step_by(3) {
        let Some(played) = player.choose(&[*position], &mut random) else {
            continue;
        };
        let after = moulin.play(position, played);
        let wdl = Wdl::from(full.probe(position).unwrap().unwrap());
        assert_eq!(compact.wdl(&after).unwrap().map(Wdl::before), Some(wdl));
    }
}

/// Every move has its value, and none a length that nobody knows.
#[test]
fn an_analysis_with_compact_tables_says_what_each_move_is_worth() {
    let rules = small(CLASSIQUE);
    let [(_full_folder, full), (folder, _compact)] = packed(rules);
    let moulin = Moulin::new(rules);
    let known = knowledge(&rules, &with_tables(folder.path()).shared);
    let mut searcher = Searcher::new(&moulin, 1 << 20, 1).with_probe(known);
    let stop = Stop::never();
    let limits = Limits {
        depth: 2,
        lines: usize::MAX,
        ..Limits::until(&stop)
    };
    for position in positions(&moulin, 20).iter().step_by(5) {
        let Some(result) = searcher.search(&[], position, &limits, &mut |_| ()) else {
            continue;
        };
        let mut last = Wdl::Win;
        for line in &result.lines {
            let after = moulin.play(position, line.moves[0]);
            let exact = full.probe(&after).unwrap().unwrap().before();
            let wdl = match line.score {
                Score::Exact(found) => {
                    assert_eq!(found, exact);
                    Wdl::from(found)
                }
                Score::Wdl(wdl) => wdl,
                Score::Estimate { .. } => panic!("the WDL value of every move is known"),
            };
            assert_eq!(wdl, Wdl::from(exact));
            assert!(wdl <= last, "the best first");
            last = wdl;
        }
    }
}
