use std::fmt;

use crate::Side;

/// How a game ended: who won, if anybody, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `side`.
    #[must_use]
    pub const fn win(side: Side, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(side),
            reason,
        }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.result(), self.reason.tag())
    }
}

/// Why a game ended. The first four come from a position alone, the others from a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move cannot move (ML8).
    Stuck,
    /// A side is down to two stones (ML7).
    TwoStones,
    /// A hand is empty and the other player had the last turn (MJ9).
    LastPiece,
    /// The last turn was a pass and the other hand is empty (MJ9).
    BothPass,
    /// The same position for the third time (ML9).
    Repetition,
    /// A hundred turns without a capture (ML9).
    HundredTurns,
    /// Both players agreed on a draw.
    Agreement,
    /// The loser gave up.
    Resignation,
    /// The loser's clock ran out.
    Time,
    /// Somebody left and did not come back.
    Abandoned,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 10] = [
        Reason::Stuck,
        Reason::TwoStones,
        Reason::LastPiece,
        Reason::BothPass,
        Reason::Repetition,
        Reason::HundredTurns,
        Reason::Agreement,
        Reason::Resignation,
        Reason::Time,
        Reason::Abandoned,
    ];

    /// The word used in records and by the command line.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Reason::Stuck => "stuck",
            Reason::TwoStones => "two stones",
            Reason::LastPiece => "last piece",
            Reason::BothPass => "both pass",
            Reason::Repetition => "repetition",
            Reason::HundredTurns => "100 turns",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Abandoned => "abandoned",
        }
    }

    /// Reads [`tag`](Reason::tag).
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.tag() == tag)
    }
}
