use std::fmt;

use crate::{Rule, Side};

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

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The rules of the game say so.
    Rules(Ending),
    /// Both players agreed on a draw.
    Agreement,
    /// The loser gave up.
    Resignation,
    /// The loser's clock ran out.
    Time,
    /// Somebody left and did not come back.
    Abandoned,
}

/// An ending that the rules of a game know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The word used in records and by the command line.
    pub tag: &'static str,
    /// The rule that says so.
    pub rule: Rule,
}

impl Ending {
    /// The ending with this word, by this rule.
    #[must_use]
    pub const fn new(tag: &'static str, rule: Rule) -> Ending {
        Ending { tag, rule }
    }
}

impl Reason {
    /// How players end a game, whatever its rules.
    pub const BY_PLAYERS: [Reason; 4] = [
        Reason::Agreement,
        Reason::Resignation,
        Reason::Time,
        Reason::Abandoned,
    ];

    /// The word used in records and by the command line.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Reason::Rules(ending) => ending.tag,
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Abandoned => "abandoned",
        }
    }

    /// Reads [`tag`](Reason::tag), given the endings of the game.
    #[must_use]
    pub fn from_tag(tag: &str, endings: &[Ending]) -> Option<Reason> {
        let by_rules = endings.iter().copied().map(Reason::Rules);
        let mut all = by_rules.chain(Reason::BY_PLAYERS);
        all.find(|reason| reason.tag() == tag)
    }

    /// The rule of the game that says so, unless the players do.
    #[must_use]
    pub const fn rule(self) -> Option<Rule> {
        match self {
            Reason::Rules(ending) => Some(ending.rule),
            Reason::Agreement | Reason::Resignation | Reason::Time | Reason::Abandoned => None,
        }
    }
}
