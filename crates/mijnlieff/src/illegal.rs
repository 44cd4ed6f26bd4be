use game::{Game, Outcome, Rule};

use crate::move_text::Wanted;
use crate::{Kind, Limit, Mijnlieff, Move, Opening, Position, Square, rule};

/// Why a turn is against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    Over(Outcome),
    /// The mover has no such piece left (MJ3).
    NotInHand {
        /// The kind.
        kind: Kind,
    },
    /// A piece stands there (MJ4).
    Occupied {
        /// Where.
        square: Square,
    },
    /// The opponent's piece does not leave that square open (MJ4).
    Limited {
        /// Where the piece was to go.
        square: Square,
        /// The kind of the limiting piece.
        kind: Kind,
        /// Where it stands.
        by: Square,
    },
    /// The square lies on the line of the opponent's piece, but beyond a gap (MJ6).
    BeyondGap {
        /// Where the piece was to go.
        square: Square,
        /// Where the limiting piece stands.
        by: Square,
    },
    /// The first move has to be a straight (MJ7).
    OpeningKind,
    /// The first move has to be elsewhere (MJ7).
    OpeningSquare {
        /// Where the piece was to go.
        square: Square,
        /// The opening rule.
        opening: Opening,
    },
    /// The mover can place a piece, so passing is not allowed (MJ8).
    NoPass,
    /// No square is open: the mover has to pass (MJ8).
    MustPass,
}

impl Illegal {
    /// The rule that forbids it.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Illegal::Over(_) => rule::MJ9,
            Illegal::NotInHand { .. } => rule::MJ3,
            Illegal::Occupied { .. } | Illegal::Limited { .. } => rule::MJ4,
            Illegal::BeyondGap { .. } => rule::MJ6,
            Illegal::OpeningKind | Illegal::OpeningSquare { .. } => rule::MJ7,
            Illegal::NoPass | Illegal::MustPass => rule::MJ8,
        }
    }
}

impl Mijnlieff {
    /// The legal move that is wanted, or the rule that forbids it.
    pub(crate) fn check(&self, position: &Position, wanted: Wanted) -> Result<Move, Illegal> {
        if let Some(outcome) = self.outcome(position) {
            return Err(Illegal::Over(outcome));
        }
        let open = self.open(position);
        let Wanted::Place { kind, square } = wanted else {
            return open.is_empty().then_some(Move::Pass).ok_or(Illegal::NoPass);
        };
        if open.is_empty() {
            return Err(Illegal::MustPass);
        }
        if position.hands().count(position.turn(), kind) == 0 {
            return Err(Illegal::NotInHand { kind });
        }
        if !self.may_place(position, kind) {
            return Err(Illegal::OpeningKind);
        }
        if !self.empty(position).contains(square) {
            return Err(Illegal::Occupied { square });
        }
        if open.contains(square) {
            return Ok(Move::Place { kind, square });
        }
        Err(match position.limit() {
            Limit::Piece { kind, square: by } if self.on_line(kind, by, square) => {
                Illegal::BeyondGap { square, by }
            }
            Limit::Piece { kind, square: by } => Illegal::Limited { square, kind, by },
            Limit::Start | Limit::None => Illegal::OpeningSquare {
                square,
                opening: self.opening(),
            },
        })
    }

    /// Whether a square lies on a line of a straight or a diagonal, gaps or not.
    fn on_line(&self, kind: Kind, by: Square, square: Square) -> bool {
        let (from, to) = (self.board().cell(by), self.board().cell(square));
        let columns = from.column.abs_diff(to.column);
        let rows = from.row.abs_diff(to.row);
        match kind {
            Kind::Straight => columns == 0 || rows == 0,
            Kind::Diagonal => columns == rows,
            Kind::Pusher | Kind::Puller => false,
        }
    }
}
