//! Values of positions and moves, and reviews of recorded games.
//!
//! ```
//! use engine::Resources;
//! use play::Families;
//! use play::analysis::{Analyst, Value};
//!
//! let setup = Families::standard().setup("mijnlieff:opening=edge").unwrap();
//! let mut analyst = Analyst::new(&setup, &Resources::new(16 << 20));
//! let analysis = analyst.analyse(setup.session().as_ref(), None).unwrap();
//! assert_eq!(analysis.value, Value::Points(-1)); // the second player wins by a point
//! assert_eq!(analysis.moves.len(), 48);
//! ```

mod accuracy;
mod analyser;
mod cost;
mod game_review;
mod review;
mod value;

use std::time::Duration;

use engine::{Resources, Stop};

pub use accuracy::Accuracy;
pub(crate) use analyser::Typed;
pub use analyser::{Analyser, Analysis, GameAnalyser, Limits, RankedMove};
pub use cost::{Cost, Severity, Unit};
pub use game_review::{MoveReview, Pace};
pub use value::Value;

use crate::text::Text;
use crate::{Refusal, Session, Setup};

/// Somebody who judges positions and games of one setup: exactly where that is possible, else as
/// well as can be told in the time.
pub struct Analyst {
    setup: Setup,
    analyser: Box<dyn Analyser>,
    /// What analyses of reviewed games had to say besides.
    notes: Vec<Text>,
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// The position or a move is refused.
    Refused(Refusal),
    /// It was told to stop, or its time ran out.
    Stopped,
    /// The session is of another game than the one to be analysed.
    OtherGame,
}

impl AnalysisError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            AnalysisError::Refused(refusal) => refusal.text.clone(),
            AnalysisError::Stopped => Text::new(
                "not finished in the time given: allow more with --time",
                "pas fini dans le temps donné : accordez-en plus avec --time",
            ),
            AnalysisError::OtherGame => Text::new(
                "this position belongs to another game",
                "cette position est d'un autre jeu",
            ),
        }
    }
}

/// Time for a position that has no exact values, when none is given.
const TIME: Duration = Duration::from_secs(5);

impl Analyst {
    /// An analyst with what may be used.
    #[must_use]
    pub fn new(setup: &Setup, resources: &Resources) -> Analyst {
        Analyst {
            setup: setup.clone(),
            analyser: setup.analyser(resources),
            notes: Vec::new(),
        }
    }

    /// What else there is to say about the games reviewed so far, such as that a table that was
    /// needed is damaged; each once.
    #[must_use]
    pub fn notes(&self) -> &[Text] {
        &self.notes
    }

    /// The value of the position a session has reached and of each of its moves, best first, with a
    /// line. Exact values take the time they need, up to `time`; guesses share it.
    pub fn analyse(
        &mut self,
        session: &dyn Session,
        time: Option<Duration>,
    ) -> Result<Analysis, AnalysisError> {
        let limits = Limits {
            lines: usize::MAX,
            ..Limits::until(&self.stop(time))
        };
        self.analyser.analyse(session, &limits, &mut |_| {})
    }

    /// The same until it is told to stop. `progress` hears what is found on the way, from a first glance on.
    pub fn deepen(
        &mut self,
        session: &dyn Session,
        stop: &Stop,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError> {
        let limits = Limits {
            lines: usize::MAX,
            ..Limits::until(stop)
        };
        self.analyser.analyse(session, &limits, progress)
    }

    /// The best move of the position a session has reached, found in at most so much time.
    pub fn best(
        &mut self,
        session: &dyn Session,
        time: Duration,
    ) -> Result<Analysis, AnalysisError> {
        let limits = Limits::until(&Stop::after(time));
        self.analyser.analyse(session, &limits, &mut |_| {})
    }

    /// When to stop thinking about a position: games that are solved take what they need.
    fn stop(&self, time: Option<Duration>) -> Stop {
        match time {
            None if self.setup.is_solvable() => Stop::never(),
            time => Stop::after(time.unwrap_or(TIME)),
        }
    }
}
