use game::Excerpt;

use super::Ending;
use crate::text::{self, Text};
use crate::{Refusal, SetupError};

/// Why a record is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

impl RecordError {
    /// The reason for people, with line and column.
    #[must_use]
    pub fn text(&self) -> Text {
        let RecordError { line, column, .. } = self;
        let place = Text::new(
            format!("line {line}, column {column}:"),
            format!("ligne {line}, colonne {column} :"),
        );
        place.then(&text::record_fault(&self.fault))
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no game in the text.
    Empty,
    /// A tag that is not `[Name "value"]`.
    Tag {
        /// How it begins.
        text: Excerpt,
    },
    /// A tag given twice.
    TagTwice {
        /// Its name.
        name: Excerpt,
    },
    /// A tag among the moves.
    TagAmongMoves,
    /// No tag says which game it is.
    NoSetup,
    /// The setup is refused.
    Setup(SetupError),
    /// The starting position is refused.
    Position(Refusal),
    /// A move is refused.
    Move {
        /// The move as it was written.
        text: Excerpt,
        /// Why.
        refusal: Refusal,
    },
    /// An annotation that is not `$0` to `$255`.
    Glyph {
        /// What was there.
        text: Excerpt,
    },
    /// An annotation or a variation before any move.
    NothingBefore,
    /// A comment that does not end.
    OpenComment,
    /// A variation that does not end.
    OpenVariation,
    /// A `)` without its `(`.
    NoVariation,
    /// Variations inside variations, beyond what anybody reads.
    TooDeep {
        /// How deep they may go.
        most: usize,
    },
    /// The game stops without a result.
    NoResult,
    /// A result inside a variation.
    ResultInVariation,
    /// The `Result` tag is none of the four.
    UnknownResult {
        /// Its value.
        text: Excerpt,
    },
    /// The `Result` tag and the end of the game differ.
    ResultTag {
        /// The tag.
        tag: Excerpt,
        /// The end.
        end: &'static str,
    },
    /// The moves end the game in another way than the result says.
    Result {
        /// What was written.
        written: &'static str,
        /// What the moves say.
        result: &'static str,
        /// How they end the game, in a sentence.
        how: Text,
    },
    /// The moves do not end the game, and nothing says why it has a result.
    Unexplained {
        /// The result.
        written: &'static str,
    },
    /// The `Termination` tag is not one that is known.
    UnknownTermination {
        /// Its value.
        text: Excerpt,
    },
    /// The `Termination` tag does not fit the moves and the result.
    Termination {
        /// Its value.
        written: Excerpt,
        /// What the moves and the result say, if they do.
        ending: Option<Ending>,
    },
    /// The `Score` tag differs from the points on the board, or the game has no points.
    Score {
        /// The tag.
        written: Excerpt,
        /// The points.
        points: Option<[u32; 2]>,
    },
}
