//! What the texts of setups, boards, positions and moves may be, and why others are refused.

use std::fmt::Debug;

use game::{Excerpt, FieldError, Game, Notation, Side};
use mijnlieff::{
    Cell, KEYS, Kind, Layout, LayoutError, Mijnlieff, MoveError, PositionError, SetupError,
};

#[track_caller]
fn mijnlieff(options: &str) -> Mijnlieff {
    Mijnlieff::from_options(options).expect(options)
}

/// Both texts are read as the same setup, which prints as the second.
#[track_caller]
fn prints_setup(options: &str, printed: &str) {
    assert_eq!(mijnlieff(options).setup_text(), printed, "{options}");
    let (_, again) = printed.split_once(':').unwrap_or_default();
    assert_eq!(mijnlieff(again), mijnlieff(options), "{printed}");
}

/// The text is read as a position, which prints as the second.
#[track_caller]
fn prints_position(options: &str, text: &str, printed: &str) {
    let mijnlieff = mijnlieff(options);
    let position = mijnlieff.read_position(text).expect(text);
    assert_eq!(mijnlieff.position_text(&position), printed);
    assert_eq!(mijnlieff.read_position(printed), Ok(position));
}

/// The text is read as a move, which prints as the second.
#[track_caller]
fn prints_move(position: &str, text: &str, printed: &str) {
    let mijnlieff = mijnlieff("");
    let position = mijnlieff.read_position(position).expect(position);
    let played = mijnlieff.read_move(&position, text).expect(text);
    assert_eq!(mijnlieff.move_text(played), printed);
}

#[track_caller]
fn refuses<T: Debug + PartialEq, E: Debug + PartialEq>(read: Result<T, E>, expected: E) {
    assert_eq!(read, Err(expected));
}

#[track_caller]
fn refuses_setup(options: &str, expected: SetupError) {
    refuses(Mijnlieff::from_options(options), expected);
}

#[track_caller]
fn refuses_board(text: &str, expected: LayoutError) {
    refuses(Layout::read(text), expected.clone());
    refuses_setup(&format!("board={text}"), SetupError::Layout(expected));
}

#[track_caller]
fn refuses_position(text: &str, expected: PositionError) {
    refuses(mijnlieff("").read_position(text), expected);
}

#[track_caller]
fn refuses_move(text: &str, expected: MoveError) {
    let mijnlieff = mijnlieff("");
    refuses(mijnlieff.read_move(&mijnlieff.start(), text), expected);
}

// ---- Setups ----

#[test]
fn setup_prints_only_what_differs_from_the_default() {
    prints_setup("", "mijnlieff");
    prints_setup("sets=1,opening=corner-straight,gaps=block", "mijnlieff");
    prints_setup("Opening = EDGE", "mijnlieff:opening=edge");
    prints_setup("opening=corner", "mijnlieff:opening=corner");
    prints_setup(
        "gaps=cross,opening=anywhere,sets=3",
        "mijnlieff:sets=3,opening=anywhere,gaps=cross",
    );
}

#[test]
fn setup_prints_a_standard_board_by_its_sets() {
    prints_setup("board=0.0/2.0/0.2/2.2", "mijnlieff");
    prints_setup(
        "sets=2,board=0.0/2.0/4.0/6.0/0.2/2.2/4.2/6.2",
        "mijnlieff:sets=2",
    );
    // The same squares the other way round are another board.
    prints_setup(
        "board=0.0/2.0/0.2/2.2/0.4/2.4/0.6/2.6",
        "mijnlieff:board=0.0/2.0/0.2/2.2/0.4/2.4/0.6/2.6",
    );
}

#[test]
fn setup_refuses_left_over_text() {
    let no_equals = |part| {
        SetupError::Field(FieldError::NoEquals {
            part: Excerpt::of(part),
        })
    };
    refuses_setup("edge", no_equals("edge"));
    refuses_setup("opening=edge,", no_equals(""));
    let unknown = FieldError::Unknown {
        key: Excerpt::of("pieces"),
        known: KEYS,
    };
    refuses_setup("pieces=8", SetupError::Field(unknown));
    let twice = FieldError::Twice { key: "gaps" };
    refuses_setup("gaps=block,gaps=cross", SetupError::Field(twice));
}

#[test]
fn setup_refuses_a_value_the_key_cannot_have() {
    for (key, value, expected) in [
        (
            "opening",
            "middle",
            "corner-straight, edge, corner, anywhere",
        ),
        ("opening", "", "corner-straight, edge, corner, anywhere"),
        ("gaps", "jump", "block, cross"),
    ] {
        let error = SetupError::Value {
            key,
            value: Excerpt::of(value),
            expected,
        };
        refuses_setup(&format!("{key}={value}"), error);
    }
}

#[test]
fn mj2_no_sets_and_more_than_four_are_refused() {
    for value in ["0", "5", "9", "10", "-1", "+1", "01", "two", ""] {
        let error = SetupError::Sets {
            value: Excerpt::of(value),
        };
        refuses_setup(&format!("sets={value}"), error);
    }
}

#[test]
fn mj2_sets_that_contradict_the_board_are_refused() {
    let error = SetupError::SetsAndBoard { sets: 2, tiles: 4 };
    refuses_setup("sets=2,board=0.0/2.0/0.2/2.2", error);
}

// ---- Boards ----

#[test]
fn board_prints_tiles_by_row_then_column_from_zero_and_never_turned() {
    for (text, printed) in [
        ("7.9/5.7/5.9/7.7", "0.0/2.0/0.2/2.2"),
        ("-1.0/1.0/1.2/-1.2", "0.0/2.0/0.2/2.2"),
        (" 6.3 / 4.2/2.1/0.0", "0.0/2.1/4.2/6.3"),
        ("0.3/2.2/4.1/6.0", "6.0/4.1/2.2/0.3"),
        ("1.0/3.1/2.3/0.2", "1.0/3.1/0.2/2.3"),
    ] {
        let layout = Layout::read(text).unwrap();
        assert_eq!(layout.to_string(), printed);
        assert_eq!(Layout::read(printed), Ok(layout));
    }
}

#[test]
fn mj1_what_is_no_tile_is_refused() {
    for (text, part) in [
        ("", ""),
        ("0.0/2.0/0.2/", ""),
        ("0.0/2.0/0.2/2", "2"),
        ("0.0/2.0/0.2/2.2.2", "2.2.2"),
        ("0.0/2.0/0.2/+2.2", "+2.2"),
        ("0.0/2.0/0.2/a.b", "a.b"),
        ("0.0/2.0/0.2/99999.2", "99999.2"),
        ("0.0/2.0/0.2/--2.2", "--2.2"),
    ] {
        let error = LayoutError::Tile {
            text: Excerpt::of(part),
        };
        refuses_board(text, error);
    }
}

#[test]
fn mj1_a_tile_far_away_is_refused() {
    for number in ["32767", "-32768", "32768", "-99999999999"] {
        let tile = format!("{number}.0");
        let error = LayoutError::Tile {
            text: Excerpt::of(&tile),
        };
        refuses_board(&format!("{tile}/0.0/2.0/0.2"), error);
    }
}

#[test]
fn mj2_a_number_of_tiles_that_is_no_set_is_refused() {
    for tiles in [1, 3, 5, 17, 20, 1000] {
        let places: Vec<String> = (0..tiles).map(|n| format!("{}.0", 2 * (n % 400))).collect();
        refuses_board(&places.join("/"), LayoutError::Count { tiles });
    }
}

#[test]
fn mj1_overlapping_tiles_are_refused() {
    for (text, column, row) in [
        ("0.0/0.0/0.2/2.2", 0, 0),
        ("0.0/2.0/0.2/1.1", 1, 1),
        ("0.0/2.0/4.1/5.2", 5, 2),
    ] {
        let tile = Cell::new(column, row);
        refuses_board(text, LayoutError::Overlap { tile });
    }
}

#[test]
fn mj1_tiles_apart_are_refused() {
    for (text, column, row) in [
        ("0.0/2.0/0.2/5.5", 5, 5),
        ("0.0/2.0/5.0/7.0", 5, 0),
        ("0.0/2.0/0.2/2.5", 2, 5),
        ("0.0/3.3/5.5/7.7", 3, 3),
    ] {
        let tile = Cell::new(column, row);
        refuses_board(text, LayoutError::Apart { tile });
    }
}

#[test]
fn columns_after_z_have_two_letters() {
    let tiles: Vec<String> = (0..16).map(|n| format!("{}.0", 2 * n)).collect();
    let options = format!("board={}", tiles.join("/"));
    prints_position(
        &options,
        "w=Paf2,Lb2,Lz1,La1;b=LZ2,Lab1;turn=w;limit=LAB1",
        "w=La1,Lb2,Lz1,Paf2;b=Lz2,Lab1;turn=w;limit=Lab1",
    );
}

// ---- Positions ----

#[test]
fn position_prints_pieces_in_the_order_of_their_squares() {
    prints_position(
        "",
        " b = pa4 ,EA3; W=la2,La1; limit = pa4;turn=W",
        "w=La1,La2;b=Ea3,Pa4;turn=w;limit=Pa4",
    );
    prints_position("", "w=;b=;turn=w;limit=Start", "w=;b=;turn=w;limit=start");
    prints_position("", "w=;b=;turn=b;limit=NONE", "w=;b=;turn=b;limit=none");
}

#[test]
fn position_refuses_what_is_no_list_of_its_parts() {
    let field = PositionError::Field;
    let missing = |key| field(FieldError::Missing { key });
    let no_equals = |part| {
        field(FieldError::NoEquals {
            part: Excerpt::of(part),
        })
    };
    refuses_position("", missing("w"));
    refuses_position("w=;turn=w;limit=start", missing("b"));
    refuses_position("w=;b=;limit=start", missing("turn"));
    refuses_position("w=;b=;turn=w", missing("limit"));
    refuses_position("w=;b=;turn=w;limit=start;", no_equals(""));
    refuses_position("w=;b=;turn=w;limit=start;more", no_equals("more"));
    let twice = field(FieldError::Twice { key: "turn" });
    refuses_position("w=;b=;turn=w;turn=b;limit=start", twice);
    let unknown = field(FieldError::Unknown {
        key: Excerpt::of("hand"),
        known: &["w", "b", "turn", "limit"],
    });
    refuses_position("w=;b=;hand=8,8;turn=w;limit=start", unknown);
}

#[test]
fn position_refuses_what_is_no_piece() {
    for piece in [
        "a1", "Xa1", "L", "La", "L1", "", "La1x", "L a1", "La-1", "é",
    ] {
        let error = PositionError::Piece {
            text: Excerpt::of(piece),
        };
        let text = format!("w=Lb1,{piece};b=;turn=w;limit=none");
        refuses_position(&text, error);
    }
}

#[test]
fn position_refuses_an_unknown_square() {
    for name in ["e1", "a5", "a0", "a01", "aa1", "aaa1", "a99999"] {
        let error = PositionError::UnknownSquare {
            name: Excerpt::of(name),
        };
        let text = format!("w=L{name};b=;turn=w;limit=none");
        refuses_position(&text, error.clone());
        let text = format!("w=La1;b=;turn=b;limit=L{name}");
        refuses_position(&text, error);
    }
}

#[test]
fn position_refuses_a_square_twice() {
    let square = mijnlieff("").board().square("a1").unwrap();
    for text in [
        "w=La1,Da1;b=;turn=w;limit=none",
        "w=La1;b=La1;turn=w;limit=none",
        "w=;b=Ea1,EA1;turn=w;limit=none",
    ] {
        refuses_position(text, PositionError::Twice { square });
    }
}

#[test]
fn mj3_a_position_with_more_pieces_than_exist_is_refused() {
    let error = |side, kind| PositionError::TooMany {
        side,
        kind,
        most: 2,
    };
    refuses_position(
        "w=La1,La2,La3;b=;turn=w;limit=none",
        error(Side::White, Kind::Straight),
    );
    refuses_position(
        "w=;b=Ea1,Ea2,Ea3;turn=w;limit=none",
        error(Side::Black, Kind::Puller),
    );
    // Two sets have four of a kind, and no fifth.
    let five = "w=La1,La2,La3,La4,Lb1;b=;turn=w;limit=none";
    let read = mijnlieff("sets=2").read_position(five);
    let most = PositionError::TooMany {
        side: Side::White,
        kind: Kind::Straight,
        most: 4,
    };
    refuses(read, most);
}

#[test]
fn position_refuses_what_is_no_side() {
    for turn in ["", "white", "x"] {
        let error = PositionError::Turn {
            text: Excerpt::of(turn),
        };
        refuses_position(&format!("w=;b=;turn={turn};limit=start"), error);
    }
}

#[test]
fn mj4_a_limit_that_is_not_the_opponents_piece_is_refused() {
    let square = |name| mijnlieff("").board().square(name).unwrap();
    for (limit, kind, name) in [
        // An empty square, one's own piece, another kind.
        ("Lc3", Kind::Straight, "c3"),
        ("La1", Kind::Straight, "a1"),
        ("Pb2", Kind::Pusher, "b2"),
    ] {
        let error = PositionError::NotTheirs {
            kind,
            square: square(name),
        };
        refuses_position(&format!("w=La1;b=Eb2;turn=w;limit={limit}"), error);
    }
}

#[test]
fn mj4_what_is_no_limit_is_refused() {
    for limit in ["", "any", "a1"] {
        let error = PositionError::Piece {
            text: Excerpt::of(limit),
        };
        refuses_position(&format!("w=La1;b=Eb2;turn=w;limit={limit}"), error);
    }
}

#[test]
fn mj7_start_with_pieces_on_the_board_or_black_to_move_is_refused() {
    for text in [
        "w=La1;b=;turn=w;limit=start",
        "w=;b=La1;turn=w;limit=start",
        "w=;b=;turn=b;limit=start",
    ] {
        refuses_position(text, PositionError::Started);
    }
}

#[test]
fn mj8_none_when_the_opponent_had_no_piece_to_pass_with_is_refused() {
    let white = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1;turn=b;limit=none";
    refuses_position(white, PositionError::NoPass);
    let black = "w=Lc1;b=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;turn=w;limit=none";
    refuses_position(black, PositionError::NoPass);
    // The mover's own hand may be empty: that is how a game ends.
    let over = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1;turn=w;limit=none";
    prints_position("", over, over);
}

// ---- Moves ----

#[test]
fn move_is_read_in_any_case_with_spaces_around() {
    prints_move("w=;b=;turn=w;limit=start", " lA1 ", "La1");
    prints_move("w=Ea1;b=La2,Db2,Lb1;turn=b;limit=Ea1", " Pass", "pass");
}

#[test]
fn move_refuses_what_has_not_its_form() {
    for text in [
        "", "a1", "L", "La", "L1", "Xa1", "La1 La2", "L a1", "La1x", "passe", "La-1", "éa1",
    ] {
        let error = MoveError::Unreadable {
            text: Excerpt::of(text),
        };
        refuses_move(text, error);
    }
}

#[test]
fn move_refuses_an_unknown_square() {
    for name in ["e1", "a5", "a0", "a01", "aa1", "zz99", "a99999"] {
        let error = MoveError::UnknownSquare {
            name: Excerpt::of(name),
        };
        refuses_move(&format!("L{name}"), error);
    }
}
