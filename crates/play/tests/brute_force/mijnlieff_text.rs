//! The text forms of Mijnlieff: setups and positions.

use super::text::{Side, Square, fields, list, print_square, read_side, read_square};
use std::collections::{BTreeMap, BTreeSet};

/// MJ3: straight (Ligne), Diagonal, pusher (Poussoir), puller (Extracteur).
const KINDS: [char; 4] = ['L', 'D', 'P', 'E'];

pub(crate) struct Rules {
    /// MJ1: the unit squares of the board.
    pub(crate) squares: BTreeSet<Square>,
    /// MJ2: how many sets are played together.
    pub(crate) sets: usize,
    /// MJ7: `corner-straight`, `edge`, `corner` or `anywhere`.
    pub(crate) opening: String,
    /// MJ6: `gaps=cross`, lines of play jump over missing squares.
    pub(crate) gaps_cross: bool,
}

/// What limits this turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Before the first move.
    Start,
    /// After a pass.
    None,
    /// The piece on this square, placed by the opponent just now.
    Piece(Square),
}

#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) pieces: BTreeMap<Square, (Side, char)>,
    pub(crate) turn: Side,
    pub(crate) limit: Limit,
}

// ---- Setup -------------------------------------------------------------------------------------

pub(crate) fn read_rules(options: &[&str]) -> Rules {
    let mut options_by_key = BTreeMap::new();
    for option in options {
        let (key, value) = option.split_once('=').expect("key=value");
        assert!(options_by_key.insert(key, value).is_none(), "{key:?} twice");
    }

    let board = options_by_key.remove("board").map(read_tiles);
    let sets: usize = match (options_by_key.remove("sets"), &board) {
        (Some(number), _) => number.parse().expect("a number of sets"),
        // Without `sets`, a board tells them by its tiles (MJ2: four tiles a set).
        (None, Some(tiles)) => tiles.len() / 4,
        (None, None) => 1,
    };
    assert!((1..=4).contains(&sets), "MJ2: one to four sets");

    let tiles = board.unwrap_or_else(|| default_tiles(sets));
    assert_eq!(tiles.len(), 4 * sets, "MJ2: n sets give 4n tiles");
    let squares = squares_of_tiles(&tiles);

    let opening = options_by_key
        .remove("opening")
        .unwrap_or("corner-straight");
    assert!(["corner-straight", "edge", "corner", "anywhere"].contains(&opening));
    let gaps = options_by_key.remove("gaps").unwrap_or("block");
    assert!(["block", "cross"].contains(&gaps));
    assert!(options_by_key.is_empty(), "unknown option");

    Rules {
        squares,
        sets,
        opening: opening.to_string(),
        gaps_cross: gaps == "cross",
    }
}

/// Reads `0.0/2.1/…`: the column.row of the lower-left square of each tile.
fn read_tiles(text: &str) -> Vec<Square> {
    let mut tiles = Vec::new();
    for tile in text.split('/') {
        let (column, row) = tile.split_once('.').expect("column.row");
        let number = |text: &str| text.parse().expect("a number");
        tiles.push((number(column), number(row)));
    }
    tiles
}

/// Without `board`: 1 set is 4×4, 2 are 8×4, 3 are 12×4, 4 are 8×8 (columns×rows).
fn default_tiles(sets: usize) -> Vec<Square> {
    let (columns, rows) = match sets {
        1 => (4, 4),
        2 => (8, 4),
        3 => (12, 4),
        4 => (8, 8),
        _ => unreachable!(),
    };
    let mut tiles = Vec::new();
    for column in (0..columns).step_by(2) {
        for row in (0..rows).step_by(2) {
            tiles.push((column, row));
        }
    }
    tiles
}

/// MJ1: tiles are 2×2, do not overlap, and hang together by sides or corners. The least column
/// and the least row become 0.
fn squares_of_tiles(tiles: &[Square]) -> BTreeSet<Square> {
    let least_column = tiles.iter().map(|tile| tile.0).min().expect("a tile");
    let least_row = tiles.iter().map(|tile| tile.1).min().expect("a tile");
    let mut squares = BTreeSet::new();
    for tile in tiles {
        for column in [0, 1] {
            for row in [0, 1] {
                let square = (tile.0 - least_column + column, tile.1 - least_row + row);
                assert!(squares.insert(square), "MJ1: tiles overlap");
            }
        }
    }

    let mut reached = BTreeSet::from([*squares.first().expect("a square")]);
    loop {
        let more: Vec<Square> = squares
            .iter()
            .copied()
            .filter(|&square| !reached.contains(&square))
            .filter(|&square| reached.iter().any(|&other| touches(square, other)))
            .collect();
        if more.is_empty() {
            break;
        }
        reached.extend(more);
    }
    assert!(reached == squares, "MJ1: the board is not connected");
    squares
}

/// MJ4: touching counts all eight neighbours.
pub(crate) fn touches(a: Square, b: Square) -> bool {
    a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

// ---- Position ----------------------------------------------------------------------------------

/// Reads a piece with its place: `La1`.
fn read_piece(rules: &Rules, text: &str) -> (char, Square) {
    let kind = text.chars().next().expect("a piece");
    assert!(KINDS.contains(&kind), "unknown piece in {text:?}");
    let square = read_square(&text[1..]);
    assert!(rules.squares.contains(&square), "{text:?} is off the board");
    (kind, square)
}

pub(crate) fn read_position(rules: &Rules, text: &str) -> Position {
    let fields = fields(text, &["w", "b", "turn", "limit"]);
    let turn = read_side(fields["turn"]);

    let mut pieces = BTreeMap::new();
    for side in [Side::White, Side::Black] {
        for piece in list(fields[side.letter()]) {
            let (kind, square) = read_piece(rules, piece);
            let before = pieces.insert(square, (side, kind));
            assert!(before.is_none(), "a place twice");
        }
    }

    let limit = match fields["limit"] {
        "start" => {
            assert!(pieces.is_empty() && turn == Side::White, "not the start");
            Limit::Start
        }
        "none" => Limit::None,
        piece => {
            let (kind, square) = read_piece(rules, piece);
            let owner_and_kind = pieces.get(&square).copied();
            assert_eq!(owner_and_kind, Some((turn.other(), kind)), "bad limit");
            Limit::Piece(square)
        }
    };

    let position = Position {
        pieces,
        turn,
        limit,
    };
    // The hands follow from the pieces placed; counting them also checks them.
    let others_hand = hand(rules, &position, turn.other());
    hand(rules, &position, turn);
    // MJ8: only who has pieces can have passed.
    assert!(limit != Limit::None || !others_hand.is_empty(), "bad limit");
    position
}

pub(crate) fn print_position(position: &Position) -> String {
    let print_piece = |square: Square| {
        let (_, kind) = position.pieces[&square];
        format!("{kind}{}", print_square(square))
    };
    let print_side = |side: Side| {
        let mut names = Vec::new();
        for (&square, &(owner, _)) in &position.pieces {
            if owner == side {
                names.push(print_piece(square));
            }
        }
        names.join(",")
    };
    format!(
        "w={};b={};turn={};limit={}",
        print_side(Side::White),
        print_side(Side::Black),
        position.turn.letter(),
        match position.limit {
            Limit::Start => "start".to_string(),
            Limit::None => "none".to_string(),
            Limit::Piece(square) => print_piece(square),
        }
    )
}

/// The kinds of piece that a side still holds. MJ3: two of each kind per set.
pub(crate) fn hand(rules: &Rules, position: &Position, side: Side) -> Vec<char> {
    let mut hand = Vec::new();
    for kind in KINDS {
        let placed = position
            .pieces
            .values()
            .filter(|&&piece| piece == (side, kind))
            .count();
        assert!(placed <= 2 * rules.sets, "more pieces than exist");
        if placed < 2 * rules.sets {
            hand.push(kind);
        }
    }
    hand
}
