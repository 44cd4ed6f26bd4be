//! The mill family, rule by rule.

use super::moulin_text::{
    Flight, POINTS, Point, Position, Rules, Take, hand, has_flight, on_board, print_position,
    read_position,
};
use super::text::Side;
use std::collections::{BTreeMap, BTreeSet};

/// The 16 lines of three, each from one end to the other.
const LINES: [[Point; 3]; 16] = [
    // Rows, from the top.
    ["a7", "d7", "g7"],
    ["b6", "d6", "f6"],
    ["c5", "d5", "e5"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c3", "d3", "e3"],
    ["b2", "d2", "f2"],
    ["a1", "d1", "g1"],
    // Columns, from the left.
    ["a1", "a4", "a7"],
    ["b2", "b4", "b6"],
    ["c3", "c4", "c5"],
    ["d1", "d2", "d3"],
    ["d5", "d6", "d7"],
    ["e3", "e4", "e5"],
    ["f2", "f4", "f6"],
    ["g1", "g4", "g7"],
];

/// ML2: next to each other on a line.
fn neighbours(a: Point, b: Point) -> bool {
    LINES.iter().any(|&[first, middle, last]| {
        [
            (first, middle),
            (middle, first),
            (middle, last),
            (last, middle),
        ]
        .contains(&(a, b))
    })
}

/// ML3: how many lines through this stone hold three stones of its colour.
fn mills_through(position: &Position, point: Point) -> usize {
    let owner = position.stones[point];
    LINES
        .iter()
        .filter(|line| line.contains(&point))
        .filter(|line| {
            line.iter()
                .all(|on_line| position.stones.get(on_line) == Some(&owner))
        })
        .count()
}

/// ML4: the stones of `victim` that may be taken from the board as it stands.
fn takeable(rules: &Rules, position: &Position, victim: Side) -> Vec<Point> {
    let all = on_board(position, victim);
    let mut outside = all.clone();
    outside.retain(|&point| mills_through(position, point) == 0);
    match rules.take {
        Take::Any => all,
        // If all are in mills, none is taken.
        Take::Outside => outside,
        // None in a mill, unless all are in mills: then any.
        Take::OutsideOrAll if outside.is_empty() => all,
        Take::OutsideOrAll => outside,
    }
}

/// Completes turns: `landed` is the point where the mover's stone has just been put, on a board
/// it has already left at its old point. Adds every way to take stones, and hands the turn over.
fn finish(
    rules: &Rules,
    moved: &Position,
    landed: Point,
    text: &str,
    turns: &mut BTreeMap<String, String>,
) {
    let victim = moved.turn.other();
    // ML3, ML5: each completed mill captures at once, in both phases, reopened or not.
    let steps = match mills_through(moved, landed) {
        0 => 0,
        1 => 1,
        _ => rules.double,
    };

    // The sets of stones taken: after no step only the empty set, then one more stone each step.
    let mut taken_sets: BTreeSet<BTreeSet<Point>> = BTreeSet::from([BTreeSet::new()]);
    for _ in 0..steps {
        let mut longer_sets = BTreeSet::new();
        for taken in taken_sets {
            let board = without(moved, &taken);
            let choices = takeable(rules, &board, victim);
            if choices.is_empty() {
                // Nothing may be taken: this step takes nothing.
                longer_sets.insert(taken.clone());
            }
            for choice in choices {
                let mut longer = taken.clone();
                longer.insert(choice);
                longer_sets.insert(longer);
            }
        }
        taken_sets = longer_sets;
    }

    for taken in taken_sets {
        let mut text = text.to_string();
        for point in &taken {
            text = format!("{text}x{point}");
        }
        let mut next = without(moved, &taken);
        next.turn = victim;
        turns.insert(text, print_position(rules, &next));
    }
}

fn without(position: &Position, taken: &BTreeSet<Point>) -> Position {
    let mut board = position.clone();
    board.stones.retain(|point, _| !taken.contains(point));
    board
}

/// Placements, slides and flights of the side to move; ends of the game are not looked at.
fn stone_turns(rules: &Rules, position: &Position) -> BTreeMap<String, String> {
    let mut turns = BTreeMap::new();
    let mover = position.turn;
    let mut free = POINTS.to_vec();
    free.retain(|point| !position.stones.contains_key(point));

    // ML1: one stone a turn on any free point, and none moves until all are placed.
    if hand(position, mover) > 0 {
        for to in free {
            let mut moved = position.clone();
            moved.stones.insert(to, mover);
            match mover {
                Side::White => moved.white_hand -= 1,
                Side::Black => moved.black_hand -= 1,
            }
            finish(rules, &moved, to, to, &mut turns);
        }
        return turns;
    }

    let own = on_board(position, mover);
    // ML6: flying, in the moving phase only.
    let may_fly = match rules.flight {
        Flight::Never => false,
        Flight::With(most) => own.len() <= most,
        Flight::Once(most) => own.len() <= most && has_flight(position, mover),
    };
    for from in own {
        for &to in &free {
            let near = neighbours(from, to);
            // ML2: along a line to the next free point.
            if !near && !may_fly {
                continue;
            }
            let mut moved = position.clone();
            moved.stones.remove(from);
            moved.stones.insert(to, mover);
            // ML6: moving to a neighbouring point never uses the flight up.
            if !near {
                match mover {
                    Side::White => moved.white_flight = false,
                    Side::Black => moved.black_flight = false,
                }
            }
            finish(rules, &moved, to, &format!("{from}-{to}"), &mut turns);
        }
    }
    turns
}

/// ML7: the side that has lost by having fewer than three stones, those in hand included.
fn loser_with_two(position: &Position) -> Option<Side> {
    [position.turn, position.turn.other()]
        .into_iter()
        .find(|&side| on_board(position, side).len() + hand(position, side) < 3)
}

/// Every legal turn with the position after it.
pub(crate) fn turns(rules: &Rules, position: &str) -> BTreeMap<String, String> {
    let position = read_position(rules, position);
    if loser_with_two(&position).is_some() {
        return BTreeMap::new();
    }
    let mut turns = stone_turns(rules, &position);
    // ML8: who is unable to move has lost, or passes with `stuck=pass`.
    if turns.is_empty() && rules.stuck_passes {
        let mut next = position.clone();
        next.turn = position.turn.other();
        turns.insert("pass".to_string(), print_position(rules, &next));
    }
    turns
}

pub(crate) fn outcome(rules: &Rules, position: &str) -> Option<String> {
    let position = read_position(rules, position);
    if let Some(loser) = loser_with_two(&position) {
        return Some(format!("{} two stones", loser.other().wins()));
    }
    if stone_turns(rules, &position).is_empty() && !rules.stuck_passes {
        return Some(format!("{} stuck", position.turn.other().wins()));
    }
    None
}
