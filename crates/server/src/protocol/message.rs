use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Action, Both, Clocks, GameState, LobbyFilter, LobbyList, Me, Offer, Offers, Outcome, Phrase,
    PositionValue, Presence, Problem, RatingChange, RatingMark, ReviewedMove, Side, View,
};

/// How a client calls one of its messages: chosen by it, different each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct MessageId(pub u64);

/// What a client says over the socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Follow a game; answered by `game`.
    Watch {
        /// Its id.
        game: String,
    },
    /// Follow it no more.
    Leave {
        /// Its id.
        game: String,
    },
    /// Make a move.
    Move {
        /// The game.
        game: String,
        /// The number of the entry it is to become.
        ply: u32,
        /// Its text.
        #[serde(rename = "move")]
        text: String,
        /// How the client calls this message; answered by `done` or `refused` with the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<MessageId>,
    },
    /// Do something else in a game.
    Act {
        /// The game.
        game: String,
        /// The number of the next entry, as the client knows it.
        ply: u32,
        /// What.
        action: Action,
        /// How the client calls this message; answered by `done` or `refused` with the same. Said
        /// again after a break, it is done once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<MessageId>,
    },
    /// Say something to the other player.
    Say {
        /// The game.
        game: String,
        /// What.
        phrase: Phrase,
    },
    /// Follow the lobby; answered by `lobby`. Takes the place of what was asked before.
    EnterLobby {
        /// Which games are looked for; all when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filter: Option<LobbyFilter>,
    },
    /// Follow it no more.
    LeaveLobby,
    /// Ask what a position is worth; answered by `value`, again and again, deeper each time. Takes the
    /// place of what was asked before.
    Analyse {
        /// A number for the answers to carry.
        question: u32,
        /// Which game and rules.
        setup: String,
        /// Where play begins; the beginning of the game when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// Moves from there, with spaces between them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<String>,
    },
    /// Ask what each move of a game was worth; answered by `reviewed` for each move and by `review`. Takes
    /// the place of the review that was asked for before.
    Review {
        /// A number for the answers to carry.
        question: u32,
        /// Which game and rules.
        setup: String,
        /// Where play begins; the beginning of the game when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// The moves, with spaces between them.
        moves: String,
    },
    /// Nobody waits for the answer to a question any more.
    Stop {
        /// The number of the question.
        question: u32,
    },
    /// Ask for a sign of life; answered by `pong`.
    Ping,
}

/// What the server says over the socket, and a line each over a stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The first message.
    Hello {
        /// Who the client is, if known.
        #[schema(required)]
        me: Option<Box<Me>>,
    },
    /// A game as it stands.
    Game(Box<GameState>),
    /// A move was stored. To its sender it is the acknowledgement.
    Played {
        /// The game.
        game: String,
        /// The number of its entry.
        ply: u32,
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// The clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// The board after it.
        view: Box<View>,
    },
    /// The computer is busy: its move is looked for after so many others.
    Thinking {
        /// The game.
        game: String,
        /// The number of the entry it is to make.
        ply: u32,
        /// How many thoughts go before; 0 once it is its turn.
        ahead: u32,
    },
    /// Moves were taken back.
    Back {
        /// The game.
        game: String,
        /// The number of the entry.
        ply: u32,
        /// How many.
        count: u32,
        /// The clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// The board now.
        view: Box<View>,
    },
    /// The game has ended; after the move that ended it, if one did.
    Over {
        /// The game.
        game: String,
        /// The number of the next entry.
        ply: u32,
        /// How it ended; nothing when it was called off.
        #[schema(required)]
        outcome: Option<Outcome>,
        /// The clocks as they stopped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// What the game did to the ratings, if anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating_changes: Option<Both<Option<RatingChange>>>,
        /// Where it counted less than other rated games: how much, and why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating_mark: Option<RatingMark>,
        /// The board.
        view: Box<View>,
    },
    /// What is open between the players has changed.
    Offers {
        /// The game.
        game: String,
        /// What is open.
        offers: Offers,
    },
    /// What a player offered or asked was declined.
    Declined {
        /// The game.
        game: String,
        /// What.
        offer: Offer,
        /// Who declined.
        by: Side,
    },
    /// Who is there has changed.
    Presence {
        /// The game.
        game: String,
        /// Who is there.
        presence: Presence,
    },
    /// A player said something.
    Said {
        /// The game.
        game: String,
        /// Who.
        by: Side,
        /// What.
        phrase: Phrase,
    },
    /// Both wanted another game.
    Rematch {
        /// The game that is over.
        game: String,
        /// The one that begins.
        next: String,
    },
    /// A game of the client's has begun: somebody took the free seat.
    Started {
        /// The game.
        game: String,
    },
    /// The games that wait for somebody.
    Lobby(LobbyList),
    /// What the client asked for by this id was done, now or before.
    Done {
        /// The id of its message.
        id: MessageId,
    },
    /// A question waits for others to be answered first.
    Waiting {
        /// The number of the question.
        question: u32,
        /// How many questions go before; 0 once somebody works on it.
        ahead: u32,
    },
    /// What a position is worth as far as is known by now. A client that reads slowly misses some.
    Value {
        /// The number of the question.
        question: u32,
        /// The values, for the side to move.
        value: Box<PositionValue>,
        /// Turns that every move was looked ahead; absent where all values are exact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// Whether this is the last answer: all is known, or the time is over.
        done: bool,
    },
    /// What is thought of a move of a game that is reviewed; perhaps again later, when it is settled.
    Reviewed {
        /// The number of the question.
        question: u32,
        /// The move.
        reviewed: Box<ReviewedMove>,
    },
    /// How far a review is.
    Review {
        /// The number of the question.
        question: u32,
        /// The moves of the game.
        moves: u32,
        /// How many of them were told, at a glance at least.
        glanced: u32,
        /// How many of them were told for good.
        settled: u32,
        /// How well each side kept what positions were worth, in hundredths, by what is known so far;
        /// nothing without a move of theirs.
        accuracy: Both<Option<u32>>,
        /// Whether the review is over.
        done: bool,
    },
    /// Something the client asked for was not done. Nothing has changed.
    Refused {
        /// The id of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<MessageId>,
        /// The game, if it was about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The ply of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
        /// The number of the question, if it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<u32>,
        /// Why.
        problem: Problem,
    },
    /// A sign of life.
    Pong,
}
