//! What the texts of setups, positions and moves may be, and why others are refused.

use std::fmt::Debug;

use game::{Excerpt, FieldError, Game, Notation, Side};
use moulin::{KEYS, Moulin, MoveError, NINE, PositionError, SetupError};

#[track_caller]
fn moulin(options: &str) -> Moulin {
    Moulin::from_options(options).expect(options)
}

/// Both texts are read as the same setup, which prints as the second.
#[track_caller]
fn prints_setup(options: &str, printed: &str) {
    assert_eq!(moulin(options).setup_text(), printed, "{options}");
    let again = printed.strip_prefix("moulin:").expect(printed);
    assert_eq!(moulin(again), moulin(options), "{printed}");
}

/// The text is read as a position, which prints as the second.
#[track_caller]
fn prints_position(options: &str, text: &str, printed: &str) {
    let moulin = moulin(options);
    let position = moulin.read_position(text).expect(text);
    assert_eq!(moulin.position_text(&position), printed);
    assert_eq!(moulin.read_position(printed), Ok(position));
}

/// The text is read as a move, which prints as the second.
#[track_caller]
fn prints_move(options: &str, position: &str, text: &str, printed: &str) {
    let moulin = moulin(options);
    let position = moulin.read_position(position).expect(position);
    let played = moulin.read_move(&position, text).expect(text);
    assert_eq!(moulin.move_text(played), printed);
}

#[track_caller]
fn refuses<T: Debug + PartialEq, E: Debug + PartialEq>(read: Result<T, E>, expected: E) {
    assert_eq!(read, Err(expected));
}

#[track_caller]
fn refuses_position(options: &str, text: &str, expected: PositionError) {
    refuses(moulin(options).read_position(text), expected);
}

#[track_caller]
fn refuses_setup(options: &str, expected: SetupError) {
    refuses(Moulin::from_options(options), expected);
}

#[track_caller]
fn refuses_move(text: &str, expected: MoveError) {
    let moulin = moulin("classique");
    refuses(moulin.read_move(&moulin.start(), text), expected);
}

// ---- Setups ----

#[test]
fn setup_prints_the_named_rule_set_it_amounts_to() {
    prints_setup("", "moulin:classique");
    prints_setup(" Envol ", "moulin:envol");
    prints_setup("classique,flight=3,take=outside-or-all", "moulin:classique");
    prints_setup("classique,flight=never,take=outside", "moulin:barreau");
    prints_setup("barreau,take=any,flight=once-4", "moulin:envol");
    prints_setup("envol,flight=3,take=outside-or-all", "moulin:classique");
}

#[test]
fn setup_prints_only_what_differs() {
    prints_setup("classique,flight=never", "moulin:classique,flight=never");
    prints_setup("BARREAU, Double = 2", "moulin:barreau,double=2");
    prints_setup(
        "envol,stuck=pass,double=2,flight=once-9",
        "moulin:envol,flight=once-9,double=2,stuck=pass",
    );
    prints_setup("barreau,take=any", "moulin:envol,flight=never");
}

#[test]
fn setup_refuses_an_unknown_rule_set() {
    for name in ["moulin", "classic", "flight=never", "classique double=2"] {
        let error = SetupError::UnknownSheet {
            name: Excerpt::of(name),
        };
        refuses_setup(name, error);
    }
}

#[test]
fn setup_refuses_left_over_text() {
    let no_equals = |part| {
        SetupError::Field(FieldError::NoEquals {
            part: Excerpt::of(part),
        })
    };
    refuses_setup("classique,", no_equals(""));
    refuses_setup("classique,flight=3,", no_equals(""));
    refuses_setup("classique,fly", no_equals("fly"));
    let unknown = FieldError::Unknown {
        key: Excerpt::of("stones"),
        known: KEYS,
    };
    refuses_setup("classique,stones=12", SetupError::Field(unknown));
    let twice = FieldError::Twice { key: "double" };
    refuses_setup("envol,double=1,double=2", SetupError::Field(twice));
}

#[test]
fn setup_refuses_a_value_the_key_cannot_have() {
    let flights = "never, 3 to 9, once-3 to once-9";
    for (key, value, expected) in [
        ("take", "all", "any, outside, outside-or-all"),
        ("take", "", "any, outside, outside-or-all"),
        ("flight", "2", flights),
        ("flight", "10", flights),
        ("flight", "03", flights),
        ("flight", "once", flights),
        ("flight", "once-2", flights),
        ("flight", "once-+4", flights),
        ("double", "3", "1, 2"),
        ("stuck", "draw", "lose, pass"),
    ] {
        let error = SetupError::Value {
            key,
            value: Excerpt::of(value),
            expected,
        };
        refuses_setup(&format!("classique,{key}={value}"), error);
    }
}

// ---- Positions ----

#[test]
fn position_prints_stones_in_the_order_of_their_names() {
    prints_position(
        "classique",
        " W = g7, D6 ,a1; turn=B ;hand = 6 , 7;b=d7,a4",
        "w=a1,d6,g7;b=a4,d7;hand=6,7;turn=b",
    );
}

#[test]
fn position_prints_the_flight_exactly_where_it_is_granted_once() {
    let moving = "w=a1,d1,f4,g1;b=a7,d7,g7;hand=0,0;turn=b";
    prints_position("classique", moving, moving);
    prints_position("barreau", moving, moving);
    prints_position("envol", moving, &format!("{moving};flight=wb"));
    for rights in ["wb", "w", "b", "-"] {
        let text = format!("{moving};flight={rights}");
        prints_position("envol", &text, &text);
        prints_position("envol", &text.to_ascii_uppercase(), &text);
    }
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
    refuses_position("classique", "", missing("w"));
    refuses_position("classique", "w=a1;hand=8,9;turn=b", missing("b"));
    refuses_position("classique", "w=a1;b=;turn=b", missing("hand"));
    refuses_position("classique", "w=a1;b=;hand=8,9", missing("turn"));
    refuses_position("classique", "w=a1;b=;hand=8,9;turn=b;", no_equals(""));
    refuses_position("classique", "w=a1;b=;hand=8,9;turn=b;x", no_equals("x"));
    let twice = field(FieldError::Twice { key: "w" });
    refuses_position("classique", "w=a1;w=;b=;hand=8,9;turn=b", twice);
    let unknown = field(FieldError::Unknown {
        key: Excerpt::of("limit"),
        known: &["w", "b", "hand", "turn", "flight"],
    });
    refuses_position("classique", "w=a1;b=;hand=8,9;turn=b;limit=none", unknown);
}

#[test]
fn position_refuses_an_unknown_point() {
    for name in ["d4", "h1", "a2", "", "a", "7", "a07", "é7"] {
        let error = PositionError::UnknownPoint {
            name: Excerpt::of(name),
        };
        refuses_position(
            "classique",
            &format!("w=a1,{name};b=;hand=7,7;turn=w"),
            error,
        );
    }
}

#[test]
fn position_refuses_a_point_twice() {
    let point = NINE.point("a1").unwrap();
    for text in [
        "w=a1,A1;b=;hand=7,7;turn=w",
        "w=;b=a1,a1;hand=7,7;turn=w",
        "w=a1;b=a1;hand=8,8;turn=w",
    ] {
        refuses_position("classique", text, PositionError::Twice { point });
    }
}

#[test]
fn position_refuses_more_stones_than_exist() {
    let too_many = |side, count| PositionError::TooMany {
        side,
        count,
        most: 9,
    };
    refuses_position(
        "classique",
        "w=a1;b=;hand=9,9;turn=w",
        too_many(Side::White, 10),
    );
    refuses_position(
        "classique",
        "w=;b=a1,a4,a7,b2,b4,b6,c3,c4,c5,d1;hand=0,0;turn=b",
        too_many(Side::Black, 10),
    );
    refuses_position(
        "classique",
        "w=;b=a1;hand=8,9;turn=b",
        too_many(Side::Black, 10),
    );
}

#[test]
fn position_refuses_what_is_no_pair_of_hands() {
    for hand in ["", "9", "-1,0", "+1,1", "1,2,3", "100,100", "a,b", ","] {
        let error = PositionError::Hand {
            text: Excerpt::of(hand),
        };
        refuses_position("classique", &format!("w=;b=;hand={hand};turn=w"), error);
    }
}

#[test]
fn position_refuses_hands_that_do_not_fit_the_turn() {
    for (hand, turn) in [
        ([8, 7], Side::White),
        ([7, 8], Side::White),
        ([0, 1], Side::White),
        ([7, 7], Side::Black),
        ([8, 7], Side::Black),
        ([6, 8], Side::Black),
    ] {
        let [white, black] = hand;
        let text = format!("w=a1;b=d1;hand={white},{black};turn={}", turn.letter());
        refuses_position(
            "classique",
            &text,
            PositionError::HandsAndTurn { hand, turn },
        );
    }
}

#[test]
fn position_reads_hands_that_fit_the_turn() {
    for text in [
        "w=a1;b=d1;hand=8,8;turn=w",
        "w=a1;b=d1;hand=7,8;turn=b",
        "w=a1;b=d1;hand=0,1;turn=b",
        "w=a1;b=d1;hand=0,0;turn=w",
        "w=a1;b=d1;hand=0,0;turn=b",
    ] {
        prints_position("classique", text, text);
    }
}

#[test]
fn position_refuses_what_is_no_side() {
    for turn in ["", "white", "x", "wb"] {
        let error = PositionError::Turn {
            text: Excerpt::of(turn),
        };
        refuses_position("classique", &format!("w=;b=;hand=9,9;turn={turn}"), error);
    }
}

#[test]
fn position_refuses_flight_rights_where_none_is_granted_once() {
    for options in ["classique", "barreau", "envol,flight=4"] {
        for flight in ["wb", "-", "x"] {
            let text = format!("w=;b=;hand=9,9;turn=w;flight={flight}");
            refuses_position(options, &text, PositionError::NoFlights);
        }
    }
}

#[test]
fn position_refuses_what_are_no_flight_rights() {
    for flight in ["", "bw", "x", "none", "ww"] {
        let error = PositionError::Flight {
            text: Excerpt::of(flight),
        };
        let text = format!("w=;b=;hand=9,9;turn=w;flight={flight}");
        refuses_position("envol", &text, error);
    }
}

#[test]
fn position_refuses_a_flight_used_with_too_many_stones() {
    let five_and_four = "w=a1,a4,b2,d1,g1;b=a7,d7,f4,g7;hand=0,0;turn=w";
    let not_used = |side, at| PositionError::FlightNotUsed { side, at };
    for flight in ["b", "-"] {
        let text = format!("{five_and_four};flight={flight}");
        refuses_position("envol", &text, not_used(Side::White, 4));
    }
    let used = format!("{five_and_four};flight=w");
    prints_position("envol", &used, &used);
    refuses_position("envol,flight=once-3", &used, not_used(Side::Black, 3));
}

// ---- Moves ----

#[test]
fn move_is_read_in_any_case_with_spaces() {
    let placing = "w=a7,d7;b=a1,f4;hand=7,7;turn=w";
    prints_move("classique", placing, " G7 X a1 ", "g7xa1");
    let sliding = "w=a7,d7,g4;b=a1,d2,f4;hand=0,0;turn=w";
    prints_move("classique", sliding, "g4 - G7 x D2", "g4-g7xd2");
    prints_move("classique", sliding, "g4-g1", "g4-g1");
    let shut = "w=a1,a7,g1;b=a4,d1,d7,g4;hand=0,0;turn=w";
    prints_move("barreau,stuck=pass", shut, " PASS ", "pass");
}

#[test]
fn move_prints_two_taken_stones_by_name() {
    let position = "w=a7,d5,d6,g7;b=a1,b4,d1;hand=4,4;turn=w";
    prints_move("envol,double=2", position, "d7xd1xa1", "d7xa1xd1");
}

#[test]
fn move_refuses_what_has_not_its_form() {
    for text in [
        "",
        "-",
        "x",
        "a",
        "7",
        "a1-",
        "-a1",
        "a1x",
        "xa1",
        "a1--a4",
        "a1-a4-a7",
        "a1 a4",
        "a1xa4xa7xb2",
        "a1 passes",
        "passe",
        "a1;",
        "1a",
        "d é6",
    ] {
        let error = MoveError::Unreadable {
            text: Excerpt::of(text),
        };
        refuses_move(text, error);
    }
}

#[test]
fn move_refuses_an_unknown_point() {
    for (text, name) in [
        ("d4", "d4"),
        ("a1-h8", "h8"),
        ("z9-a1", "z9"),
        ("a1xd4", "d4"),
        ("a01", "a01"),
        ("aa1", "aa1"),
    ] {
        let error = MoveError::UnknownPoint {
            name: Excerpt::of(name),
        };
        refuses_move(text, error);
    }
}
