use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
    /// Whether everybody finds it in lists. When absent, games of the lobby are listed and others
    /// are not; who has the link may watch in any case.
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
