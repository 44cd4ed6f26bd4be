//! A rule set is data (ML10): overrides of a sheet, and variants that are no sheet.

use game::{Game, Notation, conformance};
use moulin::{BARREAU, Board, CLASSIQUE, Flight, Moulin, Rules};

#[test]
fn ml10_every_rule_set_keeps_what_a_game_promises() {
    for sheet in ["classique", "envol", "barreau"] {
        for overrides in [
            "",
            ",double=2",
            ",stuck=pass",
            ",flight=6",
            ",flight=once-7",
        ] {
            let moulin = Moulin::from_options(&format!("{sheet}{overrides}")).unwrap();
            conformance::check_with_text(&moulin, 5, 10);
        }
    }
}

/// Twelve stones, and the corners of the three squares joined by lines too.
#[rustfmt::skip]
static TWELVE_BOARD: Board = Board::new(
    &[
        (0, 6), (3, 6), (6, 6), (6, 3), (6, 0), (3, 0), (0, 0), (0, 3),
        (1, 5), (3, 5), (5, 5), (5, 3), (5, 1), (3, 1), (1, 1), (1, 3),
        (2, 4), (3, 4), (4, 4), (4, 3), (4, 2), (3, 2), (2, 2), (2, 3),
    ],
    &[
        [0, 1, 2], [2, 3, 4], [4, 5, 6], [6, 7, 0],
        [8, 9, 10], [10, 11, 12], [12, 13, 14], [14, 15, 8],
        [16, 17, 18], [18, 19, 20], [20, 21, 22], [22, 23, 16],
        [1, 9, 17], [3, 11, 19], [5, 13, 21], [7, 15, 23],
        [0, 8, 16], [2, 10, 18], [4, 12, 20], [6, 14, 22],
    ],
);

const TWELVE: Rules = Rules {
    board: &TWELVE_BOARD,
    stones: 12,
    ..CLASSIQUE
};

/// Two squares, the middles of their sides joined by steps that are no lines; six stones.
#[rustfmt::skip]
static SIX_BOARD: Board = Board::new(
    &[
        (0, 4), (2, 4), (4, 4), (4, 2), (4, 0), (2, 0), (0, 0), (0, 2),
        (1, 3), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1), (1, 1), (1, 2),
    ],
    &[
        [0, 1, 2], [2, 3, 4], [4, 5, 6], [6, 7, 0],
        [8, 9, 10], [10, 11, 12], [12, 13, 14], [14, 15, 8],
    ],
)
.joined(&[[1, 9], [3, 11], [5, 13], [7, 15]]);

const SIX: Rules = Rules {
    board: &SIX_BOARD,
    stones: 6,
    flight: Flight::Never,
    ..CLASSIQUE
};

/// A square of nine points with three stones each.
#[rustfmt::skip]
static THREE_BOARD: Board = Board::new(
    &[
        (0, 0), (1, 0), (2, 0),
        (0, 1), (1, 1), (2, 1),
        (0, 2), (1, 2), (2, 2),
    ],
    &[[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]],
);

const THREE: Rules = Rules {
    board: &THREE_BOARD,
    stones: 3,
    ..BARREAU
};

/// A variant that is no sheet keeps what every game promises, and its board has this many
/// symmetries.
#[track_caller]
fn check_variant(rules: Rules, symmetries: usize) {
    conformance::check_with_text(&Moulin::new(rules), 50, 12);
    assert_eq!(rules.board.symmetries().len(), symmetries);
}

#[test]
fn ml10_twelve_mens_morris_is_a_constant() {
    check_variant(TWELVE, 16);
    let moulin = Moulin::new(TWELVE);
    // A corner closes three lines at once and still takes one.
    let position = "w=a4,a7,b2,c3,d1,g1;b=d5,e4;hand=6,6;turn=w";
    let position = moulin.read_position(position).unwrap();
    let closing = moulin.moves(&position).into_iter();
    let closing: Vec<String> = closing
        .map(|played| moulin.move_text(played))
        .filter(|text| text.starts_with("a1"))
        .collect();
    assert_eq!(closing, ["a1xd5", "a1xe4"]);
}

#[test]
fn ml10_twelve_mens_morris_can_fill_its_board() {
    let moulin = Moulin::new(TWELVE);
    let full = "w=a1,a4,b2,b4,c5,d1,d6,e3,e4,f2,f4,g7;b=a7,b6,c3,c4,d2,d3,d5,d7,e5,f6,g1,g4;\
                hand=0,0;turn=w";
    let full = moulin.read_position(full).unwrap();
    let outcome = moulin.outcome(&full).unwrap();
    assert_eq!(outcome.to_string(), "0-1 stuck");
}

#[test]
fn ml10_six_mens_morris_is_a_constant() {
    check_variant(SIX, 16);
    let moulin = Moulin::new(SIX);
    // The steps between the squares: c2-c1 closes the outer mill, c1 and c2 lie on no common line.
    let position = "w=a1,c2,e1;b=a5,b4,d4;hand=0,0;turn=w";
    let position = moulin.read_position(position).unwrap();
    let moves = moulin.moves(&position).into_iter();
    let mut texts: Vec<String> = moves.map(|played| moulin.move_text(played)).collect();
    texts.sort();
    assert_eq!(
        texts.join(" "),
        "a1-a3 a1-c1 c2-b2 c2-c1xa5 c2-c1xb4 c2-c1xd4 c2-d2 e1-c1 e1-e3"
    );
}

#[test]
fn ml10_three_mens_morris_is_a_constant() {
    check_variant(THREE, 8);
    let moulin = Moulin::new(THREE);
    let position = moulin
        .read_position("w=a1,b1,c2;b=a3,b3,b2;hand=0,0;turn=w")
        .unwrap();
    let played = moulin.read_move(&position, "c2-c1xb2").unwrap();
    let outcome = moulin.outcome(&moulin.play(&position, played)).unwrap();
    assert_eq!(outcome.to_string(), "1-0 two stones");
}
