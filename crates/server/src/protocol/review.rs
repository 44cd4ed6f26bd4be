use play::analysis::{MoveReview, Severity};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Judged, Score, Side, Words};

/// A move of a game and what is thought of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewedMove {
    /// Which: the first is 1.
    pub ply: u32,
    /// Who made it.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The best move there was; what it is worth is what the position was worth.
    pub best: Judged,
    /// What the move that was made is worth to its player.
    pub value: Score,
    /// What it gave away, if it was a mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Mistake>,
    /// Turns looked ahead for the value that looks least far; absent where both are exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Whether this is the last word about it. Until then it was only looked at in passing.
    pub settled: bool,
}

/// A move that gave something away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Mistake {
    /// How much it matters.
    pub severity: MistakeSeverity,
    /// What it cost: the end of a sentence that begins with the move.
    pub cost: Words,
    /// Why, where that can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Words>,
}

/// How much a mistake matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MistakeSeverity {
    /// It cost something.
    Mistake,
    /// It cost much.
    Blunder,
}

impl From<&MoveReview> for ReviewedMove {
    fn from(review: &MoveReview) -> ReviewedMove {
        let mistake = review.cost.zip(review.words.as_ref());
        ReviewedMove {
            ply: review.ply as u32,
            side: review.side.into(),
            text: review.played.clone(),
            best: Judged::from(&review.best),
            value: review.own.into(),
            mistake: mistake.map(|(cost, words)| Mistake {
                severity: match cost.severity() {
                    Severity::Mistake => MistakeSeverity::Mistake,
                    Severity::Blunder => MistakeSeverity::Blunder,
                },
                cost: Words::from(words),
                why: review.why.as_ref().map(Words::from),
            }),
            depth: review.depth(),
            settled: review.is_settled,
        }
    }
}
