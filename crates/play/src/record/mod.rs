//! Whole games as text, in the spirit of PGN: tags, numbered moves, comments, variations, a result.
//!
//! ```
//! use play::Families;
//! use play::record::Record;
//!
//! let families = Families::standard();
//! let text = "[Setup \"moulin:classique\"]\n\n1. d6 f4 {quiet} 2. d2 (2. b4) *\n";
//! let records = Record::read_all(text, &families).unwrap();
//! assert_eq!(records[0].main_line(), ["d6", "f4", "d2"]);
//! assert_eq!(Record::read_all(&records[0].to_string(), &families).unwrap(), records);
//! ```

mod error;
mod reader;
mod scanner;
mod snapshots;
mod writer;

use game::{Outcome, Reason};

use crate::{Families, Session, Setup};

pub use error::{Fault, RecordError};
pub use reader::Records;
pub use snapshots::Snapshot;
pub(crate) use snapshots::move_line;

/// One game: how it was set up, what was played, how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game and rules.
    pub setup: Setup,
    /// The printed starting position, when it is not the beginning of the game.
    pub position: Option<String>,
    /// Every tag that says nothing about the moves, such as `White` and `Date`, in order.
    pub tags: Vec<(String, String)>,
    /// What was played.
    pub line: Line,
    /// How it ended.
    pub ending: Ending,
    /// The points of white and black in the last position, where the game has points.
    pub points: Option<[u32; 2]>,
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Node>,
}

/// A move in a record, with what was said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The printed move.
    pub played: String,
    /// Annotation glyphs as PGN numbers them: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// Comments after it.
    pub comments: Vec<String>,
    /// What could have been played instead of it.
    pub variations: Vec<Line>,
}

impl Node {
    /// A move about which nothing is said.
    #[must_use]
    pub fn of(played: String) -> Node {
        Node {
            played,
            glyphs: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// How a record ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a result.
    Over(Outcome),
    /// It may go on.
    Unfinished,
    /// Somebody left, and nobody said who won.
    Abandoned,
}

impl Ending {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Ending::Over(outcome) => outcome.result(),
            Ending::Unfinished | Ending::Abandoned => "*",
        }
    }

    /// The word of the `Termination` tag.
    #[must_use]
    pub const fn termination(self) -> &'static str {
        match self {
            Ending::Over(outcome) => outcome.reason.tag(),
            Ending::Unfinished => UNFINISHED,
            Ending::Abandoned => Reason::Abandoned.tag(),
        }
    }
}

const UNFINISHED: &str = "unfinished";

/// The tags a record makes itself from what it holds.
const OWN_TAGS: [&str; 5] = ["Setup", "Position", "Result", "Score", "Termination"];

impl Record {
    /// The record of a match as it stands.
    #[must_use]
    pub fn of(session: &dyn Session, setup: Setup, tags: Vec<(String, String)>) -> Record {
        Record {
            setup,
            position: session.start(),
            tags,
            line: Line {
                comments: Vec::new(),
                moves: session.history().into_iter().map(Node::of).collect(),
            },
            ending: session.outcome().map_or(Ending::Unfinished, Ending::Over),
            points: session.points(),
        }
    }

    /// All games of a text, of these families; a text without any is refused.
    pub fn read_all(text: &str, families: &Families) -> Result<Vec<Record>, RecordError> {
        Records::new(text, families).collect()
    }

    /// The moves that were played, without variations.
    #[must_use]
    pub fn main_line(&self) -> Vec<&str> {
        let moves = self.line.moves.iter();
        moves.map(|node| node.played.as_str()).collect()
    }
}
