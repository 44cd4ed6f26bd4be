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
    /// Told at the end how long processors have worked on it, for whoever asked to pay for.
    pub(crate) charge: Box<dyn FnOnce(Duration) + Send>,
    pub(crate) tell: Telling,
}

/// Tells somebody what is found, and that there is no more to come, if nothing else does.
pub(crate) struct Telling {
    tell: Box<dyn FnMut(Found) + Send>,
    is_over: bool,
}

impl Telling {
    /// What hears it never waits.
    pub(crate) fn new(tell: impl FnMut(Found) + Send + 'static) -> Telling {
        Telling {
            tell: Box::new(tell),
            is_over: false,
        }
    }

    pub(super) fn tell(&mut self, found: Found) {
        self.is_over = match found {
            Found::Value(_) | Found::Move(..) => false,
            Found::LastValue(_) | Found::Reviewed(_) | Found::Failed(_) | Found::Lost => true,
        };
        (self.tell)(found);
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        if !self.is_over {
            (self.tell)(Found::Lost);
        }
    }
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
    /// Nothing comes, since too much was asked: it may be asked again later.
    Lost,
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
