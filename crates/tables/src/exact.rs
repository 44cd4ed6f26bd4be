use std::fmt;

/// What a position is worth to the side to move when both play best, draw limits ignored: the
/// winner plays as short and the loser as long as possible, and endless play is a draw. Turns of
/// both are counted.
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

    /// Turns until the end, if there is one.
    #[must_use]
    pub const fn turns(self) -> Option<u32> {
        match self {
            Exact::Win(turns) | Exact::Loss(turns) => Some(turns),
            Exact::Draw => None,
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
