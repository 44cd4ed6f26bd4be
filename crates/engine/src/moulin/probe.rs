use std::fmt;

use moulin::Position;

use super::tables;

/// A position of the moving phase, as the side to move sees it. Sets of points have a bit a point,
/// by its number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The stones of the side to move.
    pub mine: u32,
    /// The other's stones.
    pub theirs: u32,
    /// Who has not used the one flight: bit 0 the side to move, bit 1 the other. 0 under rules
    /// without such a right.
    pub flights: u8,
}

/// What a position is worth to the side to move when both play best, draw limits ignored. The
/// winner hurries and the loser delays; turns of both are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// Won after so many turns.
    Win(u32),
    /// Nobody can win.
    Draw,
    /// Lost after so many turns; 0 is lost now.
    Loss(u32),
}

impl Exact {
    /// What a move that leads to such a position is worth to its player.
    #[must_use]
    pub const fn before(self) -> Exact {
        match self {
            Exact::Win(turns) => Exact::Loss(turns + 1),
            Exact::Draw => Exact::Draw,
            Exact::Loss(turns) => Exact::Win(turns + 1),
        }
    }
}

impl fmt::Display for Exact {
    /// `win 5`, `draw`, `loss 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Exact::Win(turns) => write!(f, "win {turns}"),
            Exact::Draw => f.write_str("draw"),
            Exact::Loss(turns) => write!(f, "loss {turns}"),
        }
    }
}

/// Somebody who knows endings by heart. Asked from several threads, often, and trusted.
pub trait Probe: Send + Sync {
    /// The most stones on the board, of both players, about which to ask.
    fn most_stones(&self) -> u32;

    /// What a position is worth, if known.
    fn probe(&self, ending: &Ending) -> Option<Exact>;

    /// What a position of either phase is worth, if known. Asked about the root's moves and the
    /// lines that are told, so it need not be as quick.
    fn position(&self, position: &Position) -> Option<Exact>;
}

impl From<tables::Exact> for Exact {
    fn from(exact: tables::Exact) -> Exact {
        match exact {
            tables::Exact::Win { turns } => Exact::Win(turns.into()),
            tables::Exact::Draw => Exact::Draw,
            tables::Exact::Loss { turns } => Exact::Loss(turns.into()),
        }
    }
}
