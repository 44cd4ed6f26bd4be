//! Each rule of the mill family under the three sheets, through the text forms. A test is named
//! after the rule's id in `docs/rules/`.

mod check;

use check::{SHEETS, allows, allows_step, at, ends, plays, points, read, refuses, turns};
use game::{Game, Notation};
use moulin::rule::{ML1, ML2, ML3, ML4, ML6, ML7, ML8};
use moulin::{Grounded, Illegal, Moulin, NINE, Stuck};

// ---- ML1: placing ----

#[test]
fn ml1_nine_stones_each_and_white_starts() {
    for sheet in SHEETS {
        let moulin = Moulin::from_options(sheet).unwrap();
        let (_, start) = read(sheet, "w=;b=;hand=9,9;turn=w");
        assert_eq!(moulin.start(), start);
    }
}

#[test]
fn ml1_a_stone_goes_on_any_free_point() {
    for sheet in SHEETS {
        allows(
            sheet,
            "w=d6;b=f4;hand=8,8;turn=w",
            "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d7 e3 e4 e5 f2 f6 g1 g4 g7",
        );
    }
}

#[test]
fn ml1_a_point_holds_one_stone() {
    let taken = |to| Illegal::Occupied {
        to: at(to),
        placing: true,
    };
    for sheet in SHEETS {
        let position = "w=d6;b=f4;hand=8,8;turn=w";
        refuses(sheet, position, "d6", taken("d6"), ML1);
        refuses(sheet, position, "f4", taken("f4"), ML1);
    }
}

#[test]
fn ml1_no_stone_moves_until_its_owner_has_placed_all() {
    for sheet in SHEETS {
        let why = Illegal::StillPlacing { hand: 7 };
        refuses(sheet, "w=a1,d6;b=f4,g7;hand=7,7;turn=w", "a1-a4", why, ML1);
        let why = Illegal::StillPlacing { hand: 1 };
        let last = "w=a1,b4,d6;b=f4,g7;hand=0,1;turn=b";
        refuses(sheet, last, "f4-e4", why, ML1);
    }
}

#[test]
fn ml1_after_eighteen_placements_stones_move() {
    let next = "w=a7,b2,b4,c5,d1,d7,f4,f6,g1;b=a1,a4,b6,d2,d6,e3,f2,g4,g7;hand=0,0;turn=w";
    for sheet in SHEETS {
        plays(
            sheet,
            "w=;b=;hand=9,9;turn=w",
            "a7 g7 d7 g4 g1 a1 d1 a4 f6 b6 f4 d6 b2 f2 b4 d2 c5 e3",
            next,
        );
        allows(sheet, next, "b4-c4 c5-c4 c5-d5 f4-e4");
        refuses(sheet, next, "c4", Illegal::NothingToPlace, ML2);
    }
}

// ---- ML2: moving ----

/// White has five stones, so that nobody flies.
const MOVING: &str = "w=a4,d2,e4,f6,g7;b=b4,d3,f2;hand=0,0;turn=w";

#[test]
fn ml2_stones_slide_to_the_next_free_point() {
    for sheet in SHEETS {
        allows(
            sheet,
            MOVING,
            "a4-a1 a4-a7 d2-b2 d2-d1 e4-e3 e4-e5 e4-f4 f6-d6 f6-f4 g7-d7 g7-g4",
        );
        plays(
            sheet,
            MOVING,
            "a4-a1",
            "w=a1,d2,e4,f6,g7;b=b4,d3,f2;hand=0,0;turn=b",
        );
    }
}

#[test]
fn ml2_thirty_two_joints_and_no_diagonal() {
    let joints = "a1-a4 a1-d1 a4-a7 a4-b4 a7-d7 b2-b4 b2-d2 b4-b6 b4-c4 b6-d6 c3-c4 c3-d3 c4-c5 \
                  c5-d5 d1-d2 d1-g1 d2-d3 d2-f2 d3-e3 d5-d6 d5-e5 d6-d7 d6-f6 d7-g7 e3-e4 e4-e5 \
                  e4-f4 f2-f4 f4-f6 f4-g4 g1-g4 g4-g7";
    let mut found = Vec::new();
    for a in NINE.points() {
        for b in NINE.neighbours(a) {
            let (a, b) = (NINE.name(a), NINE.name(b));
            found.extend((a < b).then(|| format!("{a}-{b}")));
        }
    }
    found.sort();
    assert_eq!(found.join(" "), joints);
}

#[test]
fn ml2_each_wrong_move_is_refused() {
    for sheet in SHEETS {
        let why = Illegal::Occupied {
            to: at("b4"),
            placing: false,
        };
        refuses(sheet, MOVING, "a4-b4", why, ML2);
        let why = Illegal::NotYours { from: at("b4") };
        refuses(sheet, MOVING, "b4-b2", why, ML2);
        let why = Illegal::NotYours { from: at("c3") };
        refuses(sheet, MOVING, "c3-c4", why, ML2);
        refuses(sheet, MOVING, "c3", Illegal::NothingToPlace, ML2);
    }
}

#[test]
fn ml2_no_jump_over_a_stone_nor_along_a_whole_side() {
    let grounded = [
        ("barreau", Grounded::Never, ML2),
        (
            "classique",
            Grounded::TooManyStones { count: 5, at: 3 },
            ML6,
        ),
        ("envol", Grounded::TooManyStones { count: 5, at: 4 }, ML6),
    ];
    for (sheet, grounded, rule) in grounded {
        for (from, to) in [("a4", "c4"), ("g7", "g1"), ("d2", "a1")] {
            let why = Illegal::TooFar {
                from: at(from),
                to: at(to),
                grounded,
            };
            refuses(sheet, MOVING, &format!("{from}-{to}"), why, rule);
        }
    }
}

// ---- ML3: closing a mill ----

const PLACING_MILL: &str = "w=a7,d7;b=a1,f4;hand=7,7;turn=w";
const SLIDING_MILL: &str = "w=a7,d7,g4;b=a1,d2,f4;hand=0,0;turn=w";

#[test]
fn ml3_a_mill_takes_a_stone_in_both_phases() {
    for sheet in SHEETS {
        allows_step(sheet, PLACING_MILL, "g7", "g7xa1 g7xf4");
        plays(
            sheet,
            PLACING_MILL,
            "g7xf4",
            "w=a7,d7,g7;b=a1;hand=6,7;turn=b",
        );
        allows_step(sheet, SLIDING_MILL, "g4-g7", "g4-g7xa1 g4-g7xd2 g4-g7xf4");
        plays(
            sheet,
            SLIDING_MILL,
            "g4-g7xd2",
            "w=a7,d7,g7;b=a1,f4;hand=0,0;turn=b",
        );
    }
}

#[test]
fn ml3_the_capture_belongs_to_the_turn() {
    for sheet in SHEETS {
        let why = Illegal::MustTake {
            count: 1,
            from: points("a1 d2 f4"),
        };
        refuses(sheet, SLIDING_MILL, "g4-g7", why, ML3);
        let why = Illegal::MustTake {
            count: 1,
            from: points("a1 f4"),
        };
        refuses(sheet, PLACING_MILL, "g7", why, ML3);
    }
}

#[test]
fn ml3_only_an_enemy_stone_is_taken() {
    for sheet in SHEETS {
        for taken in ["d7", "g7", "b2"] {
            let why = Illegal::NotTheirs { taken: at(taken) };
            refuses(sheet, SLIDING_MILL, &format!("g4-g7x{taken}"), why, ML3);
        }
    }
}

#[test]
fn ml3_nothing_is_taken_without_a_mill() {
    for sheet in SHEETS {
        let why = Illegal::NoMill { to: at("g1") };
        refuses(sheet, SLIDING_MILL, "g4-g1xa1", why, ML3);
        refuses(sheet, PLACING_MILL, "g1xa1", why, ML3);
    }
}

#[test]
fn ml3_a_mill_that_stands_already_takes_nothing() {
    let old = "w=a1,d1,f4,g1,c5;b=a7,b6,d7,g7;hand=0,0;turn=w";
    for sheet in SHEETS {
        allows_step(sheet, old, "f4-e4", "f4-e4");
        let why = Illegal::NoMill { to: at("e4") };
        refuses(sheet, old, "f4-e4xa7", why, ML3);
    }
}

#[test]
fn ml3_a_stone_does_not_count_where_it_came_from() {
    // White may fly: a1 and a4 close a mill with f6 at a7, but not with one of themselves.
    let position = "w=a1,a4,f6;b=b2,d5,g1;hand=0,0;turn=w";
    for sheet in ["classique", "envol"] {
        allows_step(sheet, position, "a1-a7", "a1-a7");
        allows_step(sheet, position, "f6-a7", "f6-a7xb2 f6-a7xd5 f6-a7xg1");
    }
}

#[test]
fn ml3_two_lines_at_once_take_one_stone() {
    let position = "w=a7,d5,d6,g7;b=a1,b4;hand=4,4;turn=w";
    for sheet in SHEETS {
        allows_step(sheet, position, "d7", "d7xa1 d7xb4");
        let why = Illegal::TakesTooMany { count: 1 };
        refuses(sheet, position, "d7xa1xb4", why, ML3);
    }
}

#[test]
fn ml3_double_2_takes_two_stones_for_two_lines() {
    // Of black's stones only b4 is outside a mill; without it all are in one.
    let position = "w=a7,d5,d6,g7;b=a1,b4,d1,g1;hand=4,4;turn=w";
    for (options, expected) in [
        (
            "envol,double=2",
            "d7xa1xb4 d7xa1xd1 d7xa1xg1 d7xb4xd1 d7xb4xg1 d7xd1xg1",
        ),
        ("classique,double=2", "d7xa1xb4 d7xb4xd1 d7xb4xg1"),
        ("barreau,double=2", "d7xb4"),
    ] {
        allows_step(options, position, "d7", expected);
        plays(
            options,
            position,
            expected.split(' ').next().unwrap(),
            match options {
                "barreau,double=2" => "w=a7,d5,d6,d7,g7;b=a1,d1,g1;hand=3,4;turn=b",
                _ => "w=a7,d5,d6,d7,g7;b=d1,g1;hand=3,4;turn=b",
            },
        );
    }
}

#[test]
fn ml3_double_2_reads_both_stones_in_either_order() {
    let position = "w=a7,d5,d6,g7;b=a1,b4,d1,g1;hand=4,4;turn=w";
    let next = "w=a7,d5,d6,d7,g7;b=a1,g1;hand=3,4;turn=b";
    plays("classique,double=2", position, "d7xb4xd1", next);
    plays("classique,double=2", position, "d7xd1xb4", next);
}

#[test]
fn ml3_double_2_refuses_too_few_too_many_and_the_same_stone_twice() {
    let options = "envol,double=2";
    let position = "w=a7,d5,d6,g7;b=a1,b4,c3;hand=4,4;turn=w";
    let why = Illegal::MustTake {
        count: 2,
        from: points("a1 b4 c3"),
    };
    refuses(options, position, "d7", why, ML3);
    refuses(options, position, "d7xb4", why, ML3);
    let why = Illegal::TakesTooMany { count: 2 };
    refuses(options, position, "d7xb4xb4", why, ML3);
    // A single line still takes one.
    let single = "w=a7,d5,g7;b=a1,b4,c3;hand=4,4;turn=w";
    let why = Illegal::TakesTooMany { count: 1 };
    refuses(options, single, "d7xa1xb4", why, ML3);
    allows_step(options, single, "d7", "d7xa1 d7xb4 d7xc3");
}

#[test]
fn ml3_double_2_judges_the_second_stone_on_the_board_the_first_leaves() {
    let options = "classique,double=2";
    // The first stone opens one of two mills, so the second comes from the same.
    let mills = "w=a7,d5,d6,g7;b=a1,c3,d1,d3,e3,g1;hand=3,3;turn=w";
    allows_step(
        options,
        mills,
        "d7",
        "d7xa1xd1 d7xa1xg1 d7xc3xd3 d7xc3xe3 d7xd1xg1 d7xd3xe3",
    );
    let why = Illegal::InMill { taken: at("c3") };
    refuses(options, mills, "d7xa1xc3", why, ML4);
    // The only stone there is.
    let lone = "w=a7,d5,d6,g7;b=b4;hand=4,4;turn=w";
    allows_step(options, lone, "d7", "d7xb4");
}

#[test]
fn ml3_double_2_also_for_a_flight() {
    // Sliding never closes two: a stone comes along one of the two lines of its goal.
    let position = "w=a7,b2,d5,d6,g7;b=a1,b4,d1;hand=0,0;turn=w";
    allows_step(
        "barreau,flight=5,double=2",
        position,
        "b2-d7",
        "b2-d7xa1xb4 b2-d7xa1xd1 b2-d7xb4xd1",
    );
    allows_step(
        "barreau,flight=5",
        position,
        "b2-d7",
        "b2-d7xa1 b2-d7xb4 b2-d7xd1",
    );
}

#[test]
fn ml3_with_no_enemy_stone_on_the_board_nothing_is_taken() {
    let position = "w=a7,d7;b=;hand=7,7;turn=w";
    for sheet in SHEETS {
        allows_step(sheet, position, "g7", "g7");
    }
    allows_step(
        "envol,double=2",
        "w=a7,d5,d6,g7;b=;hand=5,5;turn=w",
        "d7",
        "d7",
    );
}

// ---- ML4: what may be taken ----

const ONE_OUTSIDE: &str = "w=a1,d1,g4;b=b2,c5,d2,f2;hand=0,0;turn=w";
const ALL_IN_MILLS: &str = "w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w";

#[test]
fn ml4_envol_takes_any_stone() {
    allows_step(
        "envol",
        ONE_OUTSIDE,
        "g4-g1",
        "g4-g1xb2 g4-g1xc5 g4-g1xd2 g4-g1xf2",
    );
    allows_step("envol", ALL_IN_MILLS, "g4-g1", "g4-g1xb2 g4-g1xd2 g4-g1xf2");
}

#[test]
fn ml4_classique_spares_mills_while_another_stone_stands_outside() {
    allows_step("classique", ONE_OUTSIDE, "g4-g1", "g4-g1xc5");
    let why = Illegal::InMill { taken: at("b2") };
    refuses("classique", ONE_OUTSIDE, "g4-g1xb2", why, ML4);
}

#[test]
fn ml4_classique_takes_any_stone_when_all_are_in_mills() {
    allows_step(
        "classique",
        ALL_IN_MILLS,
        "g4-g1",
        "g4-g1xb2 g4-g1xd2 g4-g1xf2",
    );
}

#[test]
fn ml4_barreau_never_takes_from_a_mill() {
    allows_step("barreau", ONE_OUTSIDE, "g4-g1", "g4-g1xc5");
    let why = Illegal::InMill { taken: at("b2") };
    refuses("barreau", ONE_OUTSIDE, "g4-g1xb2", why, ML4);
}

#[test]
fn ml4_barreau_takes_nothing_when_all_are_in_mills() {
    allows_step("barreau", ALL_IN_MILLS, "g4-g1", "g4-g1");
    plays(
        "barreau",
        ALL_IN_MILLS,
        "g4-g1",
        "w=a1,d1,g1;b=b2,d2,f2;hand=0,0;turn=b",
    );
    refuses(
        "barreau",
        ALL_IN_MILLS,
        "g4-g1xb2",
        Illegal::AllInMills,
        ML4,
    );
}

#[test]
fn ml4_holds_while_placing() {
    let position = "w=a7,d7;b=a1,d1,g1;hand=4,4;turn=w";
    allows_step("envol", position, "g7", "g7xa1 g7xd1 g7xg1");
    allows_step("classique", position, "g7", "g7xa1 g7xd1 g7xg1");
    allows_step("barreau", position, "g7", "g7");
}

#[test]
fn ml4_take_overrides_the_sheet() {
    for (take, one_outside, all_in_mills) in [
        (
            "any",
            "g4-g1xb2 g4-g1xc5 g4-g1xd2 g4-g1xf2",
            "g4-g1xb2 g4-g1xd2 g4-g1xf2",
        ),
        ("outside", "g4-g1xc5", "g4-g1"),
        ("outside-or-all", "g4-g1xc5", "g4-g1xb2 g4-g1xd2 g4-g1xf2"),
    ] {
        for sheet in SHEETS {
            let options = format!("{sheet},take={take}");
            allows_step(&options, ONE_OUTSIDE, "g4-g1", one_outside);
            allows_step(&options, ALL_IN_MILLS, "g4-g1", all_in_mills);
        }
    }
}

// ---- ML5: opening and closing again ----

#[test]
fn ml5_a_mill_closed_again_takes_again() {
    for sheet in SHEETS {
        plays(
            sheet,
            "w=a7,b2,d7,g7;b=a1,d2,e3,e4,f4;hand=0,0;turn=w",
            "g7-g4 a1-a4 g4-g7xa4 d2-d1 g7-g4 d1-a1 g4-g7xa1",
            "w=a7,b2,d7,g7;b=e3,e4,f4;hand=0,0;turn=b",
        );
    }
}

#[test]
fn ml5_a_double_mill_takes_every_turn() {
    for sheet in SHEETS {
        plays(
            sheet,
            "w=a7,b6,d7,f6,g7;b=a1,d2,e3,e4,f4;hand=0,0;turn=w",
            "d7-d6xa1 d2-d1 d6-d7xd1 f4-g4 d7-d6xg4",
            "w=a7,b6,d6,f6,g7;b=e3,e4;hand=0,0;turn=b",
        );
    }
}

// ---- ML6: flying ----

/// White has four stones, all free to slide; black has five.
const FOUR: &str = "w=a1,b4,e3,f6;b=a7,d3,d7,g1,g4;hand=0,0;turn=w";
const FOUR_SLIDES: &str = "a1-a4 a1-d1 b4-a4 b4-b2 b4-b6 b4-c4 e3-e4 f6-d6 f6-f4";
/// White has three stones and no free neighbour; black has four.
const SHUT: &str = "w=a1,a7,g1;b=a4,d1,d7,g4;hand=0,0;turn=w";

#[track_caller]
fn allows_flights(options: &str, position: &str, stones: usize, free: usize) {
    let texts = turns(options, position);
    assert_eq!(texts.len(), stones * free, "{options}: {texts:?}");
}

#[test]
fn ml6_classique_flies_with_three_stones_every_turn() {
    allows_flights("classique", SHUT, 3, 17);
    plays(
        "classique",
        SHUT,
        "a1-f6 a4-a1 f6-c3 d1-d2 c3-e5",
        "w=a7,e5,g1;b=a1,d2,d7,g4;hand=0,0;turn=b",
    );
}

#[test]
fn ml6_classique_stays_on_the_lines_with_four() {
    allows("classique", FOUR, FOUR_SLIDES);
    let why = Illegal::TooFar {
        from: at("a1"),
        to: at("d2"),
        grounded: Grounded::TooManyStones { count: 4, at: 3 },
    };
    refuses("classique", FOUR, "a1-d2", why, ML6);
}

#[test]
fn ml6_barreau_never_flies() {
    allows("barreau", FOUR, FOUR_SLIDES);
    let three = "w=a1,b4,e3;b=a7,d3,d7,g1;hand=0,0;turn=w";
    let why = Illegal::TooFar {
        from: at("a1"),
        to: at("d2"),
        grounded: Grounded::Never,
    };
    refuses("barreau", three, "a1-d2", why, ML2);
}

#[test]
fn ml6_envol_flies_once_with_four_stones_or_fewer() {
    allows_flights("envol", FOUR, 4, 15);
    allows_flights("envol", SHUT, 3, 17);
    plays(
        "envol",
        FOUR,
        "a1-d2",
        "w=b4,d2,e3,f6;b=a7,d3,d7,g1,g4;hand=0,0;turn=b;flight=b",
    );
    let used = format!("{FOUR};flight=b");
    allows("envol", &used, FOUR_SLIDES);
    let why = Illegal::TooFar {
        from: at("a1"),
        to: at("d2"),
        grounded: Grounded::Used,
    };
    refuses("envol", &used, "a1-d2", why, ML6);
}

#[test]
fn ml6_envol_not_with_five() {
    let five = "w=a1,b4,e3,f2,f6;b=a7,d3,d7,g1;hand=0,0;turn=w";
    let why = Illegal::TooFar {
        from: at("a1"),
        to: at("d2"),
        grounded: Grounded::TooManyStones { count: 5, at: 4 },
    };
    refuses("envol", five, "a1-d2", why, ML6);
}

#[test]
fn ml6_envol_keeps_the_right_until_it_is_used() {
    // Neither sliding nor losing a stone uses it; flying does, once, and only one's own.
    plays(
        "envol",
        "w=a1,b4,e3,f6;b=a7,d3,d7,f2;hand=0,0;turn=w",
        "a1-a4 f2-d2 a4-a1 d2-f2 a1-d1 f2-g7xb4",
        "w=d1,e3,f6;b=a7,d3,d7,g7;hand=0,0;turn=w;flight=w",
    );
}

#[test]
fn ml6_a_slide_never_uses_the_flight_up() {
    for slide in ["a1-a4", "a1-d1", "f6-f4"] {
        let (envol, position) = read("envol", FOUR);
        let played = envol.read_move(&position, slide).unwrap();
        let next = envol.play(&position, played);
        assert_eq!(next.flights(), position.flights(), "{slide}");
    }
}

#[test]
fn ml6_who_can_only_fly_must_fly() {
    allows_flights("envol", SHUT, 3, 17);
    allows_flights("envol,stuck=pass", SHUT, 3, 17);
    ends("envol", &format!("{SHUT};flight=b"), "0-1 stuck", ML8);
    ends("barreau", SHUT, "0-1 stuck", ML8);
}

#[test]
fn ml6_nobody_flies_while_placing() {
    // Three stones each, one of them in hand.
    let position = "w=a1,d6;b=f4,g7;hand=1,1;turn=w";
    for sheet in SHEETS {
        let why = Illegal::StillPlacing { hand: 1 };
        refuses(sheet, position, "a1-f2", why, ML1);
    }
}

#[test]
fn ml6_a_flight_that_closes_a_mill_takes() {
    let position = "w=a7,b2,d7;b=a1,d2,e3,e4;hand=0,0;turn=w";
    for sheet in ["classique", "envol"] {
        allows_step(
            sheet,
            position,
            "b2-g7",
            "b2-g7xa1 b2-g7xd2 b2-g7xe3 b2-g7xe4",
        );
    }
}

#[test]
fn ml6_flight_overrides_the_sheet() {
    for sheet in SHEETS {
        let with = |flight: &str| format!("{sheet},flight={flight}");
        allows(&with("never"), FOUR, FOUR_SLIDES);
        allows(&with("3"), FOUR, FOUR_SLIDES);
        allows(&with("once-3"), FOUR, FOUR_SLIDES);
        allows_flights(&with("4"), FOUR, 4, 15);
        allows_flights(&with("once-4"), FOUR, 4, 15);
        allows_flights(&with("9"), FOUR, 4, 15);
        allows_flights(&with("once-9"), FOUR, 4, 15);
        allows(&with("once-4"), &format!("{FOUR};flight=b"), FOUR_SLIDES);
        ends(&with("never"), SHUT, "0-1 stuck", ML8);
    }
}

// ---- ML7: two stones ----

#[test]
fn ml7_two_stones_lose() {
    for sheet in SHEETS {
        let two = "w=a1,d1;b=a4,b4,c5;hand=0,0;turn=";
        ends(sheet, &format!("{two}w"), "0-1 two stones", ML7);
        ends(sheet, &format!("{two}b"), "0-1 two stones", ML7);
        let two = "w=a4,b4,c5;b=a1,d1;hand=0,0;turn=";
        ends(sheet, &format!("{two}w"), "1-0 two stones", ML7);
        ends(sheet, &format!("{two}b"), "1-0 two stones", ML7);
    }
}

#[test]
fn ml7_the_seventh_capture_ends_the_game() {
    let next = "w=a7,d7,g7;b=a1,f4;hand=0,0;turn=b";
    for sheet in SHEETS {
        plays(sheet, SLIDING_MILL, "g4-g7xd2", next);
        ends(sheet, next, "1-0 two stones", ML7);
    }
}

#[test]
fn ml7_stones_in_hand_count() {
    for sheet in SHEETS {
        let placing = "w=a1,d1;b=a4,b4;hand=1,1;turn=w";
        assert_eq!(turns(sheet, placing).len(), 21);
        // One stone on the board and one in hand are two.
        let next = "w=a1,d1,g1;b=b4;hand=0,1;turn=b";
        plays(sheet, placing, "g1xa4", next);
        ends(sheet, next, "1-0 two stones", ML7);
    }
}

// ---- ML8: unable to move ----

/// White's four stones have no free neighbour.
const STUCK: &str = "w=a4,b4,c4,d1;b=a1,a7,b2,b6,c3,c5,d2,g1;hand=0,0;turn=w";
/// The same with colours changed.
const STUCK_BLACK: &str = "w=a1,a7,b2,b6,c3,c5,d2,g1;b=a4,b4,c4,d1;hand=0,0;turn=b";

#[test]
fn ml8_who_cannot_move_loses() {
    for sheet in ["classique", "barreau"] {
        ends(sheet, STUCK, "0-1 stuck", ML8);
        ends(sheet, STUCK_BLACK, "1-0 stuck", ML8);
    }
}

#[test]
fn ml8_envol_loses_once_the_flight_is_used() {
    allows_flights("envol", STUCK, 4, 12);
    ends("envol", &format!("{STUCK};flight=b"), "0-1 stuck", ML8);
    ends(
        "envol",
        &format!("{STUCK_BLACK};flight=w"),
        "1-0 stuck",
        ML8,
    );
}

#[test]
fn ml8_it_is_the_side_to_move_that_must_be_able_to() {
    let waiting = STUCK.replace("turn=w", "turn=b");
    for sheet in SHEETS {
        let slides = "a7-d7 b6-d6 c3-d3 c5-d5 d2-d3 d2-f2 g1-g4";
        allows(sheet, &waiting, slides);
    }
}

#[test]
fn ml8_nobody_passes_under_the_sheets() {
    for sheet in SHEETS {
        let why = Illegal::NoPass { stuck: Stuck::Lose };
        refuses(sheet, MOVING, "pass", why, ML8);
        refuses(sheet, PLACING_MILL, "pass", why, ML8);
    }
}

#[test]
fn ml8_stuck_pass_lets_a_stuck_player_pass() {
    for options in ["classique,stuck=pass", "barreau,stuck=pass"] {
        allows(options, STUCK, "pass");
        plays(options, STUCK, "pass", &STUCK.replace("turn=w", "turn=b"));
        refuses(options, STUCK, "a4-a1", Illegal::MustPass, ML8);
        let why = Illegal::NoPass { stuck: Stuck::Pass };
        refuses(options, MOVING, "pass", why, ML8);
    }
}

#[test]
fn ml8_stuck_pass_still_loses_with_two_stones() {
    let two = "w=a1,g7;b=a4,d1,d7,g4;hand=0,0;turn=w";
    ends("barreau,stuck=pass", two, "0-1 two stones", ML7);
}

// ---- ML9: the turns that a match counts towards its draw limits ----

#[test]
fn ml9_only_slides_flights_and_passes_without_a_capture_are_quiet() {
    for (options, position, turn, quiet) in [
        ("classique", "w=d6;b=f4;hand=8,8;turn=w", "a1", false),
        ("classique", PLACING_MILL, "g7xa1", false),
        ("classique", SLIDING_MILL, "g4-g7xa1", false),
        ("classique", SLIDING_MILL, "g4-g1", true),
        ("classique", SHUT, "a1-f6", true),
        ("classique,stuck=pass", STUCK, "pass", true),
    ] {
        let (moulin, position) = read(options, position);
        let played = moulin.read_move(&position, turn).unwrap();
        assert_eq!(moulin.is_quiet(&position, played), quiet, "{turn}");
    }
}
