//! What holds on every position of both games, on hundreds of thousands of random ones.

mod random_positions;

use std::collections::HashSet;

use game::{Game, Notation, Random, Side};
use mijnlieff::{Cell, Kind, Limit, Mijnlieff, Square, Turning};
use moulin::{Moulin, NINE};
use random_positions::{boards, mijnlieff, moulin, played, scattered_pieces, scattered_stones};

/// Mill games without an end are left after this many turns.
const LONG: u64 = 120;

/// Calls `see` with twenty positions of each of so many random setups, half of them from play.
fn each_mill_position(
    seed: u64,
    setups: u32,
    mut see: impl FnMut(&Moulin, &moulin::Position, &mut Random),
) {
    let mut random = Random::new(seed);
    for _ in 0..setups {
        let moulin = moulin(&mut random);
        for _ in 0..10 {
            let position = played(&moulin, LONG, &mut random);
            see(&moulin, &position, &mut random);
            let position = scattered_stones(&moulin, &mut random);
            see(&moulin, &position, &mut random);
        }
    }
}

/// The same for Mijnlieff.
fn each_mijnlieff_position(
    seed: u64,
    setups: u32,
    mut see: impl FnMut(&Mijnlieff, &mijnlieff::Position, &mut Random),
) {
    let (boards, mut random) = (boards(), Random::new(seed));
    for _ in 0..setups {
        let mijnlieff = mijnlieff(&boards, &mut random);
        for _ in 0..10 {
            let squares = u64::from(mijnlieff.board().squares().count());
            let position = played(&mijnlieff, squares + 2, &mut random);
            see(&mijnlieff, &position, &mut random);
            let position = scattered_pieces(&mijnlieff, &mut random);
            see(&mijnlieff, &position, &mut random);
        }
    }
}

// ---- No legal turn is the end ----

#[track_caller]
fn check_end<G: Notation>(game: &G, position: &G::Position) {
    let text = || format!("{} {}", game.setup_text(), game.position_text(position));
    let moves = game.moves(position);
    let over = game.outcome(position).is_some();
    assert_eq!(moves.is_empty(), over, "{}", text());
    assert_eq!(game.count_moves(position), moves.len() as u64, "{}", text());
    let listed = |played| moves.contains(&played);
    let drawn = game.random_move(position, &mut Random::new(moves.len() as u64));
    assert_eq!(drawn.map(listed), (!over).then_some(true), "{}", text());
}

#[test]
fn a_mill_game_is_over_exactly_when_there_is_no_turn() {
    each_mill_position(11, 5_000, |moulin, position, _| check_end(moulin, position));
}

#[test]
fn a_mijnlieff_game_is_over_exactly_when_there_is_no_turn() {
    each_mijnlieff_position(12, 5_000, |mijnlieff, position, _| {
        check_end(mijnlieff, position);
    });
}

/// MJ9: each turn places a piece or passes, and who passes does so between two pieces of the other.
#[test]
fn mj9_every_mijnlieff_game_ends() {
    let (boards, mut random) = (boards(), Random::new(13));
    for _ in 0..20_000 {
        let mijnlieff = mijnlieff(&boards, &mut random);
        let squares = mijnlieff.board().squares().count();
        let game = game::playout(&mijnlieff, &mijnlieff.start(), 2 * squares, &mut random);
        assert!(game.outcome.is_some(), "{}", mijnlieff.setup_text());
        let placed = Side::BOTH.map(|side| game.position.pieces(side).count());
        assert!(placed.contains(&(squares / 2)), "a hand is empty");
    }
}

/// MJ10: a run of n holds n − 2 lines of three.
#[test]
fn mj10_points_are_those_of_the_runs() {
    each_mijnlieff_position(14, 5_000, |mijnlieff, position, _| {
        let of_runs = Side::BOTH.map(|side| {
            let runs = mijnlieff.board().runs(position.pieces(side)).into_iter();
            runs.map(|run| run.len() as u32 - 2).sum::<u32>()
        });
        assert_eq!(mijnlieff.score(position), of_runs);
    });
}

// ---- Texts read back ----

#[track_caller]
fn check_texts<G>(game: &G, position: &G::Position)
where
    G: Notation<PositionError: std::fmt::Debug + PartialEq, MoveError: std::fmt::Debug + PartialEq>,
{
    let text = game.position_text(position);
    assert_eq!(game.read_position(&text), Ok(*position), "{text}");
    for played in game.moves(position) {
        let turn = game.move_text(played);
        assert_eq!(game.read_move(position, &turn), Ok(played), "{text} {turn}");
    }
}

#[test]
fn mill_texts_read_back() {
    each_mill_position(21, 5_000, |moulin, position, _| {
        check_texts(moulin, position);
        let setup = moulin.setup_text();
        let options = setup.strip_prefix("moulin:").unwrap();
        assert_eq!(Moulin::from_options(options), Ok(*moulin), "{setup}");
    });
}

#[test]
fn mijnlieff_texts_read_back() {
    each_mijnlieff_position(22, 5_000, |mijnlieff, position, _| {
        check_texts(mijnlieff, position);
        let setup = mijnlieff.setup_text();
        let (_, options) = setup.split_once(':').unwrap_or_default();
        assert_eq!(
            Mijnlieff::from_options(options).as_ref(),
            Ok(mijnlieff),
            "{setup}"
        );
    });
}

/// The text with one to three characters put in, left out or changed.
fn damaged(text: &str, random: &mut Random) -> String {
    let others: Vec<char> = "abcdegxLDPEw0123456789-=.,;:/ é\u{0}\u{7f}"
        .chars()
        .collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(chars.len() as u64 + 1) as usize;
        let end = (at + random.below(2) as usize).min(chars.len());
        let new = random
            .pick(&others)
            .copied()
            .filter(|_| random.bits() & 1 == 0);
        chars.splice(at..end, new);
    }
    chars.into_iter().collect()
}

/// Reading a damaged text does not panic, and what is read at all reads back.
#[track_caller]
fn check_damaged<G>(game: &G, position: &G::Position, random: &mut Random)
where
    G: Notation<PositionError: std::fmt::Debug + PartialEq, MoveError: std::fmt::Debug + PartialEq>,
{
    let text = damaged(&game.position_text(position), random);
    if let Ok(read) = game.read_position(&text) {
        let again = game.position_text(&read);
        assert_eq!(game.read_position(&again), Ok(read), "{text}");
    }
    if let Some(played) = game.random_move(position, random) {
        let turn = damaged(&game.move_text(played), random);
        if let Ok(read) = game.read_move(position, &turn) {
            let again = game.move_text(read);
            assert_eq!(game.read_move(position, &again), Ok(read), "{turn}");
        }
    }
}

#[test]
fn damaged_mill_texts_are_read_or_refused() {
    each_mill_position(23, 3_000, |moulin, position, random| {
        check_damaged(moulin, position, random);
        let text = damaged(&moulin.setup_text()["moulin:".len()..], random);
        if let Ok(read) = Moulin::from_options(&text) {
            let again = read.setup_text();
            let options = &again["moulin:".len()..];
            assert_eq!(Moulin::from_options(options), Ok(read), "{text}");
        }
    });
}

#[test]
fn damaged_mijnlieff_texts_are_read_or_refused() {
    each_mijnlieff_position(24, 3_000, |mijnlieff, position, random| {
        check_damaged(mijnlieff, position, random);
        let setup = mijnlieff.setup_text();
        let (_, options) = setup.split_once(':').unwrap_or_default();
        let text = damaged(options, random);
        if let Ok(read) = Mijnlieff::from_options(&text) {
            let again = read.setup_text();
            let (_, options) = again.split_once(':').unwrap_or_default();
            assert_eq!(Mijnlieff::from_options(options), Ok(read), "{text}");
        }
    });
}

// ---- A turn is refused exactly when it is not legal ----

/// Tries each of these texts, whose squares or points all exist.
#[track_caller]
fn check_refusals<G: Notation>(
    game: &G,
    position: &G::Position,
    texts: impl Iterator<Item = String>,
    rule: impl Fn(G::MoveError) -> Option<game::Rule>,
) {
    let moves = game.moves(position).into_iter();
    let legal: HashSet<String> = moves.map(|played| game.move_text(played)).collect();
    for text in texts {
        let context = || {
            format!(
                "{} {} {text}",
                game.setup_text(),
                game.position_text(position)
            )
        };
        match game.read_move(position, &text) {
            // Two stones may be named in either order; what is printed is in the list.
            Ok(played) => assert!(legal.contains(&game.move_text(played)), "{}", context()),
            Err(error) => {
                assert!(!legal.contains(&text), "{}", context());
                assert!(rule(error).is_some(), "{}", context());
            }
        }
    }
}

fn mill_rule(error: moulin::MoveError) -> Option<game::Rule> {
    match error {
        moulin::MoveError::Illegal(illegal) => Some(illegal.rule()),
        _ => None,
    }
}

fn names(moulin: &Moulin) -> Vec<String> {
    let board = moulin.rules().board;
    board
        .points()
        .into_iter()
        .map(|point| board.name(point))
        .collect()
}

/// Every step from a point or the hand to a point.
fn steps(names: &[String]) -> impl Iterator<Item = String> {
    let sources = names.iter().map(|from| format!("{from}-"));
    let sources = sources.chain([String::new()]);
    sources.flat_map(|from| names.iter().map(move |to| format!("{from}{to}")))
}

#[test]
fn a_mill_turn_is_refused_exactly_when_it_is_not_legal() {
    each_mill_position(31, 110, |moulin, position, random| {
        let names = names(moulin);
        let mut taken = || random.pick(&names).cloned().unwrap_or_default();
        let texts = steps(&names).flat_map(|step| {
            let (one, two) = (taken(), taken());
            [format!("{step}x{one}"), format!("{step}x{one}x{two}"), step]
        });
        let texts = texts.chain(["pass".to_owned()]);
        check_refusals(moulin, position, texts, mill_rule);
    });
}

#[test]
fn a_mill_turn_with_any_capture_is_refused_exactly_when_it_is_not_legal() {
    each_mill_position(32, 6, |moulin, position, _| {
        let names = names(moulin);
        let texts =
            steps(&names).flat_map(|step| names.iter().map(move |taken| format!("{step}x{taken}")));
        check_refusals(moulin, position, texts, mill_rule);
    });
}

#[test]
fn a_mijnlieff_turn_is_refused_exactly_when_it_is_not_legal() {
    let rule = |error| match error {
        mijnlieff::MoveError::Illegal(illegal) => Some(illegal.rule()),
        _ => None,
    };
    each_mijnlieff_position(33, 3_000, |mijnlieff, position, _| {
        let squares = mijnlieff.board().squares().into_iter();
        let texts = squares.flat_map(|square| {
            let name = mijnlieff.board().name(square);
            Kind::ALL.map(|kind| format!("{}{name}", kind.letter()))
        });
        let texts = texts.chain(["pass".to_owned()]);
        check_refusals(mijnlieff, position, texts, rule);
    });
}

// ---- Symmetry ----

#[test]
fn mill_symmetries_map_turns_to_turns() {
    let symmetries = NINE.symmetries();
    each_mill_position(41, 3_000, |moulin, position, _| {
        let moves = moulin.moves(position);
        for symmetry in &symmetries {
            let image = symmetry.position(position);
            let mapped: HashSet<_> = moves
                .iter()
                .map(|played| symmetry.played(*played))
                .collect();
            let own: HashSet<_> = moulin.moves(&image).into_iter().collect();
            assert_eq!(mapped, own, "{}", moulin.position_text(position));
            assert_eq!(moulin.outcome(&image), moulin.outcome(position));
            for played in &moves {
                let next = symmetry.position(&moulin.play(position, *played));
                assert_eq!(moulin.play(&image, symmetry.played(*played)), next);
            }
        }
    });
}

/// A game on a turned or mirrored board.
struct Turned<'game> {
    original: &'game Mijnlieff,
    image: Mijnlieff,
    /// Where each square of the original goes.
    squares: Vec<Square>,
}

impl Turned<'_> {
    fn new(original: &Mijnlieff, turning: Turning) -> Turned<'_> {
        let board = original.board();
        let layout = board.layout().turned(turning);
        let image = Mijnlieff::new(layout, original.opening(), board.gaps());
        let squares = board.squares().into_iter();
        let cells: Vec<Cell> = squares
            .map(|square| turning.cell(board.cell(square)))
            .collect();
        let left = cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        let bottom = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
        let square = |cell: &Cell| image.board().square_at(cell.offset(-left, -bottom));
        let squares = cells
            .iter()
            .map(|cell| square(cell).expect("a square of the image"));
        let squares = squares.collect();
        Turned {
            original,
            image,
            squares,
        }
    }

    fn played(&self, played: mijnlieff::Move) -> mijnlieff::Move {
        match played {
            mijnlieff::Move::Place { kind, square } => {
                let square = self.squares[square.index()];
                mijnlieff::Move::Place { kind, square }
            }
            mijnlieff::Move::Pass => mijnlieff::Move::Pass,
        }
    }

    fn position(&self, position: &mijnlieff::Position) -> mijnlieff::Position {
        let piece = |kind: Kind, square: Square| {
            let name = self.image.board().name(self.squares[square.index()]);
            format!("{}{name}", kind.letter())
        };
        let [white, black] = Side::BOTH.map(|side| {
            let squares = position.pieces(side).into_iter();
            let pieces =
                squares.filter_map(|square| Some(piece(position.piece(square)?.1, square)));
            pieces.collect::<Vec<String>>().join(",")
        });
        let limit = match position.limit() {
            Limit::Start => "start".to_owned(),
            Limit::None => "none".to_owned(),
            Limit::Piece { kind, square } => piece(kind, square),
        };
        let turn = position.turn().letter();
        let text = format!("w={white};b={black};turn={turn};limit={limit}");
        self.image
            .read_position(&text)
            .expect("an image is a position")
    }

    #[track_caller]
    fn check(&self, position: &mijnlieff::Position) {
        let image = self.position(position);
        let context = self.original.setup_text() + " " + &self.original.position_text(position);
        let moves = self.original.moves(position);
        let mapped: HashSet<_> = moves.iter().map(|played| self.played(*played)).collect();
        let own: HashSet<_> = self.image.moves(&image).into_iter().collect();
        assert_eq!(mapped, own, "{context}");
        let (ours, theirs) = (self.original.outcome(position), self.image.outcome(&image));
        assert_eq!(ours, theirs, "{context}");
        let (ours, theirs) = (self.original.score(position), self.image.score(&image));
        assert_eq!(ours, theirs, "{context}");
    }
}

#[test]
fn mijnlieff_boards_turned_and_mirrored_play_and_score_the_same() {
    each_mijnlieff_position(42, 400, |mijnlieff, position, _| {
        for turning in Turning::ALL {
            Turned::new(mijnlieff, turning).check(position);
        }
    });
}
