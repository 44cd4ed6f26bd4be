//! Mijnlieff, rule by rule.

use super::mijnlieff_text::{Limit, Position, Rules, hand, print_position, read_position, touches};
use super::text::{Side, Square, print_square};
use std::collections::{BTreeMap, BTreeSet};

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// All squares of the board on the lines that leave `from` in the given directions. MJ5: pieces
/// do not block, so they are not even asked for. MJ6: a missing square ends the line, or is
/// jumped over with `gaps=cross`.
fn on_lines(rules: &Rules, from: Square, directions: &[(i32, i32)]) -> BTreeSet<Square> {
    let mut found = BTreeSet::new();
    for direction in directions {
        // No board is longer than 16 tiles of two squares.
        for step in 1..=32 {
            let square = (from.0 + step * direction.0, from.1 + step * direction.1);
            if rules.squares.contains(&square) {
                found.insert(square);
            } else if !rules.gaps_cross {
                break;
            }
        }
    }
    found
}

/// MJ7: may the first piece go here?
fn opening_square(rules: &Rules, (column, row): Square) -> bool {
    let missing = |square: Square| !rules.squares.contains(&square);
    let lacks_across = missing((column - 1, row)) || missing((column + 1, row));
    let lacks_along = missing((column, row - 1)) || missing((column, row + 1));
    match rules.opening.as_str() {
        // An outer corner lacks a neighbour in both axes.
        "corner-straight" | "corner" => lacks_across && lacks_along,
        // An edge square lacks at least one of its four side neighbours.
        "edge" => lacks_across || lacks_along,
        "anywhere" => true,
        _ => unreachable!(),
    }
}

/// The empty squares on which the side to move may place.
fn open_squares(rules: &Rules, position: &Position) -> Vec<Square> {
    let mut open = Vec::new();
    for &square in &rules.squares {
        if position.pieces.contains_key(&square) {
            continue;
        }
        let allowed = match position.limit {
            Limit::Start => opening_square(rules, square),
            // MJ8: after a pass, any empty square.
            Limit::None => true,
            // MJ4: the piece placed last limits this turn.
            Limit::Piece(by) => match position.pieces[&by].1 {
                'L' => on_lines(rules, by, &STRAIGHT).contains(&square),
                'D' => on_lines(rules, by, &DIAGONAL).contains(&square),
                'P' => !touches(by, square),
                'E' => touches(by, square),
                _ => unreachable!(),
            },
        };
        if allowed {
            open.push(square);
        }
    }
    open
}

/// Every legal turn with the position after it.
pub(crate) fn turns(rules: &Rules, position: &str) -> BTreeMap<String, String> {
    let position = read_position(rules, position);
    let mut turns = BTreeMap::new();

    // MJ9: over exactly when the side to move has an empty hand.
    let mut kinds = hand(rules, &position, position.turn);
    if kinds.is_empty() {
        return turns;
    }
    // MJ7: the sheet wants a straight first.
    if position.limit == Limit::Start && rules.opening == "corner-straight" {
        kinds = vec!['L'];
    }

    for square in open_squares(rules, &position) {
        for &kind in &kinds {
            let mut next = position.clone();
            next.pieces.insert(square, (position.turn, kind));
            next.turn = position.turn.other();
            next.limit = Limit::Piece(square);
            let text = format!("{kind}{}", print_square(square));
            turns.insert(text, print_position(&next));
        }
    }

    // MJ8: who has pieces but no allowed square must pass; nobody may pass otherwise.
    if turns.is_empty() {
        let mut next = position.clone();
        next.turn = position.turn.other();
        next.limit = Limit::None;
        turns.insert("pass".to_string(), print_position(&next));
    }
    turns
}

pub(crate) fn outcome(rules: &Rules, position: &str) -> Option<String> {
    let (white, black) = score(rules, position);
    let position = read_position(rules, position);
    // MJ9: over exactly when the side to move has an empty hand.
    if !hand(rules, &position, position.turn).is_empty() {
        return None;
    }
    // MJ10: more points wins; equal points is a draw.
    let result = if white > black {
        Side::White.wins()
    } else if black > white {
        Side::Black.wins()
    } else {
        "1/2-1/2"
    };
    // MJ9: the last turn was a pass, or it was not.
    let reason = match position.limit {
        Limit::None => "both pass",
        _ => "last piece",
    };
    Some(format!("{result} {reason}"))
}

/// MJ10: the points of white and black.
pub(crate) fn score(rules: &Rules, position: &str) -> (u32, u32) {
    let position = read_position(rules, position);
    (
        points(&position, Side::White),
        points(&position, Side::Black),
    )
}

/// MJ10: along rows, columns and both diagonals every longest unbroken run of n ≥ 3 squares of
/// one colour is worth n − 2. Missing squares hold no piece, so they break a run, whatever
/// `gaps` says (MJ6).
fn points(position: &Position, side: Side) -> u32 {
    let mine =
        |square: Square| matches!(position.pieces.get(&square), Some(&(owner, _)) if owner == side);
    let mut points = 0;
    for &(column, row) in position.pieces.keys() {
        for (across, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            // A run is counted once, from its first square.
            if mine((column - across, row - up)) {
                continue;
            }
            let mut length = 0;
            while mine((column + length * across, row + length * up)) {
                length += 1;
            }
            if length >= 3 {
                points += length as u32 - 2;
            }
        }
    }
    points
}
