//! Games being played, and the lobby where people meet.

mod audience;
mod command;
mod hub;
mod lobby;
mod outbox;
mod room;
mod table;
mod thought;

pub(crate) use command::{Command, Done, ask};
pub(crate) use hub::Hub;
pub(crate) use lobby::Wish;
pub(crate) use outbox::{Inbox, Letter, Outbox, encode, outbox};

use game::Side;

/// A side drawn by lot.
pub(crate) fn lot() -> Side {
    let [byte] = crate::secret::random_bytes();
    Side::BOTH[usize::from(byte % 2)]
}
