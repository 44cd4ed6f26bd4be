use std::fmt;

use crate::exact::Exact;

/// What a position is worth to the side to move when both play best, without saying how long it
/// takes. More is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Nobody can win.
    Draw,
    /// Won.
    Win,
}

impl Wdl {
    /// What a move that leads to such a position is worth to its player.
    #[must_use]
    pub const fn before(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl From<Exact> for Wdl {
    fn from(exact: Exact) -> Wdl {
        match exact {
            Exact::Loss(_) => Wdl::Loss,
            Exact::Draw => Wdl::Draw,
            Exact::Win(_) => Wdl::Win,
        }
    }
}

impl fmt::Display for Wdl {
    /// `win`, `draw`, `loss`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        })
    }
}
