use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::NodeName;
use crate::game_id::GameId;
use crate::guesses::Attempt;
use crate::limits::Shared;
use crate::owner::Network;
use crate::protocol::{Action, ColourWish, GameState, MessageId, Phrase, Problem};
use crate::seat::{AccountKind, PersonId};

/// The language nodes speak. One that differs is not listened to; what is only new in it has a kind or
/// a field of its own, which a node that does not know it passes over.
pub(super) const LANGUAGE: u32 = 1;

/// Bytes of the longest message: a state of the longest game is a tenth of it, and what carries the
/// messages takes no more than a megabyte.
pub(super) const LONGEST: usize = 900 * 1024;

/// One life of a node: its name, and a number that no other life of it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Life {
    pub(crate) node: NodeName,
    pub(crate) run: u64,
}

/// What every message comes in.
#[derive(Debug, Serialize, Deserialize)]
struct Envelope<T> {
    v: u32,
    from: Life,
    body: T,
}

/// A message as it is sent, unless it is too long.
pub(super) fn write<T: Serialize>(from: &Life, body: &T) -> Option<Vec<u8>> {
    let envelope = Envelope {
        v: LANGUAGE,
        from: from.clone(),
        body,
    };
    let bytes = serde_json::to_vec(&envelope).expect("messages are plain data");
    (bytes.len() <= LONGEST).then_some(bytes)
}

/// A message as it came, and whose it is. Nothing where it is in another language or cannot be read:
/// a newer node may say what this one has no word for.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<(Life, T)> {
    if bytes.len() > LONGEST {
        return None;
    }
    let envelope: Envelope<T> = serde_json::from_slice(bytes).ok()?;
    (envelope.v == LANGUAGE).then_some((envelope.from, envelope.body))
}

/// What a node tells another one, or all. Each may be lost: what it says is asked for again, or read
/// from the database.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Message {
    /// What a room tells a connection that follows it from another node.
    Told(Told),
    /// Who is followed from there, and how much each was told.
    Pulse(Vec<Told<()>>),
    /// Connections that follow no more.
    Forget(Vec<u64>),
    /// The sender speaks for these games no more.
    Released(Vec<GameId>),
    /// The sender speaks for this game, which another node spoke for before.
    Taken(GameId),
    /// The sender is there.
    Here,
    /// The sender is there, and what has to be known of it.
    Alive(Alive),
    /// For every connection of a person.
    Person(PersonId, Box<RawValue>),
    /// A session of a person is over, by the hash of its token.
    SessionEnded(PersonId, String),
    /// All sessions of a person are over.
    SessionsEnded(PersonId),
    /// What is known of a person has changed.
    PersonChanged(PersonId),
    /// A person has another name.
    Renamed(PersonId),
    /// The first has blocked the second.
    Blocked(PersonId, PersonId),
    /// They have not any more.
    Unblocked(PersonId, PersonId),
    /// A person is not known any more.
    Forgotten(PersonId),
    /// A game waits for somebody.
    Waits(GameId),
    /// It waits no more.
    WaitsNoMore(GameId),
    /// What somebody has used up of what the site allows.
    Spent(Spent),
}

/// That a node is there.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Alive {
    /// It takes nobody any more.
    pub(crate) draining: bool,
    /// Makers of games that wait who are connected there.
    pub(crate) online: Vec<PersonId>,
}

/// A message for a follower, with its number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Told<T = What> {
    pub(crate) game: GameId,
    /// As the node where it is calls it.
    pub(crate) follower: u64,
    /// Which time it follows: it begins anew when it has missed something.
    pub(crate) watching: u32,
    /// How many there were before.
    pub(crate) number: u64,
    pub(crate) what: T,
}

/// What a follower is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    /// A message for the client.
    Text(Box<RawValue>),
    /// The room has ended: whoever wants to follow comes again.
    Over,
}

/// What a node asks of the one that speaks for a game.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Ask {
    pub(crate) game: GameId,
    pub(crate) asked: Asked,
}

/// See [`crate::rooms::Command`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Asked {
    Watch {
        follower: u64,
        watching: u32,
        person: Option<PersonId>,
    },
    Move {
        person: PersonId,
        ply: u32,
        text: String,
        /// How long ago it came, in milliseconds: clocks of two machines do not agree, times
        /// between two moments do.
        age: u64,
    },
    Act {
        person: PersonId,
        ply: u32,
        action: Action,
        id: Option<MessageId>,
    },
    Say {
        person: PersonId,
        phrase: Phrase,
    },
    Join {
        person: PersonId,
        account_kind: AccountKind,
        colour: ColourWish,
        instead: Option<Instead>,
    },
    State {
        person: Option<PersonId>,
    },
    Show {
        person: PersonId,
        listed: bool,
    },
    CallOff,
    Replaced,
    Tick,
}

/// See [`crate::rooms::Newcomer`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Instead {
    pub(crate) game: GameId,
    pub(crate) key: i64,
}

/// What is answered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// It was done; the number of the next entry.
    Done(u32),
    State(Box<GameState>),
    /// It was heard.
    Noted,
    /// It is refused, in these words.
    Refused(Box<Problem>),
    /// Another node speaks for the game.
    Elsewhere,
    /// The node does not know what is asked: it may be older.
    Unreadable,
}

/// What somebody has used up of what all nodes together allow.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Spent {
    /// They show a password or a code.
    Attempt(Attempt),
    /// It was right.
    Right(Attempt),
    /// It was not looked at after all.
    Undone(Attempt),
    /// One of what an address may do.
    Limit(Shared, Network),
}

/// A message for a client as a part of one between nodes.
pub(crate) fn raw(text: &Utf8Bytes) -> Option<Box<RawValue>> {
    RawValue::from_string(text.as_str().to_owned()).ok()
}

/// And back.
pub(crate) fn text(raw: &RawValue) -> Utf8Bytes {
    Utf8Bytes::from(raw.get())
}

/// The longest time a move may have waited: beyond it something is wrong with what is told.
pub(super) const OLDEST_MOVE: Duration = Duration::from_secs(30);
