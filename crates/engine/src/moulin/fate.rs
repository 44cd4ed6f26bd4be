use std::fmt;

use super::exact::Exact;

/// What a position is worth to the side to move when both play best, without saying how long it
/// takes. More is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// Lost.
    Loss,
    /// Nobody can win.
    Draw,
    /// Won.
    Win,
}

impl Fate {
    /// What a move that leads to such a position is worth to its player.
    #[must_use]
    pub const fn before(self) -> Fate {
        match self {
            Fate::Loss => Fate::Win,
            Fate::Draw => Fate::Draw,
            Fate::Win => Fate::Loss,
        }
    }
}

impl From<Exact> for Fate {
    fn from(exact: Exact) -> Fate {
        match exact {
            Exact::Loss(_) => Fate::Loss,
            Exact::Draw => Fate::Draw,
            Exact::Win(_) => Fate::Win,
        }
    }
}

impl fmt::Display for Fate {
    /// `win`, `draw`, `loss`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fate::Loss => "loss",
            Fate::Draw => "draw",
            Fate::Win => "win",
        })
    }
}
