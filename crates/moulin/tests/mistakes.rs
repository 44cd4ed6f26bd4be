//! Mistakes that other programs for the mill family have made. A test is named after the mistake.

mod check;

use check::{SHEETS, allows, allows_step, at, ends, plays, points, refuses};
use moulin::rule::{ML3, ML8};
use moulin::{Illegal, NINE};

#[test]
fn capture_as_a_turn_of_its_own() {
    let position = "w=a7,d7,g4;b=a1,d2,e4,f4;hand=0,0;turn=w";
    for sheet in SHEETS {
        // The step without its capture is no turn, and after the turn it is the other's.
        let why = Illegal::MustTake {
            count: 1,
            from: points("a1 d2 e4 f4"),
        };
        refuses(sheet, position, "g4-g7", why, ML3);
        plays(
            sheet,
            position,
            "g4-g7xf4",
            "w=a7,d7,g7;b=a1,d2,e4;hand=0,0;turn=b",
        );
    }
}

#[test]
fn no_slide_into_point_number_zero() {
    assert_eq!(at("a7").index(), 0);
    let position = "w=a4,b2,c3,d7,e3;b=b4,d6,f2,g7;hand=0,0;turn=w";
    for sheet in SHEETS {
        allows(
            sheet,
            position,
            "a4-a1 a4-a7 b2-d2 c3-c4 c3-d3 d7-a7 e3-d3 e3-e4",
        );
    }
}

#[test]
fn no_slide_out_of_point_number_zero() {
    let position = "w=a7,b2,c3,d1,e3;b=b4,d6,f2,g7;hand=0,0;turn=w";
    for sheet in SHEETS {
        allows_step(sheet, position, "a7-a4", "a7-a4");
        allows_step(sheet, position, "a7-d7", "a7-d7");
    }
}

#[test]
fn point_number_zero_never_placed_on_flown_to_or_taken() {
    for sheet in SHEETS {
        allows_step(sheet, "w=d6;b=f4;hand=8,8;turn=w", "a7", "a7");
        let mill = "w=a1,d1;b=a7,f4;hand=7,7;turn=w";
        allows_step(sheet, mill, "g1", "g1xa7 g1xf4");
    }
    let three = "w=b2,c3,g1;b=d6,f2,f4;hand=0,0;turn=w";
    for sheet in ["classique", "envol"] {
        allows_step(sheet, three, "b2-a7", "b2-a7");
    }
}

#[test]
fn a_line_through_point_number_zero_is_no_mill() {
    for sheet in SHEETS {
        let position = "w=a1,a4,d7,g7;b=b2,f4;hand=4,4;turn=w";
        allows_step(sheet, position, "a7", "a7xb2 a7xf4");
    }
}

#[test]
fn no_capture_after_a_flying_move() {
    let position = "w=a7,b2,d7;b=a1,d2,e4,f4;hand=0,0;turn=w";
    for sheet in ["classique", "envol"] {
        allows_step(
            sheet,
            position,
            "b2-g7",
            "b2-g7xa1 b2-g7xd2 b2-g7xe4 b2-g7xf4",
        );
        plays(
            sheet,
            position,
            "b2-g7xf4",
            match sheet {
                "envol" => "w=a7,d7,g7;b=a1,d2,e4;hand=0,0;turn=b;flight=b",
                _ => "w=a7,d7,g7;b=a1,d2,e4;hand=0,0;turn=b",
            },
        );
    }
}

#[test]
fn no_loss_when_blocked() {
    let blocked = "w=a1,a4,a7,b4,d7;b=b2,b6,c4,d1,d6,g7;hand=0,0;turn=w";
    for sheet in SHEETS {
        ends(sheet, blocked, "0-1 stuck", ML8);
        // The turn that blocks ends the game.
        let before = blocked.replace("turn=w", "turn=b").replace("c4", "c5");
        plays(sheet, &before, "c5-c4", blocked);
    }
}

#[test]
fn lines_or_joints_beyond_those_of_the_board() {
    // The corners of the three squares lie on no common line, here unlike in other variants.
    assert_eq!(NINE.lines().count(), 16);
    for sheet in SHEETS {
        allows_step(sheet, "w=a7,b6;b=f4,g1;hand=7,7;turn=w", "c5", "c5");
    }
}
