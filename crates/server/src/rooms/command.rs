use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{mpsc, oneshot};

use super::Hub;
use super::lobby::Newcomer;
use super::outbox::Outbox;
use crate::cluster::Epoch;
use crate::game_id::GameId;
use crate::protocol::{Action, ColourWish, GameState, MessageId, Phrase};
use crate::refused::Refused;
use crate::seat::{AccountKind, PersonId};

/// What is asked of a room.
pub(crate) enum Command {
    /// Tell this connection everything from now on.
    Watch {
        person: Option<PersonId>,
        outbox: Outbox,
        reply: oneshot::Sender<Result<(), Refused>>,
    },
    /// Tell it nothing more.
    Leave { outbox: Outbox },
    Move {
        person: PersonId,
        ply: u32,
        text: String,
        came: Instant,
        reply: Reply,
    },
    Act {
        person: PersonId,
        ply: u32,
        action: Action,
        /// How its sender calls it, to have it done once.
        id: Option<MessageId>,
        reply: Reply,
    },
    Say {
        person: PersonId,
        phrase: Phrase,
        reply: Reply,
    },
    Join {
        joining: Joining,
        reply: oneshot::Sender<Result<Box<GameState>, Refused>>,
    },
    State {
        person: Option<PersonId>,
        reply: oneshot::Sender<Result<Box<GameState>, Refused>>,
    },
    /// The computer has found a move for an entry.
    ComputerMove { ply: u32, text: String },
    /// So many thoughts of the computer go before the one about this entry.
    Thinking { ply: u32, ahead: u32 },
    /// What is known of a person has changed: whose game it is shows it.
    Changed { person: PersonId },
    /// Those who only watch have to go, if the game is out of sight.
    ShowOut,
    /// Nobody has needed the game for long.
    CallOff,
    /// Whether a person wants everybody to find the game in lists.
    Show {
        person: PersonId,
        listed: bool,
        reply: Reply,
    },
    /// Another game has taken the place of this one.
    Replaced,
    /// A clock may have run out.
    Tick,
    /// The game is not spoken for under this epoch any more.
    Outdated { epoch: Epoch },
}

/// Somebody who takes a free seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joining {
    pub(crate) person: PersonId,
    pub(crate) account_kind: AccountKind,
    /// The colour they would like, where the maker of the game leaves it open.
    pub(crate) colour: ColourWish,
    /// A game of their own that waited, and is called off by this.
    pub(crate) instead: Option<Newcomer>,
}

/// Where the answer to a command goes.
pub(crate) type Reply = oneshot::Sender<Result<Done, Refused>>;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// The number of the next entry.
    pub(crate) ply: u32,
}

/// Asks the room of a game and waits for its answer.
pub(crate) async fn ask<T>(
    hub: &Arc<Hub>,
    game: GameId,
    command: impl FnOnce(oneshot::Sender<T>) -> Command,
) -> Result<T, Refused> {
    ask_room(&hub.room(game).await?, command).await
}

/// Asks a room and waits for its answer.
pub(crate) async fn ask_room<T>(
    room: &mpsc::Sender<Command>,
    command: impl FnOnce(oneshot::Sender<T>) -> Command,
) -> Result<T, Refused> {
    let (reply, answer) = oneshot::channel();
    room.send(command(reply))
        .await
        .map_err(|_| Refused::Unavailable)?;
    answer.await.map_err(|_| Refused::Unavailable)
}
