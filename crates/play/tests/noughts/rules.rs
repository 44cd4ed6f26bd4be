//! Three in a row on nine squares: the rules and their texts.

use game::{Ending, Game, Notation, Outcome, Reason, Rule, Side};

/// The rule of the line.
pub(crate) const N1: Rule = Rule("N1");
/// The rule of the full board.
pub(crate) const N2: Rule = Rule("N2");

/// Somebody has three in a row.
pub(crate) const THREE: Ending = Ending::new("three in a row", N1);

/// No square is left.
pub(crate) const FULL: Ending = Ending::new("board full", N2);

/// The lines of three, a bit for each square.
pub(crate) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

const BOARD: u16 = 0b111_111_111;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noughts;

/// The squares of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    /// White's and black's.
    pub(crate) marks: [u16; 2],
}

/// A square, from 0 (a1) along the rows to 8 (c3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Square(pub(crate) u8);

impl Square {
    /// All nine.
    pub(crate) fn all() -> impl Iterator<Item = Square> {
        (0..9).map(Square)
    }

    /// `a1` to `c3`.
    pub(crate) fn name(self) -> String {
        let letter = char::from(b'a' + self.0 % 3);
        format!("{letter}{}", self.0 / 3 + 1)
    }

    /// The square with this name.
    pub(crate) fn read(text: &str) -> Option<Square> {
        Square::all().find(|square| square.name() == text.trim().to_lowercase())
    }

    fn bit(self) -> u16 {
        1 << self.0
    }
}

impl Position {
    /// Whose mark is on a square.
    pub(crate) fn holder(&self, square: Square) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.marks[side.index()] & square.bit() != 0)
    }

    /// The lines of a side that are complete.
    pub(crate) fn complete(&self, side: Side) -> impl Iterator<Item = u16> {
        let marks = self.marks[side.index()];
        LINES.into_iter().filter(move |line| line & !marks == 0)
    }
}

impl Game for Noughts {
    const ENDINGS: &'static [Ending] = &[THREE, FULL];

    type Position = Position;
    type Move = Square;

    fn start(&self) -> Position {
        Position { marks: [0; 2] }
    }

    fn turn(&self, position: &Position) -> Side {
        let [white, black] = position.marks.map(u16::count_ones);
        if white == black {
            Side::White
        } else {
            Side::Black
        }
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Square)) {
        if self.outcome(position).is_none() {
            let free = Square::all().filter(|square| position.holder(*square).is_none());
            free.for_each(visit);
        }
    }

    fn play(&self, position: &Position, played: Square) -> Position {
        let mut next = *position;
        next.marks[self.turn(position).index()] |= played.bit();
        next
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mut winners = Side::BOTH.into_iter();
        let winner = winners.find(|side| position.complete(*side).next().is_some());
        let won = winner.map(|side| Outcome::win(side, Reason::Rules(THREE)));
        let full = position.marks[0] | position.marks[1] == BOARD;
        won.or_else(|| full.then_some(Outcome::draw(Reason::Rules(FULL))))
    }
}

impl Notation for Noughts {
    type PositionError = ();
    type MoveError = ();

    fn setup_text(&self) -> String {
        "noughts".to_owned()
    }

    fn position_text(&self, position: &Position) -> String {
        let sign = |square| match position.holder(square) {
            None => '.',
            Some(Side::White) => 'x',
            Some(Side::Black) => 'o',
        };
        Square::all().map(sign).collect()
    }

    fn read_position(&self, text: &str) -> Result<Position, ()> {
        let mut position = self.start();
        if text.chars().count() != 9 {
            return Err(());
        }
        for (square, sign) in Square::all().zip(text.chars()) {
            match sign {
                '.' => {}
                'x' => position.marks[0] |= square.bit(),
                'o' => position.marks[1] |= square.bit(),
                _ => return Err(()),
            }
        }
        let [white, black] = position.marks.map(u16::count_ones);
        let in_turn = white == black || white == black + 1;
        in_turn.then_some(position).ok_or(())
    }

    fn move_text(&self, played: Square) -> String {
        played.name()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Square, ()> {
        assert_ne!(text, "fault", "a fault on purpose");
        let square = Square::read(text).ok_or(())?;
        self.moves(position)
            .contains(&square)
            .then_some(square)
            .ok_or(())
    }
}
