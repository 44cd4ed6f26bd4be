//! Exact search against plain minimax, against itself on turned boards, with other numbers of
//! threads and with little memory.
#![allow(clippy::unwrap_used)]

use engine::mijnlieff::Solver;
use engine::{Stop, Stopped};
use game::{Game, Notation, Random, Side};
use mijnlieff::{Contact, Gaps, Layout, Limit, Mijnlieff, Opening, Position, Turning, layouts};

const MEMORY: usize = 64 << 20;

/// The value by trying everything: no cache, no bounds, the rules alone.
fn minimax(game: &Mijnlieff, position: &Position) -> i32 {
    let moves = game.moves(position);
    let values = moves
        .iter()
        .map(|played| -minimax(game, &game.play(position, *played)));
    values.max().unwrap_or_else(|| {
        let points = game.score(position).map(|points| points as i32);
        let side = position.turn();
        points[side.index()] - points[side.other().index()]
    })
}

/// A random board of one set, any opening, any gap rule.
fn random_game(boards: &[Layout], random: &mut Random) -> Mijnlieff {
    let layout = random.pick(boards).unwrap().clone();
    let opening = *random.pick(&Opening::ALL).unwrap();
    let gaps = *random.pick(&[Gaps::Block, Gaps::Cross]).unwrap();
    Mijnlieff::new(layout, opening, gaps)
}

/// A position of a random game with so many empty squares, or where the game ended sooner.
fn random_position(game: &Mijnlieff, empty: u32, random: &mut Random) -> Position {
    let mut position = game.start();
    while game.empty(&position).count() > empty {
        match game.random_move(&position, random) {
            Some(played) => position = game.play(&position, played),
            None => break,
        }
    }
    position
}

#[test]
fn values_are_those_of_plain_minimax() {
    let boards = layouts(1, Contact::All);
    let mut random = Random::new(21);
    let stop = Stop::never();
    for number in 0..2_000 {
        let game = random_game(&boards, &mut random);
        let empty = 3 + random.below(5) as u32;
        let position = random_position(&game, empty, &mut random);
        let solver = Solver::new(&game, 1 << 16, 1 + number % 2).unwrap();
        let text = format!("{} {}", game.setup_text(), game.position_text(&position));
        let value = minimax(&game, &position);
        assert_eq!(solver.value(&position, &stop), Ok(value), "{text}");
        let moves = solver.moves(&position, &stop).unwrap();
        assert_eq!(moves.len(), game.moves(&position).len(), "{text}");
        assert!(moves.is_sorted_by_key(|valued| -valued.value), "{text}");
        for valued in &moves {
            let next = game.play(&position, valued.played);
            assert_eq!(valued.value, -minimax(&game, &next), "{text}");
        }
        assert!(
            moves.first().is_none_or(|best| best.value == value),
            "{text}"
        );
    }
}

#[test]
fn a_line_leads_to_the_end_with_the_value_promised() {
    let boards = layouts(1, Contact::All);
    let mut random = Random::new(4);
    let stop = Stop::never();
    for _ in 0..300 {
        let game = random_game(&boards, &mut random);
        let mut position = random_position(&game, 8, &mut random);
        let solver = Solver::new(&game, MEMORY >> 6, 1).unwrap();
        let (side, value) = (position.turn(), solver.value(&position, &stop).unwrap());
        for played in solver.line(&position, &stop).unwrap() {
            assert!(game.moves(&position).contains(&played));
            position = game.play(&position, played);
        }
        assert!(game.outcome(&position).is_some());
        let [white, black] = game.score(&position).map(|points| points as i32);
        let margin = if side == Side::White {
            white - black
        } else {
            black - white
        };
        assert_eq!(margin, value);
    }
}

/// The position on the turned board.
fn turned(game: &Mijnlieff, position: &Position, turning: Turning) -> (Mijnlieff, Position) {
    let layout = game.board().layout().turned(turning);
    let other = Mijnlieff::new(layout, game.opening(), game.board().gaps());
    let cells = game.board().squares().into_iter();
    let cells: Vec<_> = cells
        .map(|square| turning.cell(game.board().cell(square)))
        .collect();
    let left = cells.iter().map(|cell| cell.column).min().unwrap();
    let bottom = cells.iter().map(|cell| cell.row).min().unwrap();
    let image = |square: mijnlieff::Square| {
        let cell = cells[square.index()].offset(-left, -bottom);
        let square = other.board().square_at(cell).unwrap();
        other.board().name(square)
    };
    let pieces = |side: Side| {
        let squares = position.pieces(side).into_iter();
        let texts = squares.map(|square| {
            let (_, kind) = position.piece(square).unwrap();
            format!("{}{}", kind.letter(), image(square))
        });
        texts.collect::<Vec<_>>().join(",")
    };
    let limit = match position.limit() {
        Limit::Start => "start".to_owned(),
        Limit::None => "none".to_owned(),
        Limit::Piece { kind, square } => format!("{}{}", kind.letter(), image(square)),
    };
    let text = format!(
        "w={};b={};turn={};limit={limit}",
        pieces(Side::White),
        pieces(Side::Black),
        position.turn().letter()
    );
    let position = other.read_position(&text).unwrap();
    (other, position)
}

#[test]
fn values_do_not_depend_on_turning_threads_or_memory() {
    let boards = layouts(1, Contact::All);
    let mut random = Random::new(8);
    let stop = Stop::never();
    for _ in 0..40 {
        let game = random_game(&boards, &mut random);
        let position = random_position(&game, 11, &mut random);
        let value = |memory, threads| {
            let solver = Solver::new(&game, memory, threads).unwrap();
            solver.value(&position, &stop).unwrap()
        };
        let expected = value(MEMORY >> 3, 1);
        assert_eq!(value(MEMORY >> 3, 2), expected);
        assert_eq!(value(1 << 10, 1), expected, "almost without memory");
        for turning in Turning::ALL {
            let (other, position) = turned(&game, &position, turning);
            let solver = Solver::new(&other, MEMORY >> 3, 2).unwrap();
            let text = format!("{} {}", other.setup_text(), other.position_text(&position));
            assert_eq!(solver.value(&position, &stop), Ok(expected), "{text}");
        }
    }
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let game = Mijnlieff::from_options("opening=anywhere").unwrap();
    let solver = Solver::new(&game, MEMORY, 2).unwrap();
    let stop = Stop::never();
    stop.now();
    assert_eq!(solver.value(&game.start(), &stop), Err(Stopped));
    assert_eq!(solver.moves(&game.start(), &stop), Err(Stopped));
    let soon = Stop::after(std::time::Duration::from_millis(20));
    assert_eq!(solver.line(&game.start(), &soon), Err(Stopped));
}

#[test]
fn the_same_work_of_one_thread_takes_the_same_nodes() {
    let game = Mijnlieff::from_options("board=0.0/2.2/4.4/6.6,opening=anywhere").unwrap();
    let solver = Solver::new(&game, MEMORY, 1).unwrap();
    assert_eq!(solver.value(&game.start(), &Stop::never()), Ok(1));
    assert_eq!(solver.nodes(), 172_999);
}

#[test]
fn more_than_one_set_is_too_large() {
    let game = Mijnlieff::from_options("sets=2").unwrap();
    let refused = Solver::new(&game, MEMORY, 1).err().unwrap();
    assert_eq!(refused.squares, 32);
}
