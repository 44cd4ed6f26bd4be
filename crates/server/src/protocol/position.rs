use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Outcome, View, Words};

/// A position to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct PositionQuery {
    /// Which game and rules.
    pub setup: String,
    /// The position; the beginning when absent.
    pub position: Option<String>,
    /// Moves from there, with spaces between them.
    pub moves: Option<String>,
}

/// A position to be valued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ValueQuery {
    /// Which game and rules.
    pub setup: String,
    /// The position; the beginning when absent.
    pub position: Option<String>,
}

/// What a position and each of its moves is worth to the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PositionValue {
    /// What it is worth.
    pub value: Score,
    /// The moves, the best first.
    pub moves: Vec<Judged>,
    /// What else there is to say, such as that a table is damaged which is needed here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Words>,
}

/// A move and its worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Judged {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is worth to who makes it.
    pub value: Score,
    /// How play goes on.
    pub line: Vec<String>,
    /// Whether the game is drawn for want of progress before that win or loss comes.
    pub limit_first: bool,
}

/// What something is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Score {
    /// Whether it is proven.
    pub exact: bool,
    /// As `merelle analyse` prints it: `value -1`, `score +0.42 depth 14`.
    pub text: String,
    /// To compare values by, in hundredths of a point.
    pub hundredths: i32,
}

/// The text of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    /// One game.
    pub record: String,
}

/// A record as the boards it goes through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordFrames {
    /// Which game and rules.
    pub setup: String,
    /// Tags that say nothing about the moves, such as `White` and `Date`.
    pub tags: Vec<(String, String)>,
    /// How it ended, if it has.
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// The boards, the beginning first.
    pub frames: Vec<Frame>,
}

/// A board of a game that is looked through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Frame {
    /// The move that led here; none at the beginning.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The board.
    pub view: View,
}
