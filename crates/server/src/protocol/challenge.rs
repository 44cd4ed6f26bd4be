use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Player, Side};

/// A game to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Which game and rules, such as `moulin:classique`.
    pub setup: String,
    /// Where to begin; the beginning of the game when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Against whom.
    pub opponent: OpponentWish,
    /// Which colour the maker of the game has.
    #[serde(default)]
    pub colour: ColourWish,
    /// `none`, `SECONDS+INCREMENT` such as `300+3`, or days per move such as `3d`.
    #[serde(default = "no_clock")]
    pub clock: String,
    /// Whether it counts for the ratings; only between people with accounts.
    #[serde(default)]
    pub rated: bool,
    /// Whether who makes the game wants everybody to find it in lists. A game by link is found once
    /// its other player wants it too. When absent, games of the lobby are listed and others are not;
    /// who has the link may watch in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<bool>,
}

fn no_clock() -> String {
    "none".to_owned()
}

/// Against whom to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum OpponentWish {
    /// The computer.
    Computer {
        /// `level-1` to `level-8`, or `perfect`.
        player: String,
    },
    /// Whoever opens the link.
    Friend {},
    /// Somebody at the same screen: who makes the game has both seats.
    Here {
        /// What white is called; "White" when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<String>,
        /// What black is called; "Black" when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<String>,
    },
    /// Whoever finds the game in the lobby. A fitting game that waits there is joined instead.
    Anyone {},
}

/// Which colour to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColourWish {
    /// Drawn by lot.
    #[default]
    Random,
    /// White.
    White,
    /// Black.
    Black,
}

/// A game that waits for a second player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Challenge {
    /// The game.
    pub game: String,
    /// Which game and rules.
    pub setup: String,
    /// Where it begins, unless at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who waits.
    pub by: Player,
    /// The colour of who joins, unless drawn by lot.
    #[schema(required)]
    pub colour: Option<Side>,
    /// The clock.
    pub clock: String,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Whether it is of who asks.
    pub yours: bool,
}

/// The games that wait for a second player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LobbyList {
    /// The newest first, a hundred at most. Of more, people take turns.
    pub challenges: Vec<Challenge>,
    /// How many there are in all.
    pub count: u32,
}

/// Which games that wait are looked for; all of them where nothing is said.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, IntoParams,
)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LobbyFilter {
    /// Only those of a family of games, by its word in the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// Only those with this setup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// Only those with such a clock.
    #[param(inline)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockKind>,
    /// Only those that count for the ratings, or only those that do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
}

impl LobbyFilter {
    /// No filter.
    pub const ALL: LobbyFilter = LobbyFilter {
        family: None,
        setup: None,
        clock: None,
        rated: None,
    };
}

/// A kind of clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// None.
    None,
    /// Seconds and increment.
    Seconds,
    /// Days per move.
    Days,
}

/// Whether a player wants everybody to find a game in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListedRequest {
    /// Whether they do.
    pub listed: bool,
}
