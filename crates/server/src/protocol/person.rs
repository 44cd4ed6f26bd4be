use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Blocked, GameSummary, GivenReport, LeaderNeeds, RatingMark, Words};

/// Who asks, as they see themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// Their name.
    pub name: String,
    /// Whether they have no account.
    pub guest: bool,
    /// What they have chosen.
    pub settings: Settings,
    /// Their ratings, by the name of the family of games, where there are any yet.
    pub ratings: BTreeMap<String, Rating>,
}

/// What others see of a person with an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    /// Their name.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Games they finished.
    pub games: u32,
    /// Their ratings, by the name of the family of games, where there are any yet.
    pub ratings: BTreeMap<String, Rating>,
}

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rating {
    /// The estimate of strength.
    pub value: f64,
    /// How far it may be off: one standard deviation.
    pub deviation: f64,
    /// How steady the results are.
    pub volatility: f64,
    /// Rated games so far, of those that counted.
    pub games: u32,
}

/// A rating after a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingPoint {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The estimate of strength.
    pub value: f64,
    /// How far it may be off.
    pub deviation: f64,
    /// Where the game counted less than others: how much, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<RatingMark>,
}

/// The highest ratings in a family of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Leaders {
    /// What it takes to be here.
    pub needs: LeaderNeeds,
    /// The highest first.
    pub leaders: Vec<Leader>,
    /// Whether there are more after these.
    pub more: bool,
}

/// Somebody with a high rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Leader {
    /// From 1.
    pub rank: u32,
    /// The name of the account.
    pub name: String,
    /// The rating.
    pub rating: Rating,
}

/// A guest to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// Their name; one is found for them when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name of the account.
    pub name: String,
    /// Its password.
    #[schema(format = Password)]
    pub password: String,
}

/// A name and a password to get in by.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LogIn {
    /// The name of the account.
    pub name: String,
    /// Its password.
    #[schema(format = Password)]
    pub password: String,
    /// A one-time code, where the account asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// What shows once more that it is really oneself.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The password.
    #[schema(format = Password)]
    pub password: String,
    /// A one-time code, where the account asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// An account that was just made, or has a new password by its recovery code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AccountWithRecovery {
    /// Oneself.
    #[serde(flatten)]
    pub me: Me,
    /// The code that sets a new password should it be forgotten. It is not shown again.
    pub recovery: String,
}

/// A new recovery code. It is not shown again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NewRecovery {
    /// The code that sets a new password should it be forgotten.
    pub recovery: String,
}

/// A new password by the recovery code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name of the account.
    pub name: String,
    /// Its recovery code.
    pub recovery: String,
    /// The password to come.
    #[schema(format = Password)]
    pub password: String,
}

/// How an account is kept safe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Security {
    /// Whether one-time codes are asked for.
    pub second_factor: bool,
    /// Whether there is a recovery code.
    pub recovery: bool,
    /// Where one is signed in, the last used first.
    pub sessions: Vec<Session>,
}

/// A place where somebody is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Session {
    /// What it is ended by.
    pub id: String,
    /// Whether it is the one that asks.
    pub own: bool,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// When it was last used, to within an hour.
    pub used: u64,
    /// Roughly which browser, such as `Firefox`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Roughly which system, such as `Linux`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The network where it began, such as `203.0.113.0/24`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
}

/// What makes one-time codes, to be put into a program for them.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SecondFactorSetup {
    /// To be typed.
    pub secret: String,
    /// To be opened on the same device.
    pub link: String,
    /// The same link as a picture to be scanned, in SVG.
    pub picture: String,
}

/// A one-time code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OneTimeCode {
    /// Six digits.
    pub code: String,
}

/// A change of password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The present one.
    #[schema(format = Password)]
    pub old: String,
    /// The one to come.
    #[schema(format = Password)]
    pub new: String,
}

/// What a person changes about themselves; what is absent stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonChange {
    /// Another name; only for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Other settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
}

/// What a person has chosen; what is absent follows the browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// English or French.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<Language>,
    /// Light or dark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// Whether moves are heard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<bool>,
    /// Whether pieces slide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub animation: Option<bool>,
    /// Whether the board is also told in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_mode: Option<bool>,
    /// How soon the computer's answer is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// Whether the page says so outside itself when it is one's turn; absent: not asked yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notifications: Option<bool>,
    /// The colours of boards and pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardColours>,
    /// Whether boards have letters and numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<bool>,
}

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    En,
    /// Français.
    Fr,
}

impl From<Language> for play::Lang {
    fn from(language: Language) -> play::Lang {
        match language {
            Language::En => play::Lang::EN,
            Language::Fr => play::Lang::FR,
        }
    }
}

/// The colours of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// How soon the computer's answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// When it is there.
    AtOnce,
    /// After as long as it takes to see one's own move.
    Natural,
    /// After as long as it takes to think about it.
    Slow,
}

/// The colours of boards and pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardColours {
    /// Light or dark wood, as the page.
    Wood,
    /// Grey stone.
    Slate,
    /// Black on white, or white on black.
    Contrast,
}

/// All that is kept about a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Export {
    /// Themselves.
    pub me: Me,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Where they are signed in.
    pub sessions: Vec<Session>,
    /// How their ratings went, by the name of the family of games: the newest thousand games.
    pub rating_histories: BTreeMap<String, Vec<RatingPoint>>,
    /// Whom they have blocked.
    pub blocked: Vec<Blocked>,
    /// What they have reported.
    pub reports: Vec<GivenReport>,
    /// What this is.
    pub about: Words,
    /// Their games.
    pub games: Vec<ExportedGame>,
}

/// A game with its record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ExportedGame {
    /// What it was.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The record.
    pub record: String,
}
