//! Values of positions and moves, and reviews of recorded games.
//!
//! ```
//! use engine::Resources;
//! use play::Setup;
//! use play::analysis::{Analyst, Value};
//!
//! let setup: Setup = "mijnlieff:opening=edge".parse().unwrap();
//! let mut analyst = Analyst::new(&setup, &Resources::new(16 << 20));
//! let thought = analyst.judge(setup.session().as_ref(), None).unwrap();
//! assert_eq!(thought.value, Value::Points(-1)); // the second player wins by a point
//! assert_eq!(thought.moves.len(), 48);
//! ```

mod mijnlieff;
mod mind;
mod moulin;
mod review;
mod value;

use std::time::Duration;

use engine::{Resources, Stop};

pub use mind::{Judged, Limits, Mind, Thought, mind};
pub use value::Value;

use crate::text::Text;
use crate::{Family, Refusal, Session, Setup};

/// Somebody who judges positions and games of one setup: exactly where that is possible, else as
/// well as can be told in the time.
pub struct Analyst {
    setup: Setup,
    mind: Box<dyn Mind>,
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// The position or a move is refused.
    Refused(Refusal),
    /// It was told to stop, or its time ran out.
    Stopped,
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
            mind: mind(setup, resources),
        }
    }

    /// The value of the position a session has reached and of each of its moves, best first, with a
    /// line. Exact values take the time they need, up to `time`; guesses share it.
    pub fn judge(
        &mut self,
        session: &dyn Session,
        time: Option<Duration>,
    ) -> Result<Thought, AnalysisError> {
        let limits = Limits {
            lines: usize::MAX,
            ..Limits::until(&self.stop(time))
        };
        self.mind.think(session, &limits, &mut |_| {})
    }

    /// The best move of the position a session has reached, found in at most so much time.
    pub fn best(
        &mut self,
        session: &dyn Session,
        time: Duration,
    ) -> Result<Thought, AnalysisError> {
        let limits = Limits::until(&Stop::after(time));
        self.mind.think(session, &limits, &mut |_| {})
    }

    /// When to stop thinking about a position: games that are solved take what they need.
    fn stop(&self, time: Option<Duration>) -> Stop {
        let solved =
            matches!(&self.setup, Setup::Mijnlieff(game) if game.board().layout().sets() == 1);
        match time {
            None if solved => Stop::never(),
            time => Stop::after(time.unwrap_or(TIME)),
        }
    }
}

/// A position in its printed form.
fn read<G: Family>(game: &G, position: &str) -> Result<G::Position, AnalysisError> {
    let refused = |error| {
        let text = game.explain_position(&error);
        AnalysisError::Refused(Refusal { rule: None, text })
    };
    game.read_position(position).map_err(refused)
}
