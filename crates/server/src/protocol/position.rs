use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use play::analysis::{Analysis, Cost, RankedMove, Unit, Value};

use super::{Both, Outcome, Piece, Side, View, Words};

/// A position to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PositionQuery {
    /// Which game and rules.
    pub setup: String,
    /// The position; the beginning when absent.
    pub position: Option<String>,
    /// Moves from there, with spaces between them.
    pub moves: Option<String>,
}

/// Moves from a position, and which of the boards they go through are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FramesQuery {
    /// Which game and rules.
    pub setup: String,
    /// The position; the beginning when absent.
    pub position: Option<String>,
    /// Moves from there, with spaces between them.
    pub moves: Option<String>,
    /// The first board, by the number of moves that lead to it.
    pub from: Option<u32>,
    /// How many boards, 64 at most. An answer that would be too long has fewer.
    pub count: Option<u32>,
}

/// Which boards of a game are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FramesPage {
    /// The first, by the number of moves that lead to it.
    pub from: Option<u32>,
    /// How many, 64 at most. An answer that would be too long has fewer.
    pub count: Option<u32>,
}

/// A position that was set up by hand. What the game does not have may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    /// Which game and rules.
    pub setup: String,
    /// What stands on the board.
    pub pieces: Vec<Piece>,
    /// The side to move.
    pub turn: Side,
    /// What each side has still to place, where that does not follow from the board.
    #[serde(default)]
    pub hands: Both<u32>,
    /// The place of the last piece, where it says what may come next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Who still has the one flight of the game, where there is such a right.
    #[serde(default)]
    pub flights: Both<bool>,
}

/// A position to be valued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
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
    /// What it gives away, where it is a mistake as far as is known: the end of a sentence that begins
    /// with the move. Moves without it keep what the position is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Words>,
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

impl PositionValue {
    /// What was found about a position of a game that counts in this unit.
    pub(crate) fn of(analysis: &Analysis, unit: Unit) -> PositionValue {
        let best = analysis.moves.first();
        let judged = |ranked: &RankedMove| {
            let cost = best.and_then(|best| Cost::of(best, &ranked.played, ranked.value));
            Judged {
                cost: cost.map(|cost| Words::from(&cost.text(unit))),
                ..Judged::from(ranked)
            }
        };
        PositionValue {
            value: analysis.value.into(),
            moves: analysis.moves.iter().map(judged).collect(),
            notes: analysis.notes.iter().map(Words::from).collect(),
        }
    }
}

impl From<&Arrangement> for play::Arrangement {
    fn from(arrangement: &Arrangement) -> play::Arrangement {
        let standing = |piece: &Piece| play::Standing {
            place: piece.at.clone(),
            side: piece.side.into(),
            kind: piece.kind,
        };
        play::Arrangement {
            standing: arrangement.pieces.iter().map(standing).collect(),
            turn: arrangement.turn.into(),
            hands: [arrangement.hands.white, arrangement.hands.black],
            last: arrangement.last.clone(),
            flights: [arrangement.flights.white, arrangement.flights.black],
        }
    }
}

impl From<&RankedMove> for Judged {
    fn from(ranked: &RankedMove) -> Judged {
        Judged {
            text: ranked.played.clone(),
            value: ranked.value.into(),
            line: ranked.line.clone(),
            limit_first: ranked.limit_first.is_some(),
            cost: None,
        }
    }
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        Score {
            exact: value.is_exact(),
            text: value.to_string(),
            hundredths: value.hundredths(),
        }
    }
}

/// The text of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    /// One game.
    pub record: String,
    /// The first board to show, by the number of moves that lead to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// How many boards to show, 64 at most. An answer that would be too long has fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// A record and some of the boards it goes through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordFrames {
    /// Which game and rules.
    pub setup: String,
    /// Tags that say nothing about the moves, such as `White` and `Date`.
    pub tags: Vec<(String, String)>,
    /// How it ended, if it has.
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// The number of the first of these boards: how many moves lead to it.
    pub from: u32,
    /// How many boards there are in all.
    pub total: u32,
    /// Some of them, in the order of the game.
    pub frames: Vec<Frame>,
    /// All moves with spaces between them, variations in brackets after the move they take the place of.
    pub moves: String,
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
