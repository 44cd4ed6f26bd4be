//! Checks on the text forms: setup, position, turn, expectation.

// Each test file uses its own part of these.
#![allow(dead_code)]

use game::{Game, Notation, Rule};
use mijnlieff::{Illegal, Mijnlieff, MoveError, Position, Square};

pub(crate) const START: &str = "w=;b=;turn=w;limit=start";

/// A ring of four half-shifted tiles around the missing square c3.
pub(crate) const RING: &str = "board=1.0/3.1/2.3/0.2";

#[track_caller]
pub(crate) fn read(options: &str, position: &str) -> (Mijnlieff, Position) {
    let mijnlieff = Mijnlieff::from_options(options).expect(options);
    let position = mijnlieff.read_position(position).expect(position);
    (mijnlieff, position)
}

#[track_caller]
pub(crate) fn at(options: &str, name: &str) -> Square {
    let mijnlieff = Mijnlieff::from_options(options).expect(options);
    mijnlieff.board().square(name).expect(name)
}

/// The legal turns, sorted.
#[track_caller]
pub(crate) fn turns(options: &str, position: &str) -> Vec<String> {
    let (mijnlieff, position) = read(options, position);
    let moves = mijnlieff.moves(&position).into_iter();
    let mut texts: Vec<String> = moves.map(|played| mijnlieff.move_text(played)).collect();
    texts.sort();
    texts
}

/// The legal turns are these and no others.
#[track_caller]
pub(crate) fn allows(options: &str, position: &str, expected: &str) {
    let found = turns(options, position).join(" ");
    assert_eq!(found, expected, "{options}: {position}");
}

/// The squares open to the side to move are these and no others.
#[track_caller]
pub(crate) fn opens(options: &str, position: &str, expected: &str) {
    let (mijnlieff, read) = read(options, position);
    let open = mijnlieff.open(&read).into_iter();
    let mut names: Vec<String> = open.map(|square| mijnlieff.board().name(square)).collect();
    names.sort();
    assert_eq!(names.join(" "), expected, "{options}: {position}");
}

/// After these turns the position is `next`.
#[track_caller]
pub(crate) fn plays(options: &str, position: &str, turns: &str, next: &str) {
    let (mijnlieff, mut position) = read(options, position);
    for turn in turns.split(' ') {
        let played = mijnlieff.read_move(&position, turn).expect(turn);
        position = mijnlieff.play(&position, played);
    }
    assert_eq!(mijnlieff.position_text(&position), next, "{options}");
}

/// The turn is refused for this reason, which names this rule.
#[track_caller]
pub(crate) fn refuses(options: &str, position: &str, turn: &str, why: Illegal, rule: Rule) {
    let (mijnlieff, position) = read(options, position);
    let refused = mijnlieff.read_move(&position, turn);
    assert_eq!(refused, Err(MoveError::Illegal(why)), "{options}: {turn}");
    assert_eq!(why.rule(), rule, "{options}: {turn}");
}

/// The points of white and black.
#[track_caller]
pub(crate) fn scores(options: &str, position: &str, expected: [u32; 2]) {
    let (mijnlieff, read) = read(options, position);
    assert_eq!(mijnlieff.score(&read), expected, "{options}: {position}");
}

/// The game is over with this result and reason.
#[track_caller]
pub(crate) fn ends(options: &str, position: &str, expected: &str) {
    allows(options, position, "");
    let (mijnlieff, over) = read(options, position);
    let outcome = mijnlieff.outcome(&over).expect(position);
    assert_eq!(outcome.to_string(), expected, "{options}: {position}");
}

/// The game goes on.
#[track_caller]
pub(crate) fn goes_on(options: &str, position: &str) {
    let (mijnlieff, read) = read(options, position);
    assert_eq!(mijnlieff.outcome(&read), None, "{options}: {position}");
}
