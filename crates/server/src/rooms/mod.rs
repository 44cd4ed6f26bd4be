//! Games being played, and the lobby where people meet.

mod audience;
mod backoff;
mod blocks;
mod command;
mod computer;
mod hub;
mod live_game;
mod lobby;
mod openings;
mod outbox;
mod pairing;
mod removed;
mod room;
mod site;
mod sweeper;
mod whereabouts;

pub(crate) use blocks::Pair;
pub(crate) use command::{Command, Done, Joining, Reply, ask, ask_room};
pub(crate) use hub::Hub;
pub(crate) use live_game::LiveGame;
pub(crate) use lobby::{Newcomer, Wish};
pub(crate) use outbox::{Inbox, Outbox, Outgoing, encode, outbox};
pub(crate) use pairing::Waits;
pub(crate) use sweeper::keep_sweeping;

use game::Side;

/// Either side, by chance.
pub(crate) fn random_side() -> Side {
    let [byte] = crate::secret::random_bytes();
    Side::BOTH[usize::from(byte % 2)]
}
