use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Words;

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// For programs.
    pub code: Code,
    /// For people.
    pub text: Words,
    /// The id of the rule that forbids it, such as `ML4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Milliseconds after which it is worth trying again, where time alone helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u64>,
}

/// Makes the kinds of problems out of one list, so that what they mean can be told to programs as well.
macro_rules! codes {
    ($($(#[doc = $line:literal])+ $name:ident,)+) => {
        /// The kinds of problems.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Code {
            $($(#[doc = $line])+ $name,)+
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Code] = &[$(Code::$name),+];

            /// What it means, in a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Code::$name => concat!($($line),+).trim_ascii(),)+
                }
            }
        }
    };
}

codes! {
    /// It could not be read: it does not fit the description.
    Malformed,
    /// The body is not said to be JSON.
    NotJson,
    /// It is too long or too large.
    TooLarge,
    /// There is no such thing.
    NotFound,
    /// One has to be somebody first: a guest or an account.
    NobodyYet,
    /// Name or password is wrong.
    WrongPassword,
    /// Name and password are right; a one-time code is needed besides.
    SecondFactor,
    /// The one-time code is wrong, or was used before.
    WrongCode,
    /// The recovery code is wrong, was used before, or is not that of the name.
    WrongRecovery,
    /// The name, or one that looks like it, is taken.
    NameTaken,
    /// Names are not made like this.
    BadName,
    /// The password is too short or too easy to guess.
    WeakPassword,
    /// It needs an account.
    NeedsAccount,
    /// Such a game cannot count for the ratings.
    NotRated,
    /// Those who run the server keep the account or the address out.
    Barred,
    /// Those who run the server have taken the game out of sight of all but its players.
    Removed,
    /// Who asks has no seat in the game.
    NotYourGame,
    /// It is the other's turn.
    NotYourTurn,
    /// The game has gone on since.
    Stale,
    /// A rule forbids it, or the move cannot be read.
    IllegalMove,
    /// The game has not begun, or is over.
    NotLive,
    /// The seat is taken, or one's own.
    SeatTaken,
    /// It makes no sense now.
    NotNow,
    /// The setup is refused.
    BadSetup,
    /// The position is refused.
    BadPosition,
    /// The record is refused.
    BadRecord,
    /// There is no such clock.
    BadClock,
    /// There is no such computer player, or none for this game.
    NoComputer,
    /// There is no value for this game.
    NoValue,
    /// Too much at once: wait a little.
    TooMany,
    /// The request comes from another site.
    OtherSite,
    /// The method does not go with the address.
    WrongMethod,
    /// It could not be stored.
    NotStored,
    /// The server is busy or going down: try again.
    Unavailable,
    /// The program has a fault, and what was asked met it. It is in the log by the id in `x-request-id`.
    Internal,
}
