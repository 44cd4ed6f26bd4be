use std::fmt;

use crate::Exact;

/// How the raw positions of a layer fare, for the side to move; none are merged by symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Won positions.
    pub win: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Lost positions.
    pub loss: u64,
    /// The most turns a win or loss takes.
    pub longest: u32,
}

impl Census {
    /// Counts so many positions of one value.
    pub(crate) fn add(&mut self, exact: Exact, positions: u64) {
        *match exact {
            Exact::Win(_) => &mut self.win,
            Exact::Draw => &mut self.draw,
            Exact::Loss(_) => &mut self.loss,
        } += positions;
        self.longest = self.longest.max(exact.turns().unwrap_or_default());
    }

    /// Of both together.
    pub(crate) fn with(self, other: Census) -> Census {
        Census {
            win: self.win + other.win,
            draw: self.draw + other.draw,
            loss: self.loss + other.loss,
            longest: self.longest.max(other.longest),
        }
    }
}

impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
