//! The exact layers of the mill family: known figures, and the rules crate as judge.
#![allow(clippy::unwrap_used)]

use game::Notation;
use moulin::{BARREAU, CLASSIQUE, ENVOL, Moulin, Rules};
use tables::{Census, Endings, Exact, Layer, Pair, Solved, expected};

/// Two programs found these figures: layer, won, drawn and lost raw positions.
const CLASSIQUE_CENSUS: [(&str, u64, u64, u64); 10] = [
    ("3-3", 2_232_160, 4_112, 455_648),
    ("3-4", 1_629_336, 10_484_304, 0),
    ("4-3", 1_201_560, 10_863_360, 48_720),
    ("3-5", 100_512, 40_933_248, 152_616),
    ("4-4", 2_456, 51_480_175, 339),
    ("5-3", 9_271_288, 31_915_088, 0),
    ("3-6", 0, 106_770_792, 3_059_544),
    ("4-5", 776, 164_721_316, 23_412),
    ("5-4", 156_868, 164_588_540, 96),
    ("6-3", 43_986_576, 65_843_760, 0),
];

/// The longest win or loss of these layers in turns.
const CLASSIQUE_LONGEST: [(&str, u32); 6] = [
    ("3-3", 26),
    ("3-4", 33),
    ("4-4", 9),
    ("3-5", 31),
    ("5-4", 29),
    ("6-3", 7),
];

fn layers(pairs: &[Pair]) -> Vec<Layer> {
    pairs.iter().flat_map(|pair| pair.layers()).collect()
}

#[test]
fn census_of_classique_is_the_known_one() {
    let pairs = [6, 7, 8, 9].map(|stones| Pair::of_stones(&CLASSIQUE, stones));
    let pairs = pairs.concat();
    let solved = Solved::new(CLASSIQUE, &pairs, 2).unwrap();
    let mut counted = 0;
    for layer in layers(&pairs) {
        let name = layer.text(&CLASSIQUE);
        let census: Census = solved.census(layer).unwrap();
        let known = CLASSIQUE_CENSUS.iter().find(|known| known.0 == name);
        let (_, win, draw, loss) = *known.unwrap();
        assert_eq!(
            (census.win, census.draw, census.loss),
            (win, draw, loss),
            "{name}"
        );
        if let Some((_, turns)) = CLASSIQUE_LONGEST.iter().find(|known| known.0 == name) {
            assert_eq!(census.longest, *turns, "{name}");
        }
        counted += 1;
    }
    assert_eq!(counted, CLASSIQUE_CENSUS.len());
}

/// Holds values against those of their successors by the rules crate, each `every`-th position.
#[track_caller]
fn check(rules: Rules, pairs: &[Pair], every: usize) {
    let moulin = Moulin::new(rules);
    let solved = Solved::new(rules, pairs, 2).unwrap();
    for layer in layers(pairs) {
        for stones in solved.positions(layer).step_by(every) {
            let position = stones.position(&moulin, layer).unwrap();
            let value = solved.probe(&position).unwrap();
            assert_eq!(
                expected(&moulin, &position, |next| solved.probe(next)),
                Some(value),
                "{} {}",
                moulin.setup_text(),
                moulin.position_text(&position)
            );
        }
    }
}

fn rules(options: &str) -> Rules {
    *Moulin::from_options(options).unwrap().rules()
}

#[test]
fn every_value_of_small_layers_follows_from_the_rules() {
    for rules in [CLASSIQUE, ENVOL, BARREAU] {
        check(rules, &Pair::up_to(&rules, 3, 3), 1);
        check(rules, &Pair::up_to(&rules, 4, 3), 7);
    }
}

#[test]
fn values_follow_from_overridden_rules() {
    for options in [
        "classique,double=2,stuck=pass",
        "classique,take=outside",
        "envol,stuck=pass,flight=once-3,double=2",
        "envol,flight=once-5",
        "barreau,double=2",
        "barreau,take=any,stuck=pass",
        "barreau,flight=4",
    ] {
        let rules = rules(options);
        check(rules, &Pair::up_to(&rules, 4, 3), 97);
    }
}

#[test]
fn values_of_more_stones_follow_from_the_rules() {
    for options in ["classique,double=2", "barreau"] {
        let rules = rules(options);
        check(rules, &Pair::up_to(&rules, 5, 4), 997);
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    for rules in [CLASSIQUE, ENVOL] {
        let pairs = Pair::up_to(&rules, 4, 3);
        let one = Solved::new(rules, &pairs, 1).unwrap();
        let three = Solved::new(rules, &pairs, 3).unwrap();
        for layer in layers(&pairs) {
            let equal = one.values(layer).unwrap() == three.values(layer).unwrap();
            assert!(equal, "{}", layer.text(&rules));
        }
    }
}

#[test]
fn endings_hold_eight_stones_or_seven_with_flights_split() {
    for (rules, stones) in [(CLASSIQUE, 8), (ENVOL, 7), (BARREAU, 8)] {
        let endings = Endings::new(rules);
        let solved = endings.solved().unwrap();
        assert!(solved.slots() <= Endings::MEMORY, "{}", solved.slots());
        for layer in layers(&Pair::of_stones(&rules, stones)) {
            assert!(solved.values(layer).is_some(), "{}", layer.text(&rules));
        }
    }
}

#[test]
fn endings_tell_black_what_they_tell_white() {
    let moulin = Moulin::new(ENVOL);
    let endings = Endings::new(ENVOL);
    let white = "w=a1,d1,g4,c3;b=a7,d7,f6;hand=0,0;turn=w;flight=w";
    let black = "w=a7,d7,f6;b=a1,d1,g4,c3;hand=0,0;turn=b;flight=b";
    for text in [white, black] {
        let position = moulin.read_position(text).unwrap();
        assert_eq!(endings.probe(&position), Some(Exact::Win(1)));
    }
    let placing = moulin.read_position("w=a1;b=;hand=8,9;turn=b").unwrap();
    assert_eq!(endings.probe(&placing), None);
}
