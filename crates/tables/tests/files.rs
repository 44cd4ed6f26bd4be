//! Table files: what is written is read back, and damage is found and named, never read as a value.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use game::{Game, Random};
use moulin::{BARREAU, CLASSIQUE, Double, ENVOL, Moulin, Position, Rules};
use rayon::ThreadPoolBuilder;
use tables::{
    Build, BuildError, Exact, Fault, FileFault, Layer, Packing, Pair, Product, Sample, Solved,
    Solver, Store, Verification, Wdl, Wrong, expected,
};
use tempfile::TempDir;

const MEMORY: u64 = 1 << 30;

/// Tables of all layers up to so many stones, in a folder of their own.
fn built(rules: Rules, rows: u8, columns: u8) -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(rules, folder.path());
    Build::up_to(&store, rows, columns)
        .run(&mut Solver::processor(2, MEMORY), |_| {})
        .unwrap();
    (folder, store)
}

/// The compact tables of full ones, in a folder of their own.
fn packed(full: &Store) -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(*full.rules(), folder.path());
    Packing::new(full, &store, 2).run(|_, _| {}).unwrap();
    (folder, store)
}

/// Threads that read a layer for others to look at once waited for themselves.
#[test]
fn many_threads_verify_without_waiting_for_themselves() {
    let (_folder, store) = built(CLASSIQUE, 4, 3);
    let pool = ThreadPoolBuilder::new().num_threads(16).build().unwrap();
    let sample = Sample::Random {
        count: 20_000,
        seed: 1,
    };
    for _ in 0..10 {
        let verification = Verification::new(&store);
        for layer in store.layers() {
            let looked = pool.install(|| verification.layer(layer, sample));
            assert_eq!(looked.unwrap(), 20_000);
        }
    }
}

fn smallest(rules: &Rules) -> Layer {
    Pair::up_to(rules, 3, 3)[0].rows_to_move()
}

#[test]
fn files_hold_what_was_solved() {
    for rules in [CLASSIQUE, ENVOL, BARREAU] {
        let (_folder, store) = built(rules, 4, 3);
        let pairs = Pair::up_to(&rules, 4, 3);
        let solved = Solved::new(rules, &pairs, 2).unwrap();
        let layers: Vec<Layer> = pairs.iter().flat_map(|pair| pair.layers()).collect();
        assert_eq!(store.layers(), layers);
        for layer in layers {
            assert_eq!(store.values(layer).unwrap(), solved.values(layer).unwrap());
            assert_eq!(store.census(layer).unwrap(), solved.census(layer).unwrap());
        }
    }
}

#[test]
fn verification_finds_nothing_wrong_and_one_wrong_value() {
    let (folder, store) = built(CLASSIQUE, 4, 3);
    let verification = Verification::new(&store);
    let layer = smallest(&CLASSIQUE);
    let looked = verification.layer(layer, Sample::Whole).unwrap();
    assert_eq!(looked, store.slots(layer));
    for layer in store.layers() {
        let sample = Sample::Random {
            count: 2_000,
            seed: 1,
        };
        assert_eq!(verification.layer(layer, sample).unwrap(), 2_000);
    }
    // Tables of a rule set that differs in one rule, under the fingerprint of this one.
    let other = Store::new(BARREAU, folder.path());
    Build::up_to(&other, 3, 3)
        .run(&mut Solver::processor(1, MEMORY), |_| {})
        .unwrap();
    let mut forged = fs::read(other.path(layer)).unwrap();
    let genuine = fs::read(store.path(layer)).unwrap();
    forged[..64].copy_from_slice(&genuine[..64]);
    let end = forged.len() - 32;
    let hash = blake3::hash(&forged[..end]);
    forged[end..].copy_from_slice(hash.as_bytes());
    fs::write(store.path(layer), forged).unwrap();
    let wrong = verification.layer(layer, Sample::Whole).unwrap_err();
    assert!(matches!(wrong, Wrong::Contradiction { .. }), "{wrong:?}");
}

/// A game with few stones a player, so that all of it is solved in a moment.
fn few(stones: u8, rules: Rules) -> Rules {
    Rules { stones, ..rules }
}

/// Solves a whole game and holds some positions of every table against the rules.
#[track_caller]
fn check_whole_game(rules: Rules, samples: usize) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(rules, folder.path());
    let build = Build::whole(&store);
    build
        .run(&mut Solver::processor(2, MEMORY), |_| {})
        .unwrap();
    assert!(build.missing().is_empty());
    assert_eq!(store.layers(), build.layers());
    let verification = Verification::new(&store);
    for layer in store.layers() {
        // What leads to searched positions takes a thousand times as long.
        let searches = layer.hands.iter().sum::<u8>() == Layer::SEARCHED + 1;
        let count = if searches { samples / 50 } else { samples };
        let sample = Sample::Random { count, seed: 1 };
        if let Err(wrong) = verification.layer(layer, sample) {
            panic!("{}: {wrong:?}", layer.text(&rules));
        }
    }
    // The beginning is in a table, and worth what its own turns say.
    let moulin = Moulin::new(rules);
    let start = moulin.start();
    let value = store.probe(&start).unwrap();
    let found = expected(&moulin, &start, |next| store.probe(next).unwrap());
    assert!(value.is_some());
    assert_eq!(found, value);
}

#[test]
fn whole_games_of_few_stones_follow_from_the_rules() {
    check_whole_game(few(3, CLASSIQUE), 2_000);
    check_whole_game(few(3, ENVOL), 2_000);
    check_whole_game(few(4, BARREAU), 2_000);
}

#[test]
#[ignore = "long: games of five stones"]
fn whole_games_of_more_stones_follow_from_the_rules() {
    let double = Double::Two;
    for rules in [CLASSIQUE, BARREAU, ENVOL] {
        check_whole_game(few(5, rules), 100_000);
        check_whole_game(
            Rules {
                double,
                ..few(5, rules)
            },
            100_000,
        );
    }
}

#[test]
fn tables_of_other_rules_or_layers_are_refused() {
    let (folder, store) = built(CLASSIQUE, 4, 3);
    let other = Store::new(BARREAU, folder.path());
    fs::create_dir_all(other.folder()).unwrap();
    let layer = smallest(&CLASSIQUE);
    fs::copy(store.path(layer), other.path(layer)).unwrap();
    let refused = other.values(layer).unwrap_err();
    assert!(matches!(refused.fault, Fault::OtherRules), "{refused:?}");
    let next = Pair::up_to(&CLASSIQUE, 4, 3)[1].rows_to_move();
    fs::copy(store.path(next), store.path(layer)).unwrap();
    let refused = store.values(layer).unwrap_err();
    assert!(matches!(refused.fault, Fault::OtherLayer), "{refused:?}");
}

#[test]
fn what_is_no_table_is_refused() {
    let (_folder, store) = built(CLASSIQUE, 3, 3);
    let layer = smallest(&CLASSIQUE);
    fs::write(store.path(layer), [b'x'; 1_000]).unwrap();
    let refused = store.values(layer).unwrap_err();
    assert!(matches!(refused.fault, Fault::NotATable), "{refused:?}");
    fs::write(store.path(layer), []).unwrap();
    let refused = store.values(layer).unwrap_err();
    assert!(
        matches!(refused.fault, Fault::Length { found: 0, .. }),
        "{refused:?}"
    );
}

/// Positions of the smallest layer with their values.
fn known(store: &Store) -> Vec<(Position, Exact)> {
    let rules = *store.rules();
    let moulin = Moulin::new(rules);
    let layer = smallest(&rules);
    let solved = Solved::new(rules, &Pair::up_to(&rules, 3, 3), 1).unwrap();
    let positions = solved.positions(layer).step_by(4_001);
    positions
        .map(|stones| {
            let position = stones.position(&moulin, layer).unwrap();
            (position, solved.probe(&position).unwrap())
        })
        .collect()
}

/// Damages the smallest table of a product in some way, many times.
#[track_caller]
fn check_damage(product: Product, times: usize, damage: impl Fn(&mut Vec<u8>, &mut Random)) {
    let (full_folder, full) = built(CLASSIQUE, 3, 3);
    let (folder, store) = match product {
        Product::Full => (full_folder, full),
        Product::Compact => packed(&full),
    };
    let path = store.path_of(product, smallest(&CLASSIQUE));
    let whole = fs::read(&path).unwrap();
    let known = known(&store);
    let mut random = Random::new(1);
    for time in 0..times {
        let mut bytes = whole.clone();
        damage(&mut bytes, &mut random);
        fs::write(&path, &bytes).unwrap();
        let store = Store::new(CLASSIQUE, folder.path());
        let found = store.check_file(product, smallest(&CLASSIQUE)).unwrap_err();
        assert_eq!(found.path, path, "time {time}");
        for (position, value) in &known {
            match store.wdl(position) {
                Ok(read) => assert_eq!(read, Some(Wdl::from(*value)), "time {time}"),
                Err(FileFault { path: named, .. }) => assert_eq!(named, path),
            }
            if product == Product::Compact {
                continue;
            }
            match store.probe(position) {
                Ok(read) => assert_eq!(read, Some(*value), "time {time}"),
                Err(FileFault { path: named, .. }) => assert_eq!(named, path),
            }
        }
    }
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    let bit = random.below(8 * bytes.len() as u64) as usize;
    bytes[bit / 8] ^= 1 << (bit % 8);
}

fn cut(bytes: &mut Vec<u8>, random: &mut Random) {
    bytes.truncate(random.below(bytes.len() as u64) as usize);
}

#[test]
fn flipped_bits_are_found_and_never_read() {
    for product in [Product::Full, Product::Compact] {
        check_damage(product, 100, |bytes, random| flip(bytes, random));
    }
}

#[test]
fn cut_files_are_found_and_never_read() {
    for product in [Product::Full, Product::Compact] {
        check_damage(product, 30, cut);
    }
}

#[test]
#[ignore = "long: 10,000 flips and 1,000 cuts of each product"]
fn damage_of_every_kind_is_found() {
    for product in [Product::Full, Product::Compact] {
        check_damage(product, 10_000, |bytes, random| flip(bytes, random));
        check_damage(product, 1_000, cut);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_work_and_it_goes_on_later() {
    let (whole, undisturbed) = built(CLASSIQUE, 4, 3);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(CLASSIQUE, folder.path());
    let build = Build::up_to(&store, 4, 3);
    let layer = Pair::up_to(&CLASSIQUE, 4, 3)[1].columns_to_move();
    fs::create_dir_all(store.folder()).unwrap();
    let part = store.path(layer).with_added_extension("part");
    std::os::unix::fs::symlink("/dev/full", part).unwrap();
    let ended = build
        .run(&mut Solver::processor(1, MEMORY), |_| {})
        .unwrap_err();
    let BuildError::File(FileFault {
        path,
        fault: Fault::Io(error),
    }) = ended
    else {
        panic!("{ended:?}");
    };
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    assert_eq!(path, store.path(layer));
    assert_eq!(build.missing().len(), 1);
    build
        .run(&mut Solver::processor(1, MEMORY), |_| {})
        .unwrap();
    assert_same(undisturbed.folder(), store.folder());
    drop(whole);
}

#[track_caller]
fn assert_same(one: &Path, other: &Path) {
    let names = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(one), names(other));
    for name in names(one) {
        let same = fs::read(one.join(&name)).unwrap() == fs::read(other.join(&name)).unwrap();
        assert!(same, "{name:?}");
    }
}

#[test]
fn too_little_memory_is_said_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(CLASSIQUE, folder.path());
    let refused = Build::up_to(&store, 4, 4).run(&mut Solver::processor(1, 1 << 20), |_| {});
    assert!(
        matches!(refused, Err(BuildError::Memory { needed, .. }) if needed > 1 << 20),
        "{refused:?}"
    );
    assert!(!store.folder().exists());
}
