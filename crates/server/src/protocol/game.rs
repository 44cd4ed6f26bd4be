use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Both, Miniature, Outcome, Rating, RatingMark, Side, View};

/// A game with all there is to know about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameState {
    /// Its id, as in its link.
    pub id: String,
    /// Which game and rules.
    pub setup: String,
    /// Where it began, unless at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Where it stands in its life.
    pub status: Status,
    /// Who plays; nobody yet in the seat of an open game.
    pub players: Both<Option<Player>>,
    /// The seat of who asks; of two people at one screen, of who is to move.
    #[schema(required)]
    pub you: Option<Side>,
    /// `none`, `SECONDS+INCREMENT` or days per move such as `3d`.
    pub clock: String,
    /// The clocks now, unless there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Whether everybody finds it in lists, and not only who has its link: when all who play it want
    /// it.
    pub listed: bool,
    /// Whether each side wants it to be found.
    pub shows: Both<bool>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// The number of the next entry of its log: what the next move has to carry.
    pub ply: u32,
    /// The moves so far.
    pub history: Vec<String>,
    /// What is open between the players.
    pub offers: Offers,
    /// Who is there.
    pub presence: Presence,
    /// The game that followed by rematch, or that took its place: whoever waits in it was paired
    /// with somebody who waited for the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// What it did to the ratings, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_changes: Option<Both<Option<RatingChange>>>,
    /// Where it counted less than other rated games: how much, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_mark: Option<RatingMark>,
    /// The board.
    pub view: View,
}

/// What a game did to the rating of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingChange {
    /// The value before it.
    pub before: f64,
    /// The value after it.
    pub after: f64,
}

/// Where a game stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It waits for a second player.
    Open,
    /// It is being played.
    Live,
    /// It has ended.
    Over,
    /// It was called off.
    Aborted,
}

/// Who sits at a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Player {
    /// Somebody.
    Person {
        /// Their name.
        name: String,
        /// Whether they have no account.
        guest: bool,
        /// Their rating in this family of games, once there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<Rating>,
    },
    /// One of two people at one screen.
    Here {
        /// As they call themselves there, if they have said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The computer.
    Computer {
        /// `level-1` to `level-8`, or `perfect`.
        player: String,
    },
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// Milliseconds left to white.
    pub white: u64,
    /// Milliseconds left to black.
    pub black: u64,
    /// Whose runs.
    #[schema(required)]
    pub running: Option<Side>,
}

/// What one player has offered or asked and the other has not answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Offers {
    /// Who offers a draw.
    #[schema(required)]
    pub draw: Option<Side>,
    /// Who asks to take a move back.
    #[schema(required)]
    pub takeback: Option<Side>,
    /// Who would like another game.
    #[schema(required)]
    pub rematch: Option<Side>,
}

/// Who is connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Presence {
    /// Whether white is; the computer always is.
    pub white: bool,
    /// Whether black is.
    pub black: bool,
    /// How many others watch.
    pub watchers: u32,
    /// In how many milliseconds the game of who is away can be claimed, if it is their turn then;
    /// nothing for who is there, and in games that cannot be claimed.
    pub claim: Both<Option<u64>>,
}

/// An entry of a game's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Entry {
    /// Its number, from 0.
    pub ply: u32,
    /// What happened.
    #[serde(flatten)]
    pub kind: EntryKind,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Milliseconds left to each side after it, where there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Both<u64>>,
}

/// What an entry of a log says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum EntryKind {
    /// A move was made.
    Move {
        /// Its text.
        #[serde(rename = "move")]
        text: String,
    },
    /// Moves were taken back.
    Back {
        /// How many.
        count: u32,
    },
    /// The players or the clock ended the game.
    End {
        /// How.
        outcome: Outcome,
    },
    /// The game was called off.
    Abort,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// Which game and rules.
    pub setup: String,
    /// Where it stands in its life.
    pub status: Status,
    /// Who plays.
    pub players: Both<Option<Player>>,
    /// The clock.
    pub clock: String,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Whether everybody finds it in lists, and not only who has its link.
    pub listed: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Where it counted less than other rated games: how much, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_mark: Option<RatingMark>,
    /// The seat of who asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
    /// The side to move, where the board is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// The points so far, where the board is given and the game has points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Both<u32>>,
    /// The board as it stands, in lists that are looked at; an export has records instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub miniature: Option<Miniature>,
}

/// A move to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The number of the entry it is to become.
    pub ply: u32,
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
}

/// A result that games are looked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Drawn,
    /// The player who is asked for won.
    Won,
    /// They lost.
    Lost,
}

/// Who plays against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Against {
    /// Somebody against the computer.
    Computer,
    /// Two people, or one who waits for another one.
    People,
    /// Two people at one screen.
    Here,
}
