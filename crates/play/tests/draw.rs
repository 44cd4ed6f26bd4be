//! Every board and many positions are drawn, and the drawings are what they claim to be.

use std::collections::{BTreeMap, BTreeSet};

use game::{Game, Notation, Random, Side};
use mijnlieff::{Contact, Gaps, Layout, Mijnlieff, Opening, Square};
use moulin::{BARREAU, Board, CLASSIQUE, ENVOL, Moulin, Point, Rules};
use picture::board::{Last, Lettering, Marks, Visibility};
use picture::{Bounds, Form, Group, Ink, Scene, Shape, Spot, Thing};
use play::families;

/// The sheets' board with its corners joined, as twelve men's morris has it.
#[rustfmt::skip]
static TWELVE: Board = Board::new(
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

/// A board that does not begin in the first column and row, nor is square.
#[rustfmt::skip]
static SMALL: Board = Board::new(
    &[(1, 2), (2, 2), (3, 2), (1, 1), (2, 1), (3, 1)],
    &[[0, 1, 2], [3, 4, 5]],
);

fn count(scene: &Scene, is: impl Fn(Thing) -> bool) -> usize {
    scene.groups.iter().filter(|group| is(group.thing)).count()
}

fn named<'scene>(scene: &'scene Scene, thing: Thing, name: &str) -> &'scene Group {
    let named = |group: &&Group| {
        let handle = group.handle.as_ref();
        group.thing == thing && handle.is_some_and(|handle| handle.name == name)
    };
    scene.groups.iter().find(named).expect(name)
}

fn centre(scene: &Scene, name: &str) -> Spot {
    let handle = named(scene, Thing::Place, name).handle.as_ref();
    handle.expect("a place has a name").centre
}

/// How many shapes are painted with each ink.
fn by_ink(scene: &Scene) -> BTreeMap<Ink, usize> {
    let mut counts = BTreeMap::new();
    for ink in scene.shapes().flat_map(|shape| shape.inks()) {
        *counts.entry(ink).or_default() += 1;
    }
    counts
}

/// What holds for every drawing.
#[track_caller]
fn check_scene(scene: &Scene) {
    for shape in scene.shapes() {
        assert!(scene.bounds().contains(shape.bounds()), "{shape:?}");
        assert!(shape.inks().next().is_some(), "unpainted: {shape:?}");
    }
    let in_hand = |thing| matches!(thing, Thing::Hand(_) | Thing::Tray(_));
    let (hands, others): (Vec<&Group>, Vec<&Group>) =
        scene.groups.iter().partition(|group| in_hand(group.thing));
    for hand in &hands {
        for other in hands.iter().chain(&others).filter(|other| *other != hand) {
            assert!(!overlap(hand, other), "{hand:?} {other:?}");
        }
    }
    let mut seen = BTreeSet::new();
    for group in others {
        if !matches!(group.thing, Thing::Place | Thing::Piece(_)) {
            continue;
        }
        let handle = group.handle.as_ref().expect("a place has a name");
        let is_place = group.thing == Thing::Place;
        assert!(seen.insert((is_place, &handle.name)), "{}", handle.name);
        assert_eq!(centre(scene, &handle.name), handle.centre);
    }
}

fn overlap(a: &Group, b: &Group) -> bool {
    let meet = |a: Bounds, b: Bounds| {
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    };
    let mut shapes = a.shapes.iter();
    shapes.any(|one| {
        b.shapes
            .iter()
            .any(|other| meet(one.bounds(), other.bounds()))
    })
}

#[track_caller]
fn check_mijnlieff(game: &Mijnlieff, turns: u32) {
    let mut random = Random::new(u64::from(turns) + 1);
    let playout = game::playout(game, &game.start(), turns, &mut random);
    let position = playout.position;
    let squares = game.board().squares();
    let marks = Marks {
        open: Some(game.open(&position).into_iter().collect()),
        last: position
            .pieces(Side::White)
            .into_iter()
            .next()
            .map(Last::placed),
        lines: game.board().runs(position.pieces(Side::White)),
        hands: Visibility::Shown,
        ..Marks::default()
    };
    let scene = families::mijnlieff::draw(game, &position, &marks);
    check_scene(&scene);
    for side in Side::BOTH {
        let on_board = count(&scene, |thing| thing == Thing::Piece(side));
        assert_eq!(on_board, position.pieces(side).count() as usize);
        let in_hand = count(&scene, |thing| thing == Thing::Hand(side));
        assert_eq!(in_hand, position.hands().total(side) as usize);
    }
    assert_eq!(
        count(&scene, |thing| thing == Thing::Place),
        squares.count() as usize
    );
    let open = game.open(&position).count() as usize;
    assert_eq!(count(&scene, |thing| thing == Thing::Target), open);
    for square in squares {
        let cell = game.board().cell(square);
        let first = game.board().squares().into_iter().next().expect("a square");
        let from = game.board().cell(first);
        let (here, there) = (
            centre(&scene, &game.board().name(first)),
            centre(&scene, &game.board().name(square)),
        );
        let columns = f64::from(cell.column - from.column);
        let rows = f64::from(cell.row - from.row);
        assert_near(there, here.offset(columns, -rows));
    }
}

#[track_caller]
fn assert_near(a: Spot, b: Spot) {
    let near = (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9;
    assert!(near, "{a:?} is not {b:?}");
}

#[test]
fn mj1_all_145_boards_are_drawn() {
    let all = mijnlieff::layouts(1, Contact::All);
    let different: BTreeSet<String> = all
        .iter()
        .map(|layout| layout.canonical().to_string())
        .collect();
    assert_eq!(different.len(), 145);
    for (n, text) in different.iter().enumerate() {
        let layout = Layout::read(text).unwrap();
        let game = Mijnlieff::new(layout, Opening::Edge, Gaps::Block);
        check_mijnlieff(&game, n as u32 % 17);
    }
}

#[test]
fn mj2_standard_boards_of_one_to_four_sets_are_drawn() {
    for sets in 1..=4 {
        let game = Mijnlieff::from_options(&format!("sets={sets}")).unwrap();
        for turns in [0, 1, 7, 70] {
            check_mijnlieff(&game, turns);
        }
    }
}

#[test]
fn columns_beyond_z_have_their_letters() {
    let tiles: Vec<String> = (0..16).map(|n| format!("{}.{}", 2 * n, 2 * n)).collect();
    let options = format!("board={},opening=edge", tiles.join("/"));
    let game = Mijnlieff::from_options(&options).unwrap();
    check_mijnlieff(&game, 20);
    let scene = families::mijnlieff::draw(&game, &game.start(), &Marks::default());
    let labels: Vec<&str> = scene.shapes().filter_map(label).collect();
    assert_eq!(labels.len(), 64);
    assert!(
        ["z", "aa", "af", "1", "32"]
            .iter()
            .all(|text| labels.contains(text))
    );
}

fn label(shape: &Shape) -> Option<&str> {
    match &shape.form {
        Form::Text { text, .. } => Some(text),
        _ => None,
    }
}

#[track_caller]
fn check_moulin(rules: Rules, turns: u32) {
    let game = Moulin::new(rules);
    let mut random = Random::new(u64::from(turns) + 1);
    let position = game::playout(&game, &game.start(), turns, &mut random).position;
    let [white, black] = Side::BOTH.map(|side| position.stones(side));
    let marks = Marks {
        open: Some(game.free(&position).into_iter().collect()),
        captures: black.into_iter().collect(),
        last: white.into_iter().next().map(Last::placed),
        hands: Visibility::Shown,
        ..Marks::default()
    };
    let scene = families::moulin::draw(&game, &position, &marks);
    check_scene(&scene);
    for side in Side::BOTH {
        let on_board = count(&scene, |thing| thing == Thing::Piece(side));
        assert_eq!(on_board, position.stones(side).count() as usize);
        let in_hand = count(&scene, |thing| thing == Thing::Hand(side));
        assert_eq!(in_hand, usize::from(position.hand(side)));
    }
    let free = game.free(&position).count() as usize;
    assert_eq!(count(&scene, |thing| thing == Thing::Target), free);
    let captures = count(&scene, |thing| thing == Thing::Capture);
    assert_eq!(captures, black.count() as usize);

    let hidden = Marks {
        hands: Visibility::Hidden,
        ..marks
    };
    let without = families::moulin::draw(&game, &position, &hidden);
    assert_eq!(count(&without, |thing| matches!(thing, Thing::Hand(_))), 0);
    assert!(without.height < scene.height);
}

#[test]
fn every_stone_is_drawn_once() {
    for rules in [CLASSIQUE, ENVOL, BARREAU] {
        for turns in [0, 1, 9, 18, 40, 200] {
            check_moulin(rules, turns);
        }
    }
    check_moulin(
        Rules {
            board: &TWELVE,
            stones: 12,
            ..CLASSIQUE
        },
        15,
    );
    check_moulin(
        Rules {
            board: &SMALL,
            stones: 3,
            ..CLASSIQUE
        },
        3,
    );
}

#[track_caller]
fn check_mill_geometry(board: &'static Board) {
    let game = Moulin::new(Rules { board, ..CLASSIQUE });
    let scene = families::moulin::draw(&game, &game.start(), &Marks::default());
    let mut joints = 0;
    for point in board.points() {
        let here = centre(&scene, &board.name(point));
        let (column, row) = board.place(point);
        for neighbour in board.neighbours(point) {
            let (to_column, to_row) = board.place(neighbour);
            let columns = f64::from(to_column) - f64::from(column);
            let rows = f64::from(to_row) - f64::from(row);
            let there = centre(&scene, &board.name(neighbour));
            assert_near(there, here.offset(columns, -rows));
            joints += 1;
        }
    }
    let is_line = |shape: &&Shape| matches!(shape.form, Form::Line { .. });
    assert_eq!(scene.shapes().filter(is_line).count(), joints / 2);
}

#[test]
fn points_lie_where_the_board_has_them() {
    for board in [&moulin::NINE, &TWELVE, &SMALL] {
        check_mill_geometry(board);
    }
}

#[test]
fn the_board_is_in_the_middle() {
    let game = Moulin::new(CLASSIQUE);
    for coordinates in [Lettering::Plain, Lettering::Large, Lettering::Hidden] {
        let marks = Marks {
            coordinates,
            ..Marks::default()
        };
        let scene = families::moulin::draw(&game, &game.start(), &marks);
        let middle = Spot::new(scene.width / 2.0, scene.height / 2.0);
        let (corner, opposite) = (centre(&scene, "a1"), centre(&scene, "g7"));
        let between = Spot::new((corner.x + opposite.x) / 2.0, (corner.y + opposite.y) / 2.0);
        assert_near(between, middle);
    }
}

/// White and black must differ in print without colours: the same shapes in other inks would not.
#[test]
fn white_and_black_differ_in_form() {
    let forms = |scene: &Scene, side, name: &str| -> Vec<(bool, bool)> {
        let group = named(scene, Thing::Piece(side), name);
        let shapes = group.shapes.iter();
        shapes
            .map(|shape| (shape.fill.is_some(), shape.stroke.is_some()))
            .collect()
    };
    let game = Moulin::new(CLASSIQUE);
    let position = game.read_position("w=a1;b=d1;hand=8,8;turn=w").unwrap();
    let scene = families::moulin::draw(&game, &position, &Marks::default());
    assert_ne!(
        forms(&scene, Side::White, "a1"),
        forms(&scene, Side::Black, "d1")
    );

    let game = Mijnlieff::from_options("").unwrap();
    let text = "w=La1,Db1,Pc1,Ed1;b=La2,Db2,Pc2,Ed2;turn=w;limit=La2";
    let position = game.read_position(text).unwrap();
    let scene = families::mijnlieff::draw(&game, &position, &Marks::default());
    for column in ["a", "b", "c", "d"] {
        let white = forms(&scene, Side::White, &format!("{column}1"));
        let black = forms(&scene, Side::Black, &format!("{column}2"));
        assert_ne!(white, black);
    }
}

fn squares(game: &Mijnlieff, names: &str) -> Vec<Square> {
    let square = |name| game.board().square(name).expect(name);
    names.split(' ').map(square).collect()
}

fn points(names: &str) -> Vec<Point> {
    let point = |name| moulin::NINE.point(name).expect(name);
    names.split(' ').map(point).collect()
}

#[test]
fn the_published_example_after_six_turns() {
    let game = Mijnlieff::from_options("").unwrap();
    let text = "w=La1,La2,Eb2;b=Ea3,Pa4,Lc2;turn=w;limit=Lc2";
    let position = game.read_position(text).unwrap();
    let marks = Marks {
        open: Some(squares(&game, "c1 c3 c4 d2")),
        last: game.board().square("c2").map(Last::placed),
        hands: Visibility::Shown,
        ..Marks::default()
    };
    let scene = families::mijnlieff::draw(&game, &position, &marks);
    let counts = by_ink(&scene);
    // 4 tiles, 4 open squares and 12 that are not, outlined all; 3 + 3 pieces placed and 5 + 5 in
    // hand, 3 + 3 slots empty.
    assert_eq!(counts[&Ink::Wood], 4);
    assert_eq!(counts[&Ink::Recess], 4);
    assert_eq!(counts[&Ink::Dimmed], 12);
    assert_eq!(counts[&Ink::Grain], 16 + 6);
    assert_eq!(counts[&Ink::Coordinate], 8);
    assert_eq!(counts[&Ink::Line], 16);
    assert_eq!(counts[&Ink::StoneWhite], 8);
    assert_eq!(counts[&Ink::StoneBlack], 8);
    // A symbol with knobs has 6 shapes, one with a ring 2; a white piece has a frame besides.
    assert_eq!(counts[&Ink::OnWhite], 8 + 4 * 6 + 4 * 2);
    assert_eq!(counts[&Ink::OnBlack], 4 * 6 + 4 * 2);
    assert_eq!(counts[&Ink::Target], 4);
    assert_eq!(counts[&Ink::Last], 1);
    assert!(!counts.contains_key(&Ink::Page));
    assert_eq!(by_ink(&scene.on_page())[&Ink::Page], 1);
}

#[test]
fn a_closed_mill_with_its_captures() {
    let game = Moulin::new(CLASSIQUE);
    let position = game
        .read_position("w=a1,d1,g1,f4;b=b4,c4,d7,e3;hand=0,0;turn=b")
        .unwrap();
    let last = Last {
        from: moulin::NINE.point("a4"),
        to: points("a1")[0],
        taken: points("g7"),
    };
    let marks = Marks {
        last: Some(last),
        captures: points("b4 c4 d7 e3"),
        lines: vec![points("g1 a1 d1")],
        ..Marks::default()
    };
    let counts = by_ink(&families::moulin::draw(&game, &position, &marks));
    // 32 joints, 24 points, 8 outlines; two ribbons join the mill; bar, dot, corners and the
    // outline of what was taken make the last move.
    assert_eq!(counts[&Ink::Line], 32 + 24 + 8);
    assert_eq!(counts[&Ink::Wood], 1);
    assert_eq!(counts[&Ink::Coordinate], 14);
    assert_eq!(counts[&Ink::StoneWhite], 4);
    assert_eq!(counts[&Ink::StoneBlack], 4);
    assert_eq!(counts[&Ink::OnWhite], 4);
    assert_eq!(counts[&Ink::OnBlack], 4);
    assert_eq!(counts[&Ink::Capture], 2 * 4);
    assert_eq!(counts[&Ink::Run], 2);
    assert_eq!(counts[&Ink::Last], 4);
}
