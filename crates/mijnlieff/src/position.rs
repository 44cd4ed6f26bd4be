use game::{Excerpt, FieldError, Side};

use crate::{Hands, Kind, Square, Squares};

/// The pieces on the board and in hand, whose turn it is, and what limits that turn.
///
/// Made by a [`Mijnlieff`](crate::Mijnlieff), so that it always fits its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) sides: [Squares; 2],
    /// The kind of each piece in two bits, low and high; clear on empty squares.
    pub(crate) kinds: [Squares; 2],
    pub(crate) hands: Hands,
    pub(crate) limit: Limit,
    pub(crate) turn: Side,
}

/// What limits a turn (MJ4, MJ7, MJ8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The first move: the opening rule.
    Start,
    /// The opponent has passed: nothing.
    None,
    /// The piece the opponent has just placed.
    Piece {
        /// Its kind.
        kind: Kind,
        /// Where it stands.
        square: Square,
    },
}

impl Position {
    pub(crate) const fn start(sets: u8) -> Position {
        Position {
            sides: [Squares::NONE; 2],
            kinds: [Squares::NONE; 2],
            hands: Hands::full(sets),
            limit: Limit::Start,
            turn: Side::White,
        }
    }

    /// The position with one more piece of `side`, everything else as it was.
    #[inline]
    pub(crate) fn with_piece(self, side: Side, kind: Kind, square: Square) -> Position {
        let at = Squares::only(square);
        let bit = |n: usize| {
            if kind.index() >> n & 1 != 0 {
                at
            } else {
                Squares::NONE
            }
        };
        let mut next = self;
        next.sides[side.index()] = next.sides[side.index()] | at;
        next.kinds = [next.kinds[0] | bit(0), next.kinds[1] | bit(1)];
        next.hands = next.hands.less(side, kind);
        next
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// What limits this turn.
    #[inline]
    #[must_use]
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// The pieces still to place.
    #[inline]
    #[must_use]
    pub const fn hands(&self) -> Hands {
        self.hands
    }

    /// The squares where `side` has pieces.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH
            .into_iter()
            .find(|side| self.pieces(*side).contains(square))?;
        let bit = |n: usize| usize::from(self.kinds[n].contains(square)) << n;
        Some((side, Kind::ALL[bit(0) | bit(1)]))
    }
}

/// Why a position is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text is not made of the known parts.
    Field(FieldError),
    /// Not a kind's letter and a square.
    Piece {
        /// What was there.
        text: Excerpt,
    },
    /// A name that no square of this board has.
    UnknownSquare {
        /// The name.
        name: Excerpt,
    },
    /// A square given twice.
    Twice {
        /// The square.
        square: Square,
    },
    /// More pieces of a kind than a player has (MJ3).
    TooMany {
        /// Whose.
        side: Side,
        /// Of which kind.
        kind: Kind,
        /// How many there are.
        most: u8,
    },
    /// Neither `w` nor `b`.
    Turn {
        /// What was there.
        text: Excerpt,
    },
    /// The limiting piece is not on the board, or not the opponent's (MJ4).
    NotTheirs {
        /// The piece's kind.
        kind: Kind,
        /// Its square.
        square: Square,
    },
    /// `start`, but there are pieces on the board, or it is black's turn (MJ7).
    Started,
    /// `none`, but the opponent has no piece left and so never passed (MJ8).
    NoPass,
}
