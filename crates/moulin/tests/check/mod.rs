//! Checks on the text forms: rule set, position, turn, expectation.

// Each test file uses its own part of these.
#![allow(dead_code)]

use game::{Game, Notation, Rule};
use moulin::{Illegal, Moulin, MoveError, NINE, Point, Points, Position};

pub(crate) const SHEETS: [&str; 3] = ["classique", "envol", "barreau"];

#[track_caller]
pub(crate) fn read(options: &str, position: &str) -> (Moulin, Position) {
    let moulin = Moulin::from_options(options).expect(options);
    let position = moulin.read_position(position).expect(position);
    (moulin, position)
}

/// The legal turns, sorted.
#[track_caller]
pub(crate) fn turns(options: &str, position: &str) -> Vec<String> {
    let (moulin, position) = read(options, position);
    let moves = moulin.moves(&position).into_iter();
    let mut texts: Vec<String> = moves.map(|played| moulin.move_text(played)).collect();
    texts.sort();
    texts
}

/// The legal turns are these and no others.
#[track_caller]
pub(crate) fn allows(options: &str, position: &str, expected: &str) {
    assert_eq!(turns(options, position).join(" "), expected, "{options}");
}

/// The legal turns that make this step are these and no others: what it may take.
#[track_caller]
pub(crate) fn allows_step(options: &str, position: &str, step: &str, expected: &str) {
    let mut texts = turns(options, position);
    texts.retain(|text| text.split('x').next() == Some(step));
    assert_eq!(texts.join(" "), expected, "{options}");
}

/// After these turns the position is `next`.
#[track_caller]
pub(crate) fn plays(options: &str, position: &str, turns: &str, next: &str) {
    let (moulin, mut position) = read(options, position);
    for turn in turns.split(' ') {
        let played = moulin.read_move(&position, turn).expect(turn);
        position = moulin.play(&position, played);
    }
    let (_, next) = read(options, next);
    let texts = [position, next].map(|position| moulin.position_text(&position));
    assert_eq!(texts[0], texts[1], "{options}: {turns}");
}

/// The turn is refused for this reason, which names this rule.
#[track_caller]
pub(crate) fn refuses(options: &str, position: &str, turn: &str, why: Illegal, rule: Rule) {
    let (moulin, position) = read(options, position);
    let refused = moulin.read_move(&position, turn);
    assert_eq!(refused, Err(MoveError::Illegal(why)), "{options}: {turn}");
    assert_eq!(why.rule(), rule, "{options}: {turn}");
}

/// The game is over with this result and reason, and any turn is refused for it.
#[track_caller]
pub(crate) fn ends(options: &str, position: &str, expected: &str, rule: Rule) {
    allows(options, position, "");
    let (moulin, over) = read(options, position);
    let outcome = moulin.outcome(&over).expect(position);
    assert_eq!(outcome.to_string(), expected, "{options}");
    refuses(options, position, "a1-a4", Illegal::Over(outcome), rule);
}

pub(crate) fn at(name: &str) -> Point {
    NINE.point(name).expect(name)
}

pub(crate) fn points(names: &str) -> Points {
    names.split(' ').map(at).collect()
}
