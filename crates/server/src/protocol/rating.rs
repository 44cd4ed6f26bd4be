use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Words;

/// That a rated game counts less than others, or not at all, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingMark {
    /// How much of the usual change of ratings is left: 0.5, 0.25 or 0.
    pub weight: f64,
    /// Why.
    pub reason: MarkReason,
    /// The same in words.
    pub text: Words,
}

/// Why a rated game counts less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MarkReason {
    /// The same two had played several rated games within a day.
    Repeated,
    /// It was given up before anything was played.
    Short,
    /// It began from a chosen position. Such games are no longer made.
    Position,
}

/// What a rating needs to be on the leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LeaderNeeds {
    /// The deviation at most.
    pub deviation: f64,
    /// Rated games at least, of those that counted.
    pub games: u32,
    /// Different opponents in them at least.
    pub opponents: u32,
    /// Weeks within which the last of them was played.
    pub weeks: u32,
}
