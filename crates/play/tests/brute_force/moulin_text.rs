//! The text forms of the mill family: setups and positions.

use super::text::{Side, fields, list, read_side};
use std::collections::{BTreeMap, BTreeSet};

/// A point by its name. All names are a letter and a digit, so that text order is the order by
/// column, then row.
pub(crate) type Point = &'static str;

/// Nine stones each.
const STONES: usize = 9;

/// The 24 points.
pub(crate) const POINTS: [Point; 24] = [
    "a1", "a4", "a7", "b2", "b4", "b6", "c3", "c4", "c5", "d1", "d2", "d3", //
    "d5", "d6", "d7", "e3", "e4", "e5", "f2", "f4", "f6", "g1", "g4", "g7",
];

/// ML4: what may be taken.
#[derive(Clone, Copy)]
pub(crate) enum Take {
    Any,
    Outside,
    OutsideOrAll,
}

/// ML6: flying.
#[derive(Clone, Copy)]
pub(crate) enum Flight {
    Never,
    /// Always, with so many stones or fewer.
    With(usize),
    /// Once in the game, with so many stones or fewer.
    Once(usize),
}

/// ML10: a rule set is data.
pub(crate) struct Rules {
    pub(crate) take: Take,
    pub(crate) flight: Flight,
    /// ML3: how many stones are taken when two lines are completed at once.
    pub(crate) double: usize,
    /// ML8: who is unable to move passes instead of losing.
    pub(crate) stuck_passes: bool,
}

#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) stones: BTreeMap<Point, Side>,
    pub(crate) white_hand: usize,
    pub(crate) black_hand: usize,
    pub(crate) turn: Side,
    /// ML6: who has not used the one flight yet. Means nothing under other flight rules.
    pub(crate) white_flight: bool,
    pub(crate) black_flight: bool,
}

// ---- Setup -------------------------------------------------------------------------------------

/// The first word is the rule set, further keys override single rules.
pub(crate) fn read_rules(options: &[&str]) -> Rules {
    let (take, flight) = match options[0] {
        "envol" => (Take::Any, Flight::Once(4)),
        "classique" => (Take::OutsideOrAll, Flight::With(3)),
        "barreau" => (Take::Outside, Flight::Never),
        name => panic!("unknown rule set {name:?}"),
    };
    let mut rules = Rules {
        take,
        flight,
        double: 1,
        stuck_passes: false,
    };
    let mut seen = BTreeSet::new();
    for option in &options[1..] {
        let (key, value) = option.split_once('=').expect("key=value");
        assert!(seen.insert(key), "{key:?} twice");
        match (key, value) {
            ("take", "any") => rules.take = Take::Any,
            ("take", "outside") => rules.take = Take::Outside,
            ("take", "outside-or-all") => rules.take = Take::OutsideOrAll,
            ("flight", "never") => rules.flight = Flight::Never,
            ("flight", value) => {
                rules.flight = match value.strip_prefix("once-") {
                    Some(number) => Flight::Once(number.parse().expect("a number")),
                    None => Flight::With(value.parse().expect("a number")),
                }
            }
            ("double", "1") => rules.double = 1,
            ("double", "2") => rules.double = 2,
            ("stuck", "lose") => rules.stuck_passes = false,
            ("stuck", "pass") => rules.stuck_passes = true,
            _ => panic!("unknown option {option:?}"),
        }
    }
    rules
}

// ---- Position ----------------------------------------------------------------------------------

pub(crate) fn read_position(rules: &Rules, text: &str) -> Position {
    let fields = fields(text, &["w", "b", "hand", "turn", "flight"]);
    let turn = read_side(fields["turn"]);

    let mut stones = BTreeMap::new();
    for side in [Side::White, Side::Black] {
        for name in list(fields[side.letter()]) {
            let point = POINTS.into_iter().find(|&point| point == name);
            let point = point.unwrap_or_else(|| panic!("{name:?} is not a point"));
            assert!(stones.insert(point, side).is_none(), "{point} twice");
        }
    }

    let (white_hand, black_hand) = fields["hand"].split_once(',').expect("two hands");
    let white_hand: usize = white_hand.parse().expect("a number");
    let black_hand: usize = black_hand.parse().expect("a number");
    let hands_fit = match turn {
        Side::White => white_hand == black_hand,
        Side::Black => black_hand == white_hand + 1 || (white_hand == 0 && black_hand == 0),
    };
    assert!(hands_fit, "hands do not fit the turn");

    // Absent means that both still have it.
    let (white_flight, black_flight) = match fields.get("flight").copied() {
        None | Some("wb") => (true, true),
        Some("w") => (true, false),
        Some("b") => (false, true),
        Some("-") => (false, false),
        Some(other) => panic!("bad flight {other:?}"),
    };

    let position = Position {
        stones,
        white_hand,
        black_hand,
        turn,
        white_flight,
        black_flight,
    };
    for side in [Side::White, Side::Black] {
        let total = on_board(&position, side).len() + hand(&position, side);
        assert!(total <= STONES, "more stones than exist");
        match rules.flight {
            Flight::Once(most) => assert!(
                has_flight(&position, side) || total <= most,
                "cannot have flown with so many stones"
            ),
            _ => assert!(!fields.contains_key("flight"), "no flight once here"),
        }
    }
    position
}

pub(crate) fn print_position(rules: &Rules, position: &Position) -> String {
    let mut text = format!(
        "w={};b={};hand={},{};turn={}",
        on_board(position, Side::White).join(","),
        on_board(position, Side::Black).join(","),
        position.white_hand,
        position.black_hand,
        position.turn.letter(),
    );
    // Printed exactly where a rule set grants a flight once.
    if let Flight::Once(_) = rules.flight {
        text += match (position.white_flight, position.black_flight) {
            (true, true) => ";flight=wb",
            (true, false) => ";flight=w",
            (false, true) => ";flight=b",
            (false, false) => ";flight=-",
        };
    }
    text
}

pub(crate) fn on_board(position: &Position, side: Side) -> Vec<Point> {
    let mut points = Vec::new();
    for (&point, &owner) in &position.stones {
        if owner == side {
            points.push(point);
        }
    }
    points
}

pub(crate) fn hand(position: &Position, side: Side) -> usize {
    match side {
        Side::White => position.white_hand,
        Side::Black => position.black_hand,
    }
}

pub(crate) fn has_flight(position: &Position, side: Side) -> bool {
    match side {
        Side::White => position.white_flight,
        Side::Black => position.black_flight,
    }
}
