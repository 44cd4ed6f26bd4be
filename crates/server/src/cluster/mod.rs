//! Several servers over one database: who speaks for which game, what they say to each other, and what each
//! knows of the others.

mod away;
mod contact;
mod listening;
mod message;
mod nats;
mod neighbours;
mod node;
mod ownership;
mod remote_room;
mod request;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod switchboard;
#[cfg(test)]
mod tests;
mod wire;

pub(crate) use away::Away;
pub(crate) use contact::Contact;
pub(crate) use message::{Message, Spent, raw};
pub use nats::{NatsAddress, NatsError, NoNatsAddress};
pub(crate) use neighbours::Neighbours;
pub(crate) use node::Incarnation;
pub use node::{NoNodeName, NodeName};
pub(crate) use ownership::{
    Beat, Behind, Cable, DatabaseTime, Decision, Epoch, Held, Holder, LEASE, Lease, LeaseRow, Me,
    Membership, NodeRow, Peer, Present, Renewal, Rest, Standing, abandon, decide, delay, join,
    leave, may_write, release, renew,
};
pub(crate) use remote_room::RemoteRoom;
pub(crate) use wire::Wire;
