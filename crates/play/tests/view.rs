//! What a front end is told is enough to play, and true.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashSet};

use game::{Random, Side};
use picture::board::Stage;
use play::{Families, Turn, View};

const SETUPS: [&str; 8] = [
    "mijnlieff",
    "mijnlieff:opening=edge",
    "mijnlieff:board=0.0/2.1/4.2/6.3",
    "mijnlieff:sets=2,opening=anywhere",
    "moulin:classique",
    "moulin:envol",
    "moulin:barreau,stuck=pass",
    "moulin:classique,double=2",
];

/// All that a person touches to make a turn.
fn touched(turn: &Turn) -> BTreeSet<String> {
    let kind = turn.kind.map(|kind| kind.to_string());
    let places = [kind, turn.from.clone(), turn.to.clone()];
    places
        .into_iter()
        .flatten()
        .chain(turn.takes.clone())
        .collect()
}

/// Every place a view names.
fn places(view: &View) -> HashSet<String> {
    let turns = view.turns.iter().flat_map(|turn| {
        let places = [turn.from.clone(), turn.to.clone()];
        places.into_iter().flatten().chain(turn.takes.clone())
    });
    let standing = view.standing.iter().map(|piece| piece.place.clone());
    let last = view.last.iter().flat_map(|last| {
        let ends = [last.from.clone(), Some(last.to.clone())];
        ends.into_iter().flatten().chain(last.taken.clone())
    });
    let lines = view.lines.iter().flatten().cloned();
    let open = view.open.iter().flatten().cloned();
    turns
        .chain(standing)
        .chain(last)
        .chain(lines)
        .chain(open)
        .collect()
}

#[track_caller]
fn check(view: &View, stage: &Stage) {
    let ways: HashSet<_> = view.turns.iter().map(touched).collect();
    assert_eq!(ways.len(), view.turns.len(), "two turns alike: {view:?}");
    let known: HashSet<String> = stage.places.iter().map(|(name, _)| name.clone()).collect();
    assert!(places(view).is_subset(&known), "{view:?}");
    for piece in &view.standing {
        let side = match piece.side {
            Side::White => "white",
            Side::Black => "black",
        };
        let kind = piece
            .kind
            .map(|kind| format!("-{kind}"))
            .unwrap_or_default();
        let name = format!("{side}{kind}");
        assert!(
            stage.sprites.iter().any(|(sprite, _)| *sprite == name),
            "{name}"
        );
    }
    assert_eq!(view.turns.is_empty(), view.outcome.is_some());
}

#[test]
fn views_of_random_games_are_complete_and_fit_their_stage() {
    for text in SETUPS {
        let setup = Families::standard().setup(text).unwrap();
        let stage = setup.stage();
        let mut random = Random::new(5);
        for _ in 0..10 {
            let mut session = setup.session();
            loop {
                let view = session.view();
                check(&view, &stage);
                let texts: Vec<&str> = view.turns.iter().map(|turn| turn.text.as_str()).collect();
                assert_eq!(texts, session.moves());
                assert_eq!(view.position, session.position());
                assert_eq!(view.moves as usize, session.history().len());
                let Some(turn) = random.pick(&view.turns) else {
                    break;
                };
                session.play(&turn.text).unwrap();
            }
        }
    }
}

#[test]
fn a_flight_right_is_told_where_there_is_one() {
    let flights = |setup: &str| {
        Families::standard()
            .setup(setup)
            .unwrap()
            .session()
            .view()
            .flights
    };
    assert_eq!(flights("moulin:envol"), Some([true, true]));
    assert_eq!(flights("moulin:classique"), None);
    assert_eq!(flights("mijnlieff"), None);
}

#[test]
fn a_stage_stays_within_its_frame() {
    for text in SETUPS {
        let stage = Families::standard().setup(text).unwrap().stage();
        for (_, spot) in &stage.places {
            let (right, down) = (spot.x - stage.left, spot.y - stage.top);
            assert!((0.0..=stage.width).contains(&right), "{text}: {spot:?}");
            assert!((0.0..=stage.height).contains(&down), "{text}: {spot:?}");
        }
    }
}
