use std::fmt;

use tables::{Exact, Wdl};

/// Worth more than any estimate: a game won at once. A win after some turns is worth one less for
/// each of them.
pub(super) const WON: i32 = 30_000;

/// Values beyond this, either way, are proven.
pub(super) const PROVEN: i32 = 29_000;

/// What a move or a position is worth to the side to move, and whether that is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Proven by a search to the end of every line that matters, or known by heart.
    Exact(Exact),
    /// Known by heart, but not how long it takes.
    Wdl(Wdl),
    /// A guess.
    Estimate {
        /// The stones it seems to be ahead by, in hundredths.
        hundredths: i32,
        /// Turns looked ahead; 0 is the static evaluation.
        depth: u32,
    },
}

impl Score {
    /// How far ahead the side is or seems, in hundredths of a stone; what is proven counts more
    /// than any guess, and a near win more than a far one.
    #[must_use]
    pub fn hundredths(self) -> i32 {
        match self {
            Score::Exact(exact) => value(exact, 0),
            Score::Wdl(wdl) => shift(wdl),
            Score::Estimate { hundredths, .. } => hundredths,
        }
    }

    /// What a value of a search of this depth says.
    pub(super) fn new(value: i32, depth: u32) -> Score {
        let turns = (WON - value.abs()) as u32;
        if value >= PROVEN {
            Score::Exact(Exact::Win(turns))
        } else if value <= -PROVEN {
            Score::Exact(Exact::Loss(turns))
        } else {
            Score::Estimate {
                hundredths: value,
                depth,
            }
        }
    }
}

/// Half of what lies between the scores of WDL values: estimates are kept below it.
pub(super) const WIDTH: i32 = 9_000;

/// What is added to estimates of moves whose WDL value is known, so that no estimate outweighs a WDL value
/// and what is proven outweighs both.
pub(super) const fn shift(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Loss => -2 * WIDTH,
        Wdl::Draw => 0,
        Wdl::Win => 2 * WIDTH,
    }
}

/// The value of a known ending so many turns from the root.
pub(super) fn value(exact: Exact, ply: u32) -> i32 {
    match exact {
        Exact::Win(turns) => WON - (turns + ply) as i32,
        Exact::Draw => 0,
        Exact::Loss(turns) => (turns + ply) as i32 - WON,
    }
}

impl fmt::Display for Score {
    /// `win 5`, `loss 4`, `draw`, without a number where it is not known, or `score +0.42 depth 14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Exact(exact) => exact.fmt(f),
            Score::Wdl(wdl) => wdl.fmt(f),
            Score::Estimate { hundredths, depth } => {
                let sign = if hundredths < 0 { '-' } else { '+' };
                let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
                write!(f, "score {sign}{whole}.{part:02} depth {depth}")
            }
        }
    }
}
