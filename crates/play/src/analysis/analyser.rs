use std::cmp::Reverse;
use std::time::Duration;

use engine::Stop;

use super::{AnalysisError, Value};
use crate::text::Text;
use crate::{Family, Lang, Match, Session};

/// Judges positions of one setup, whichever the game.
pub trait Analyser: Send {
    /// What there is to say about the position a session has reached, its history included. Told to
    /// stop it says what it knows by then. `progress` hears what it finds on its way.
    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError>;
}

/// Judges positions of one game: what a family implements.
pub trait GameAnalyser<G: Family>: Send {
    /// As [`Analyser::analyse`], of a match whose type is known.
    fn analyse(
        &mut self,
        played: &Match<G>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError>;
}

/// An analyser of one game as one of whichever game.
pub(crate) struct Typed<G>(pub(crate) Box<dyn GameAnalyser<G>>);

impl<G: Family> Analyser for Typed<G> {
    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError> {
        let played = Match::of_session(session).ok_or(AnalysisError::OtherGame)?;
        self.0.analyse(played, limits, progress)
    }
}

/// How far an analysis may go: the first limit reached ends it, and so does knowing all.
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

/// What is known or found about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// What it is worth to the side to move.
    pub value: Value,
    /// The best moves, best first; none when the game is over.
    pub moves: Vec<RankedMove>,
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// What else there is to say, such as that a table it needed is damaged.
    pub notes: Vec<Text>,
}

impl Analysis {
    /// Turns that every move was looked ahead; nothing where all that is told is exact.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        let own = [self.value].into_iter();
        let values = own.chain(self.moves.iter().map(|ranked| ranked.value));
        let depths = values.filter_map(|value| match value {
            Value::Score { depth, .. } => Some(depth),
            _ => None,
        });
        depths.min()
    }

    /// Whether another one looked less far ahead. What is exact is as deep as can be.
    #[must_use]
    pub fn is_deeper(&self, other: &Analysis) -> bool {
        let far = |analysis: &Analysis| analysis.depth().unwrap_or(u32::MAX);
        far(self) > far(other)
    }
}

/// A legal move, its value, and how play goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub played: String,
    /// Its value to the player who makes it.
    pub value: Value,
    /// A best line after it, as far as it is known.
    pub line: Vec<String>,
    /// Which draw limit comes before that win or loss, where one does: half a sentence.
    pub limit_first: Option<Text>,
}

impl RankedMove {
    /// The best first, equal ones in the order of their texts.
    pub(crate) fn order(&self) -> (Reverse<i32>, String) {
        (Reverse(self.value.rank()), self.played.clone())
    }

    /// That a draw limit comes first, in a sentence that names the move.
    #[must_use]
    pub fn limit_note(&self) -> Option<Text> {
        let limit = self.limit_first.as_ref()?;
        let played = &self.played;
        Some(Text::new(
            format!("after {played} {}", limit.get(Lang::EN)),
            format!("après {played}, {}", limit.get(Lang::FR)),
        ))
    }

    /// The move and the line after it.
    #[must_use]
    pub fn line_with_move(&self) -> Vec<String> {
        let first = [self.played.clone()].into_iter();
        first.chain(self.line.iter().cloned()).collect()
    }
}
