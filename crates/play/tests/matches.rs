//! A match: the draw limits of ML9, taking back, and what players agree on.
#![allow(clippy::unwrap_used)]

use game::{Outcome, Random, Reason, Side};
use play::{Families, Lang, Session};

fn session(setup: &str, position: &str) -> Box<dyn Session> {
    let setup = Families::standard().setup(setup).unwrap();
    setup.session_from(position).unwrap()
}

#[track_caller]
fn play_all(session: &mut dyn Session, moves: &str) {
    for played in moves.split_whitespace() {
        if let Err(refusal) = session.play(played) {
            panic!("{played}: {}", refusal.line(Lang::EN));
        }
    }
}

const FOUR_EACH: &str = "w=a1,d1,g4,f6;b=a7,b6,e3,c5;hand=0,0;turn=w";
const SHUFFLE: &str = "a1-a4 a7-d7 a4-a1 d7-a7 ";

#[test]
fn ml9_the_third_occurrence_of_a_position_is_a_draw() {
    let mut session = session("moulin:classique", FOUR_EACH);
    play_all(session.as_mut(), SHUFFLE);
    assert_eq!(session.outcome(), None, "second occurrence");
    play_all(session.as_mut(), "a1-a4 a7-d7 a4-a1");
    assert_eq!(session.outcome(), None);
    session.play("d7-a7").unwrap();
    assert_eq!(
        session.outcome(),
        Some(Outcome::draw(Reason::Rules(moulin::ending::REPETITION)))
    );
    assert!(session.moves().is_empty());
    let refusal = session.play("a1-a4").unwrap_err();
    assert_eq!(refusal.rule, Some(moulin::rule::ML9));
    assert!(session.take_back(), "taking back makes it go on");
    assert_eq!(session.outcome(), None);
}

#[test]
fn ml9_a_used_flight_makes_another_position() {
    let mut session = session("moulin:envol", FOUR_EACH);
    play_all(session.as_mut(), SHUFFLE);
    // White flies to e5 and walks back: the stones are where they were, the right is gone.
    play_all(
        session.as_mut(),
        "f6-e5 a7-d7 e5-d5 d7-a7 d5-d6 a7-d7 d6-f6",
    );
    assert!(
        session.position().ends_with("flight=b"),
        "{}",
        session.position()
    );
    session.play("d7-a7").unwrap();
    assert_eq!(
        session.outcome(),
        None,
        "third time the stones, first time these rights"
    );
}

#[test]
fn ml9_a_hundred_turns_without_a_capture_are_a_draw() {
    // White walks round in 8 steps, black in 10, so that a position comes back after 80 turns.
    let start = "w=a1,c5,d2,f6;b=b2,d5,f2,f4;hand=0,0;turn=w";
    let mut session = session("moulin:barreau", start);
    let white = "a1-a4 a4-a7 a7-d7 d7-g7 g7-g4 g4-g1 g1-d1 d1-a1";
    let black = "d5-e5 e5-e4 e4-e3 e3-d3 d3-c3 c3-c4 c4-b4 b4-b6 b6-d6 d6-d5";
    let white = white.split(' ').cycle();
    let black = black.split(' ').cycle();
    for (white, black) in white.zip(black).take(50) {
        for played in [white, black] {
            assert_eq!(session.outcome(), None, "{}", session.history().len());
            session.play(played).unwrap();
        }
    }
    assert_eq!(
        session.outcome(),
        Some(Outcome::draw(Reason::Rules(moulin::ending::HUNDRED_TURNS)))
    );
}

#[test]
fn what_players_agree_on_ends_a_match_once() {
    let mut session = session("moulin:classique", FOUR_EACH);
    let resigned = Outcome::win(Side::Black, Reason::Resignation);
    session.end(resigned);
    session.end(Outcome::draw(Reason::Agreement));
    assert_eq!(session.outcome(), Some(resigned));
    assert!(session.play("a1-a4").is_err());
}

#[test]
fn ml9_a_match_under_the_draw_limits_always_ends() {
    let mut random = Random::new(5);
    let mut reasons = std::collections::BTreeMap::new();
    for game in 0..600 {
        let setup = ["classique", "envol", "barreau,stuck=pass"][game % 3];
        let setup = Families::standard()
            .setup(&format!("moulin:{setup}"))
            .unwrap();
        let mut session = setup.session();
        let mut turns = 0;
        while session.outcome().is_none() {
            let moves = session.moves();
            session.play(random.pick(&moves).unwrap()).unwrap();
            turns += 1;
            assert!(
                turns < 18 + 14 * 101,
                "14 captures at the most, 100 turns apart"
            );
        }
        *reasons
            .entry(session.outcome().unwrap().reason.tag())
            .or_insert(0) += 1;
    }
    assert!(reasons.len() >= 3, "{reasons:?}");
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut session = session("moulin:classique", FOUR_EACH);
    let before = session.position();
    for wrong in ["a1-g7", "zz", "", "a1", "a1-a4xa7", "pass", "a1-a4x", "d7"] {
        assert!(session.play(wrong).is_err(), "{wrong}");
        assert_eq!(session.position(), before);
        assert!(session.history().is_empty());
    }
}

#[test]
fn taking_everything_back_leads_to_the_start() {
    let mut random = Random::new(3);
    for setup in ["moulin:envol", "mijnlieff:sets=2"] {
        let setup = Families::standard().setup(setup).unwrap();
        let mut session = setup.session();
        let start = session.position();
        while session.outcome().is_none() {
            let moves = session.moves();
            session.play(random.pick(&moves).unwrap()).unwrap();
        }
        while session.take_back() {}
        assert_eq!(session.position(), start);
    }
}

#[test]
fn refusals_name_the_rule_in_both_languages() {
    #[track_caller]
    fn check(setup: &str, position: &str, played: &str, english: &str, french: &str) {
        let refusal = session(setup, position).play(played).unwrap_err();
        assert_eq!(refusal.line(Lang::EN), english);
        assert_eq!(refusal.line(Lang::FR), french);
    }
    check(
        "moulin:classique",
        "w=a1,d1,g4;b=b6,d6,f6,a7;hand=0,0;turn=w",
        "g4-g1xd6",
        "ML4: d6 is in a mill, and black has stones outside mills",
        "ML4\u{a0}: d6 est dans un moulin, et les noirs ont des pions hors des moulins",
    );
    check(
        "mijnlieff",
        "w=La1;b=;turn=b;limit=La1",
        "Pb2",
        "MJ4: the straight on a1 does not let you play on b2, only on a2, a3, a4, b1, c1 or d1",
        "MJ4\u{a0}: la ligne droite en a1 n’ouvre pas b2, seulement a2, a3, a4, b1, c1 ou d1",
    );
    check(
        "moulin:envol",
        "w=a1,d1,g4,f6;b=a7,b6,e3,c5;hand=0,0;turn=w;flight=b",
        "a1-e5",
        "ML6: a1 and e5 are not neighbours, and you have used your one flight",
        "ML6\u{a0}: a1 et e5 ne sont pas voisins, et vous avez déjà utilisé votre unique envol",
    );
}
