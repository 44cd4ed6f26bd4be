use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A person: an account by its name, or one's opponent in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Whom {
    /// The name of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A game that one plays or has played: then the other player is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// Somebody who is blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Blocked {
    /// By which to unblock them.
    pub id: i64,
    /// Their name; empty when they are forgotten.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
}

/// Something to tell those who run the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The account it is about, by name. With a game alone it is about the other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What is the matter.
    pub reason: ReportReason,
    /// What happened, in at most 500 characters.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub text: String,
}

/// What is the matter with somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReportReason {
    /// They seem to play by a computer, or lose on purpose.
    Cheating,
    /// They stay away or let the time run out instead of resigning.
    Stalling,
    /// Their name offends.
    Name,
    /// They bother somebody.
    Harassment,
    /// Something else.
    Other,
}

impl ReportReason {
    /// As it is stored and sent.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ReportReason::Cheating => "cheating",
            ReportReason::Stalling => "stalling",
            ReportReason::Name => "name",
            ReportReason::Harassment => "harassment",
            ReportReason::Other => "other",
        }
    }
}

/// A report one has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GivenReport {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Whom it is about.
    #[schema(required)]
    pub about: Option<String>,
    /// The game it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The reason, in a word.
    pub reason: String,
    /// What was written.
    pub text: String,
}
