//! Analysis: values, lines and reviews through the text seam.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use engine::Stop;
use play::analysis::{AnalysisError, Analyst, Value};
use play::record::Record;
use play::{Lang, Setup};

const MEMORY: usize = 16 << 20;

fn analyst(setup: &str) -> Analyst {
    let setup: Setup = setup.parse().unwrap();
    Analyst::new(&setup, MEMORY, 2).unwrap()
}

#[test]
fn lines_are_legal_and_end_with_the_value_promised() {
    let setup: Setup = "mijnlieff:board=0.0/2.1/4.2/6.3".parse().unwrap();
    let position = "w=La1,Pc3,Ed3;b=Lb1,Da2,Pf4;turn=w;limit=Pf4";
    let (value, moves) = analyst("mijnlieff:board=0.0/2.1/4.2/6.3")
        .judge(Some(position), None)
        .unwrap();
    assert_eq!(
        moves.len(),
        setup.session_from(position).unwrap().moves().len()
    );
    assert_eq!(moves[0].value, value);
    for judged in &moves {
        let mut session = setup.session_from(position).unwrap();
        session.play(&judged.played).unwrap();
        for played in &judged.line {
            session.play(played).unwrap();
        }
        assert!(session.outcome().is_some(), "{judged:?}");
        let [white, black] = session.points().unwrap().map(|points| points as i32);
        assert_eq!(Value::Points(white - black), judged.value, "{judged:?}");
    }
}

#[test]
fn the_four_corners_of_the_base_board_are_worth_the_same() {
    let (value, moves) = analyst("mijnlieff").judge(None, None).unwrap();
    assert_eq!(value, Value::Points(-1));
    assert!(
        moves.iter().all(|judged| judged.value == value),
        "four corners are one"
    );
}

#[test]
fn a_review_marks_what_mistakes_cost_and_shows_better_lines() {
    let text = include_str!("records/published.txt");
    let record = Record::read_all(text).unwrap().remove(0);
    let analyst = analyst("mijnlieff");
    let reviewed = analyst.review(&record, &Stop::never(), |_, _| {}).unwrap();
    assert_eq!(reviewed.main_line(), record.main_line());
    let printed = reviewed.to_string();
    assert_eq!(
        Record::read_all(&printed).unwrap(),
        std::slice::from_ref(&reviewed),
        "{printed}"
    );
    let cost = |node: &play::record::Node| -> i32 {
        node.comments
            .first()
            .map_or(0, |comment| -comment.parse::<i32>().unwrap())
    };
    let costs: Vec<i32> = reviewed.line.moves.iter().map(cost).collect();
    assert_eq!(costs, [0, 1, 3, 3, 2, 2, 1, 0, 0, 4, 0, 0, 0, 0, 0, 0]);
    // White's losses less black's lead from the value of the start to the final margin.
    let signed = costs
        .iter()
        .enumerate()
        .map(|(ply, cost)| if ply % 2 == 0 { -cost } else { *cost });
    assert_eq!(-1 + signed.sum::<i32>(), 3);
    for node in reviewed.line.moves.iter().filter(|node| cost(node) > 0) {
        assert_eq!(node.variations.len(), 1);
        assert_eq!(node.glyphs, [if cost(node) <= 2 { 2 } else { 4 }]);
    }
}

#[test]
fn what_cannot_be_analysed_says_why() {
    let refused = |setup: &str| {
        let setup: Setup = setup.parse().unwrap();
        Analyst::new(&setup, MEMORY, 1).err().unwrap()
    };
    assert_eq!(refused("moulin"), AnalysisError::NoMill);
    let mut irregular = analyst("mijnlieff:board=0.0/2.0/4.0/6.0");
    let late = irregular.judge(None, Some(Duration::ZERO));
    assert_eq!(late, Err(AnalysisError::Stopped));
    let wrong = irregular.judge(Some("w="), None).unwrap_err();
    assert!(wrong.text().get(Lang::Fr).contains("il manque"));
}

#[test]
fn a_larger_board_is_judged_by_guesses_that_say_so_until_the_end_is_near() {
    let mut analyst = analyst("mijnlieff:sets=2");
    let time = Some(Duration::from_millis(200));
    let (value, moves) = analyst.judge(None, time).unwrap();
    assert!(value.to_string().starts_with("score "), "{value}");
    assert_eq!(moves.len(), 4);
    let setup: Setup = "mijnlieff:sets=2".parse().unwrap();
    let mut session = setup.session();
    let mut random = game::Random::new(6);
    while session.history().len() < 28 {
        let moves = session.moves();
        session.play(random.pick(&moves).unwrap()).unwrap();
    }
    let (value, moves) = analyst.judge(Some(&session.position()), None).unwrap();
    assert!(matches!(value, Value::Points(_)), "{value}");
    assert!(
        moves
            .iter()
            .all(|judged| matches!(judged.value, Value::Points(_)))
    );
    let record = Record::of(session.as_ref(), setup, Vec::new());
    let refused = analyst.review(&record, &Stop::never(), |_, _| {});
    assert_eq!(refused, Err(AnalysisError::TooLarge { squares: 32 }));
}
