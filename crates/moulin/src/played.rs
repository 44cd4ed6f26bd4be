use crate::{Point, Points};

/// A whole turn, capture included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone from the hand onto the board (ML1).
    Place {
        /// Where.
        to: Point,
        /// The enemy stones it takes.
        takes: Points,
    },
    /// A stone slides or flies (ML2, ML6).
    Shift {
        /// From where.
        from: Point,
        /// Where to.
        to: Point,
        /// The enemy stones it takes.
        takes: Points,
    },
    /// The turn of a player who cannot move, where such a player does not lose (ML8).
    Pass,
}

impl Move {
    /// The enemy stones taken.
    #[must_use]
    pub const fn takes(self) -> Points {
        match self {
            Move::Place { takes, .. } | Move::Shift { takes, .. } => takes,
            Move::Pass => Points::NONE,
        }
    }

    /// Where the stone comes to stand; `None` for a pass.
    #[must_use]
    pub const fn to(self) -> Option<Point> {
        match self {
            Move::Place { to, .. } | Move::Shift { to, .. } => Some(to),
            Move::Pass => None,
        }
    }

    /// Where the stone comes from; `None` when it was in hand, and for a pass.
    #[must_use]
    pub const fn from(self) -> Option<Point> {
        match self {
            Move::Shift { from, .. } => Some(from),
            Move::Place { .. } | Move::Pass => None,
        }
    }
}
