use std::time::Duration;

use play::analysis::{Accuracy, Analysis, AnalysisError, MoveReview};
use play::{Session, Setup};

use crate::owner::Owner;

/// What somebody asks, and who is told what is found.
pub(crate) struct Question {
    pub(crate) owner: Owner,
    pub(crate) setup: Setup,
    /// The game as it stands.
    pub(crate) session: Box<dyn Session>,
    pub(crate) subject: Subject,
    /// Never waits.
    pub(crate) tell: Box<dyn FnMut(Found) + Send>,
}

/// What is to be found out about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// What the position and each move is worth, deeper and deeper for so long.
    Value(Duration),
    /// What each move was worth.
    Review,
}

/// What is found.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// Values so far.
    Value(Analysis),
    /// The last values: nothing comes after them.
    LastValue(Analysis),
    /// A move of a review, and how far the review is.
    Move(Box<MoveReview>, Standing),
    /// Every move was told for good.
    Reviewed(Standing),
    /// Nothing comes any more.
    Failed(AnalysisError),
}

/// How far a review is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Moves of the game.
    pub(crate) moves: u32,
    /// Moves told, at a glance at least.
    pub(crate) glanced: u32,
    /// Moves told for good.
    pub(crate) settled: u32,
    /// By what is known so far.
    pub(crate) accuracy: Accuracy,
}
