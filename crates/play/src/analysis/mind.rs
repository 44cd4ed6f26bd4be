use std::cmp::Reverse;
use std::time::Duration;

use engine::{Resources, Stop};

use super::{AnalysisError, Value};
use crate::{Session, Setup};

/// Somebody who thinks about positions of one setup, whichever the game.
pub trait Mind: Send {
    /// What there is to say about the position a session has reached, its history included. Told to
    /// stop it says what it knows by then. `progress` hears what it thinks on its way.
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AnalysisError>;
}

/// How far somebody may think: the first limit reached ends it, and so does knowing all.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Turns it may look ahead.
    pub depth: u32,
    /// Positions it may look at.
    pub nodes: u64,
    /// How many of the best moves are wanted.
    pub lines: usize,
    /// When it is to give up.
    pub stop: Stop,
}

impl Limits {
    /// The best move, and no limit but this.
    #[must_use]
    pub fn until(stop: &Stop) -> Limits {
        Limits {
            depth: u32::MAX,
            nodes: u64::MAX,
            lines: 1,
            stop: stop.clone(),
        }
    }
}

/// What somebody thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What it is worth to the side to move.
    pub value: Value,
    /// The best moves, best first; none when the game is over.
    pub moves: Vec<Judged>,
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// A legal move, its value, and how play goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub played: String,
    /// Its value to the player who makes it.
    pub value: Value,
    /// A best line after it, as far as it is known.
    pub line: Vec<String>,
    /// Whether the game is drawn for want of progress before that win or loss comes.
    pub limit_first: bool,
}

impl Judged {
    /// The best first, equal ones in the order of their texts.
    pub(super) fn order(&self) -> (Reverse<i32>, String) {
        (Reverse(self.value.rank()), self.played.clone())
    }

    /// The move and the line after it.
    #[must_use]
    pub fn line_with_move(&self) -> Vec<String> {
        let first = [self.played.clone()].into_iter();
        first.chain(self.line.iter().cloned()).collect()
    }
}

/// Somebody to think about a setup, with what may be used.
#[must_use]
pub fn mind(setup: &Setup, resources: &Resources) -> Box<dyn Mind> {
    match setup {
        Setup::Mijnlieff(game) => Box::new(super::mijnlieff::Thinking::new(game, resources)),
        Setup::Moulin(game) => Box::new(super::moulin::Thinking::new(game, resources)),
    }
}
