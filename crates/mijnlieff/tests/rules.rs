//! Each rule of Mijnlieff, through the text forms. A test is named after the rule's id in
//! `docs/rules/`.

mod check;

use check::{RING, START, allows, at, ends, goes_on, opens, plays, read, refuses, scores, turns};
use game::{Game, Notation, Side, conformance};
use mijnlieff::rule::{MJ3, MJ4, MJ6, MJ7, MJ8, MJ9};
use mijnlieff::{Illegal, Kind, Mijnlieff, Opening};

/// Four tiles, each half a tile above the one to its left.
const STAIRS: &str = "board=0.0/2.1/4.2/6.3";
/// Four tiles that meet corner to corner.
const CORNERS: &str = "board=0.0/2.2/4.4/6.6";

/// The kinds and squares of the turns with any piece in hand on each of these squares.
fn any_piece(squares: &str) -> String {
    let squares: Vec<&str> = squares.split(' ').collect();
    let mut texts: Vec<String> = Vec::new();
    for kind in ["D", "E", "L", "P"] {
        texts.extend(squares.iter().map(|square| format!("{kind}{square}")));
    }
    texts.join(" ")
}

// ---- MJ1: the board ----

/// The board has exactly these squares.
#[track_caller]
fn has_squares(options: &str, expected: &str) {
    opens(&format!("{options},opening=anywhere"), START, expected);
}

#[test]
fn mj1_the_base_board_is_four_by_four() {
    let expected = "a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4";
    has_squares("sets=1", expected);
    has_squares("board=0.0/2.0/0.2/2.2", expected);
}

#[test]
fn mj1_tiles_may_be_shifted_by_half() {
    has_squares(STAIRS, "a1 a2 b1 b2 c2 c3 d2 d3 e3 e4 f3 f4 g4 g5 h4 h5");
}

#[test]
fn mj1_tiles_may_meet_at_corners_only() {
    has_squares(CORNERS, "a1 a2 b1 b2 c3 c4 d3 d4 e5 e6 f5 f6 g7 g8 h7 h8");
}

#[test]
fn mj1_a_board_may_enclose_a_hole() {
    has_squares(RING, "a3 a4 b1 b2 b3 b4 c1 c2 c4 c5 d2 d3 d4 d5 e2 e3");
}

// ---- MJ2: sets ----

#[track_caller]
fn has_size(options: &str, columns: i16, rows: i16, hand: u32) {
    let mijnlieff = Mijnlieff::from_options(options).expect(options);
    assert_eq!(mijnlieff.board().span(), (columns, rows), "{options}");
    let squares = mijnlieff.board().squares().count();
    assert_eq!(i32::from(columns) * i32::from(rows), squares as i32);
    let start = mijnlieff.start();
    for side in Side::BOTH {
        assert_eq!(start.hands().total(side), 4 * hand, "{options}");
        for kind in Kind::ALL {
            assert_eq!(start.hands().count(side, kind), hand, "{options}");
        }
    }
}

#[test]
fn mj2_one_to_four_sets() {
    has_size("", 4, 4, 2);
    has_size("sets=1", 4, 4, 2);
    has_size("sets=2", 8, 4, 4);
    has_size("sets=3", 12, 4, 6);
    has_size("sets=4", 8, 8, 8);
}

#[test]
fn mj2_the_tiles_tell_the_sets() {
    has_size("board=0.0/2.0/4.0/6.0/8.0/10.0/12.0/14.0", 16, 2, 4);
}

#[test]
fn mj2_any_number_of_sets_keeps_what_a_game_promises() {
    for sets in 1..=4 {
        let mijnlieff = Mijnlieff::from_options(&format!("sets={sets}")).unwrap();
        conformance::check_with_text(&mijnlieff, 20, sets);
    }
}

// ---- MJ3: pieces ----

#[test]
fn mj3_two_of_each_kind_a_set() {
    let position = "w=La1,La2,Da3;b=Pd4;turn=w;limit=none";
    let why = Illegal::NotInHand {
        kind: Kind::Straight,
    };
    refuses("", position, "Lc3", why, MJ3);
    plays(
        "",
        position,
        "Dc3",
        "w=La1,La2,Da3,Dc3;b=Pd4;turn=b;limit=Dc3",
    );
    // With two sets there are four.
    plays(
        "sets=2",
        position,
        "Lc3",
        "w=La1,La2,Da3,Lc3;b=Pd4;turn=b;limit=Lc3",
    );
}

#[test]
fn mj3_the_hand_is_what_can_be_placed() {
    let position = "w=La1,La2,Da3,Db1,Pb2,Pb3,Ec1;b=Pd4,Pd3,Ld1;turn=w;limit=Ld1";
    allows("", position, "Ed2");
}

// ---- MJ4: what a piece does ----

#[test]
fn mj4_each_kind_limits_the_next_turn() {
    for (kind, open) in [
        ('L', "a2 b1 b3 b4 c2 d2"),
        ('D', "a1 a3 c1 c3 d4"),
        ('P', "a4 b4 c4 d1 d2 d3 d4"),
        ('E', "a1 a2 a3 b1 b3 c1 c2 c3"),
    ] {
        let position = format!("w={kind}b2;b=;turn=b;limit={kind}b2");
        opens("", &position, open);
        allows("", &position, &any_piece(open));
    }
}

#[test]
fn mj4_the_same_for_a_piece_in_the_corner() {
    for (kind, open) in [
        ('L', "a1 a2 a3 b4 c4 d4"),
        ('D', "b3 c2 d1"),
        ('P', "a1 a2 b1 b2 c1 c2 c3 c4 d1 d2 d3 d4"),
        ('E', "a3 b3 b4"),
    ] {
        opens("", &format!("w={kind}a4;b=;turn=b;limit={kind}a4"), open);
    }
}

#[test]
fn mj4_only_the_last_piece_limits() {
    // White's own puller and black's older straight do not count.
    let position = "w=Ea1,Ld2;b=Lb3,Dc4;turn=w;limit=Dc4";
    opens("", position, "a2 d3");
}

#[test]
fn mj4_each_wrong_square_is_refused() {
    for (kind, letter, wrong) in [
        (Kind::Straight, 'L', "c3"),
        (Kind::Diagonal, 'D', "b3"),
        (Kind::Pusher, 'P', "c3"),
        (Kind::Puller, 'E', "d4"),
    ] {
        let position = format!("w={letter}b2;b=;turn=b;limit={letter}b2");
        let why = Illegal::Limited {
            square: at("", wrong),
            kind,
            by: at("", "b2"),
        };
        refuses("", &position, &format!("D{wrong}"), why, MJ4);
    }
}

#[test]
fn mj4_a_square_holds_one_piece() {
    let position = "w=La1;b=La2;turn=w;limit=La2";
    for name in ["a1", "a2"] {
        let why = Illegal::Occupied {
            square: at("", name),
        };
        refuses("", position, &format!("E{name}"), why, MJ4);
    }
}

// ---- MJ5: pieces do not block ----

#[test]
fn mj5_lines_run_through_pieces_of_either_side() {
    opens("", "w=La1,Lb1;b=Pa2,Db2;turn=b;limit=La1", "a3 a4 c1 d1");
    opens("", "w=Da1,Lb1;b=Pa2,Db2;turn=b;limit=Da1", "c3 d4");
    opens("", "w=Da1,Lb2;b=Pa2,Dc3;turn=b;limit=Da1", "d4");
    // The same where a line could go on beyond a hole.
    let position = "w=La3,Lb3;b=;turn=b;limit=La3";
    opens(&format!("{RING},gaps=cross"), position, "a4 d3 e3");
}

// ---- MJ6: gaps ----

#[test]
fn mj6_gaps_block_lines_of_play() {
    opens(RING, "w=La3;b=;turn=b;limit=La3", "a4 b3");
    opens(RING, "w=Lc1;b=;turn=b;limit=Lc1", "b1 c2");
    opens(RING, "w=Db2;b=;turn=b;limit=Db2", "a3 c1");
}

#[test]
fn mj6_cross_jumps_over_gaps() {
    let options = format!("{RING},gaps=cross");
    opens(&options, "w=La3;b=;turn=b;limit=La3", "a4 b3 d3 e3");
    opens(&options, "w=Lc1;b=;turn=b;limit=Lc1", "b1 c2 c4 c5");
    opens(&options, "w=Db2;b=;turn=b;limit=Db2", "a3 c1 d4");
}

#[test]
fn mj6_cross_jumps_over_several_missing_squares() {
    let block = "board=0.0/4.0/2.2/2.4";
    let cross = format!("{block},gaps=cross");
    let straight = "w=La1;b=;turn=b;limit=La1";
    opens(block, straight, "a2 b1");
    opens(&cross, straight, "a2 b1 e1 f1");
    let diagonal = "w=Da2;b=;turn=b;limit=Da2";
    opens(block, diagonal, "b1");
    opens(&cross, diagonal, "b1 c4 d5");
}

#[test]
fn mj6_touching_knows_nothing_of_gaps() {
    for gaps in ["block", "cross"] {
        let options = format!("{RING},gaps={gaps}");
        opens(&options, "w=Ea3;b=;turn=b;limit=Ea3", "a4 b2 b3 b4");
        let pusher = "w=Pb2;b=;turn=b;limit=Pb2";
        opens(&options, pusher, "a4 b4 c4 c5 d2 d3 d4 d5 e2 e3");
    }
}

#[test]
fn mj6_a_diagonal_goes_on_where_squares_meet_at_corners() {
    let position = "w=Db2;b=;turn=b;limit=Db2";
    opens(CORNERS, position, "a1 c3 d4 e5 f6 g7 h8");
    scores(CORNERS, "w=Lb2,Lc3,Dd4,De5;b=;turn=b;limit=De5", [2, 0]);
}

#[test]
fn mj6_lines_that_score_never_cross_gaps() {
    for gaps in ["block", "cross"] {
        let options = format!("{RING},gaps={gaps}");
        // Two on either side of the hole, in a row and on a diagonal.
        scores(&options, "w=La3,Lb3,Dd3,De3;b=;turn=b;limit=De3", [0, 0]);
        scores(&options, "w=Lb2,Ld4,Pc1;b=;turn=b;limit=Pc1", [0, 0]);
        scores(&options, "w=Lb1,Lb2,Db3,Db4;b=;turn=b;limit=Db4", [2, 0]);
    }
}

#[test]
fn mj6_the_refusal_tells_a_gap_from_a_wrong_line() {
    let position = "w=La3;b=;turn=b;limit=La3";
    let beyond = Illegal::BeyondGap {
        square: at(RING, "d3"),
        by: at(RING, "a3"),
    };
    refuses(RING, position, "Ed3", beyond, MJ6);
    let limited = Illegal::Limited {
        square: at(RING, "d4"),
        kind: Kind::Straight,
        by: at(RING, "a3"),
    };
    refuses(RING, position, "Ed4", limited, MJ4);
    let beyond = Illegal::BeyondGap {
        square: at(RING, "d4"),
        by: at(RING, "b2"),
    };
    let position = "w=Db2;b=;turn=b;limit=Db2";
    refuses(RING, position, "Ed4", beyond, MJ6);
}

// ---- MJ7: the first move ----

#[test]
fn mj7_corner_straight() {
    allows("", START, "La1 La4 Ld1 Ld4");
    refuses("", START, "Pa1", Illegal::OpeningKind, MJ7);
    let why = Illegal::OpeningSquare {
        square: at("", "b1"),
        opening: Opening::CornerStraight,
    };
    refuses("", START, "Lb1", why, MJ7);
}

#[test]
fn mj7_corner() {
    allows("opening=corner", START, &any_piece("a1 a4 d1 d4"));
    let why = Illegal::OpeningSquare {
        square: at("", "b1"),
        opening: Opening::Corner,
    };
    refuses("opening=corner", START, "Pb1", why, MJ7);
}

#[test]
fn mj7_edge() {
    let edge = "a1 a2 a3 a4 b1 b4 c1 c4 d1 d2 d3 d4";
    allows("opening=edge", START, &any_piece(edge));
    let why = Illegal::OpeningSquare {
        square: at("", "b2"),
        opening: Opening::Edge,
    };
    refuses("opening=edge", START, "Pb2", why, MJ7);
}

#[test]
fn mj7_anywhere() {
    assert_eq!(turns("opening=anywhere", START).len(), 64);
}

#[test]
fn mj7_white_starts_and_only_the_first_move_is_special() {
    plays("", START, "La1", "w=La1;b=;turn=b;limit=La1");
    allows(
        "",
        "w=La1;b=;turn=b;limit=La1",
        &any_piece("a2 a3 a4 b1 c1 d1"),
    );
}

#[test]
fn mj7_corners_and_edges_of_other_boards() {
    // On the stairs every square lacks a neighbour; corners lack one in both axes.
    opens(STAIRS, START, "a1 a2 b1 c3 d2 e4 f3 g5 h4 h5");
    let edge = format!("{STAIRS},opening=edge");
    opens(
        &edge,
        START,
        "a1 a2 b1 b2 c2 c3 d2 d3 e3 e4 f3 f4 g4 g5 h4 h5",
    );
    // The squares beside a hole lack a neighbour too.
    opens(RING, START, "a3 a4 b1 c1 c5 d5 e2 e3");
    let edge = format!("{RING},opening=edge");
    opens(
        &edge,
        START,
        "a3 a4 b1 b2 b3 b4 c1 c2 c4 c5 d2 d3 d4 d5 e2 e3",
    );
    // Tiles that meet at corners: every square is a corner.
    opens(
        CORNERS,
        START,
        "a1 a2 b1 b2 c3 c4 d3 d4 e5 e6 f5 f6 g7 g8 h7 h8",
    );
    // Only the 36 squares inside are no edge.
    assert_eq!(turns("sets=4,opening=edge", START).len(), 4 * (64 - 36));
}

// ---- MJ8: passing ----

/// White's puller on a1 leaves no square open.
const NO_SQUARE: &str = "w=Ea1;b=La2,Db2,Lb1;turn=b;limit=Ea1";

#[test]
fn mj8_who_has_no_square_must_pass() {
    allows("", NO_SQUARE, "pass");
    refuses("", NO_SQUARE, "Pd4", Illegal::MustPass, MJ8);
    plays(
        "",
        NO_SQUARE,
        "pass",
        "w=Ea1;b=La2,Lb1,Db2;turn=w;limit=none",
    );
}

#[test]
fn mj8_nobody_else_may_pass() {
    refuses("", START, "pass", Illegal::NoPass, MJ8);
    let position = "w=La1;b=;turn=b;limit=La1";
    refuses("", position, "pass", Illegal::NoPass, MJ8);
    let passed = "w=Ea1;b=La2,Lb1,Db2;turn=w;limit=none";
    refuses("", passed, "pass", Illegal::NoPass, MJ8);
}

#[test]
fn mj8_after_a_pass_every_empty_square_is_open() {
    opens(
        "",
        "w=Ea1;b=La2,Lb1,Db2;turn=w;limit=none",
        "a3 a4 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4",
    );
}

#[test]
fn mj8_the_passer_is_limited_as_usual_again() {
    let passed = "w=Ea1;b=La2,Lb1,Db2;turn=w;limit=none";
    let next = "w=Ea1,Dd1;b=La2,Lb1,Db2;turn=b;limit=Dd1";
    plays("", passed, "Dd1", next);
    opens("", next, "a4 b3 c2");
}

#[test]
fn mj8_who_passes_twice_leaves_every_square_open_twice() {
    // Black passes, white plays where black must pass again.
    let position = "w=Ea1;b=La2,Db2,Db3,Lb1,Pc2,Pd1;turn=b;limit=Ea1";
    let next = "w=Ea1,Da4;b=La2,Lb1,Db2,Db3,Pc2,Pd1;turn=w;limit=none";
    plays("", position, "pass Da4 pass", next);
    opens("", next, "a3 b4 c1 c3 c4 d2 d3 d4");
}

// ---- MJ9: the end ----

/// White has placed everything, black has a puller left.
const LAST_TURN: &str = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1,Lc2,Dc3,Dc4,Pd1,Pd2,Ed3;turn=b";

#[test]
fn mj9_the_other_has_one_more_turn_under_the_last_piece() {
    let position = format!("{LAST_TURN};limit=La4");
    goes_on("", &position);
    allows("", &position, "Ed4");
    refuses("", &position, "pass", Illegal::NoPass, MJ8);
}

#[test]
fn mj9_last_piece_when_that_turn_is_played() {
    let next = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1,Lc2,Dc3,Dc4,Pd1,Pd2,Ed3,Ed4;\
                turn=w;limit=Ed4";
    plays("", &format!("{LAST_TURN};limit=La4"), "Ed4", next);
    ends("", next, "1/2-1/2 last piece");
}

#[test]
fn mj9_both_pass_when_that_turn_is_a_pass() {
    let position = format!("{LAST_TURN};limit=Ea1");
    allows("", &position, "pass");
    refuses("", &position, "Ed4", Illegal::MustPass, MJ8);
    let next = LAST_TURN.replace("turn=b", "turn=w") + ";limit=none";
    plays("", &position, "pass", &next);
    ends("", &next, "1-0 both pass");
}

#[test]
fn mj9_pieces_may_be_left_in_hand() {
    // Black still has seven pieces, and the game is over all the same.
    let next = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1;turn=w;limit=Lc1";
    let before = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=;turn=b;limit=Pb4";
    plays("", before, "Lc1", next);
    ends("", next, "1-0 last piece");
}

#[test]
fn mj9_not_over_before_the_side_to_move_has_an_empty_hand() {
    // Black's hand is empty, but white is to move and has a piece.
    let position = "w=Lc1,Lc2,Dc3,Dc4,Pd1,Pd2,Ed3;b=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;\
                    turn=w;limit=La4";
    goes_on("", position);
    allows("", position, "Ed4");
}

#[test]
fn mj9_no_turn_after_the_end() {
    let over = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1;turn=w;limit=Lc1";
    let (mijnlieff, position) = read("", over);
    let outcome = mijnlieff.outcome(&position).unwrap();
    for turn in ["Ld4", "pass"] {
        refuses("", over, turn, Illegal::Over(outcome), MJ9);
    }
}

// ---- MJ10: the score ----

/// White's points with these pieces, black having one far away on the 12×4 board.
#[track_caller]
fn white_scores(pieces: &str, points: u32) {
    let position = format!("w={pieces};b=Ll4;turn=w;limit=Ll4");
    scores("sets=3", &position, [points, 0]);
}

/// So many pieces in the first row from `from`, of kinds that are in hand.
fn row(from: char, count: u8) -> String {
    let pieces = (0..count).map(|n| {
        let kind = ['L', 'D'][usize::from(n) / 6];
        format!("{kind}{}1", char::from(from as u8 + n))
    });
    pieces.collect::<Vec<_>>().join(",")
}

#[test]
fn mj10_a_run_of_n_is_worth_n_less_two() {
    for (length, points) in (0..=12).zip([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
        white_scores(&row('a', length), points);
    }
}

#[test]
fn mj10_runs_of_eight_in_every_direction() {
    let eight = |next: fn(u8) -> (u8, u8)| {
        let piece = |n: u8| {
            let (column, row) = next(n);
            format!("L{}{}", char::from(b'a' + column), row + 1)
        };
        let pieces: Vec<String> = (0..8).map(piece).collect();
        format!("w={};b=;turn=b;limit={}", pieces.join(","), pieces[0])
    };
    for position in [
        eight(|n| (n, 4)),
        eight(|n| (4, n)),
        eight(|n| (n, n)),
        eight(|n| (n, 7 - n)),
    ] {
        scores("sets=4", &position, [6, 0]);
    }
}

#[test]
fn mj10_columns_and_both_diagonals_count() {
    white_scores("La1,La2,La3", 1);
    white_scores("La1,La2,La3,La4", 2);
    white_scores("La1,Lb2,Lc3,Ld4", 2);
    white_scores("La4,Lb3,Lc2", 1);
}

#[test]
fn mj10_crossing_runs_all_count() {
    // a1 b1 c1, a1 a2 a3, a1 b2 c3 and a3 b2 c1.
    white_scores("La1,Lb1,Lc1,Ea2,Ea3,Eb2,Dc3", 4);
}

#[test]
fn mj10_an_empty_square_breaks_a_run() {
    white_scores("La1,Lb1,Lc1,De1,Df1,Dg1", 2);
    white_scores("La1,Lb1,De1,Df1", 0);
    white_scores("La1,Lb1,Dd1,De1,Df1", 1);
}

#[test]
fn mj10_an_enemy_piece_breaks_a_run() {
    let position = "w=La1,Lb1,Ld1,De1,Df1;b=Lc1;turn=w;limit=Lc1";
    scores("sets=2", position, [1, 0]);
}

#[test]
fn mj10_a_missing_square_breaks_a_run() {
    scores(RING, "w=La3,Lb3,Ed3;b=;turn=b;limit=Ed3", [0, 0]);
    // Beside the hole a column of four stands unbroken.
    scores(RING, "w=Lb1,Lb2,Eb3,Eb4;b=;turn=b;limit=Eb4", [2, 0]);
}

#[test]
fn mj10_runs_are_listed_whole_and_once() {
    let (mijnlieff, position) = read("", "w=La1,Lb1,Dc1,Dd1,Ea2,Ea3;b=;turn=b;limit=Ea3");
    let name = |square: &_| mijnlieff.board().name(*square);
    let runs = mijnlieff.board().runs(position.pieces(Side::White));
    let mut texts: Vec<String> = runs
        .iter()
        .map(|run| run.iter().map(name).collect::<Vec<_>>().join(" "))
        .collect();
    texts.sort();
    assert_eq!(texts, ["a1 a2 a3", "a1 b1 c1 d1"]);
}

#[test]
fn mj10_more_points_win_and_equal_points_draw() {
    let over = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1,Lc2,Dc3,Dc4,Pd1,Pd2,Ed3,Ed4";
    scores("", &format!("{over};turn=w;limit=Ed4"), [4, 4]);
    ends(
        "",
        &format!("{over};turn=w;limit=Ed4"),
        "1/2-1/2 last piece",
    );
    let white = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1;turn=w;limit=Lc1";
    ends("", white, "1-0 last piece");
    let black = "w=Lc1;b=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;turn=b;limit=Lc1";
    ends("", black, "0-1 last piece");
}

// ---- MJ11: the sheet's example ----

/// The published example game: each turn, and the squares it leaves open.
const EXAMPLE: [(&str, &str); 15] = [
    ("La1", "a2 a3 a4 b1 c1 d1"),
    ("Ea3", "a2 a4 b2 b3 b4"),
    ("La2", "a4 b2 c2 d2"),
    ("Pa4", "b1 b2 c1 c2 c3 c4 d1 d2 d3 d4"),
    ("Eb2", "b1 b3 c1 c2 c3"),
    ("Lc2", "c1 c3 c4 d2"),
    ("Pc3", "b1 c1 d1"),
    ("Dc1", "d2"),
    ("Ed2", "d1 d3"),
    ("Ld3", "b3 d1 d4"),
    ("Dd4", ""),
    ("pass", "b1 b3 b4 c4 d1"),
    ("Db4", ""),
    ("pass", "b1 b3 c4 d1"),
    ("Pb3", "b1 d1"),
];

/// After black's last turn, Pb1.
const EXAMPLE_END: &str =
    "w=La1,La2,Eb2,Pb3,Db4,Pc3,Ed2,Dd4;b=Ea3,Pa4,Pb1,Dc1,Lc2,Ld3;turn=w;limit=Pb1";

#[test]
fn mj11_the_example_game_with_its_open_squares() {
    for options in ["", "opening=corner", "opening=edge", "opening=anywhere"] {
        let mut position = START.to_owned();
        for (turn, open) in EXAMPLE {
            goes_on(options, &position);
            let (mijnlieff, read) = read(options, &position);
            let played = mijnlieff.read_move(&read, turn).unwrap();
            position = mijnlieff.position_text(&mijnlieff.play(&read, played));
            opens(options, &position, open);
        }
        plays(options, &position, "Pb1", EXAMPLE_END);
        ends(options, EXAMPLE_END, "1-0 last piece");
        scores(options, EXAMPLE_END, [4, 1]);
    }
}

#[test]
fn mj11_one_line_of_four_and_two_of_three_against_one_of_three() {
    let (mijnlieff, end) = read("", EXAMPLE_END);
    let lengths = |side| {
        let runs = mijnlieff.board().runs(end.pieces(side)).into_iter();
        let mut lengths: Vec<usize> = runs.map(|run| run.len()).collect();
        lengths.sort_unstable();
        lengths
    };
    assert_eq!(lengths(Side::White), [3, 3, 4]);
    assert_eq!(lengths(Side::Black), [3]);
    // Black still holds a diagonal and a puller.
    let left = Kind::ALL.map(|kind| end.hands().count(Side::Black, kind));
    assert_eq!(left, [0, 1, 0, 1]);
}
