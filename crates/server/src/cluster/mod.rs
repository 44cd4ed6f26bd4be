//! Several servers over one database: who speaks for which game.

mod node;
mod ownership;
#[cfg(test)]
mod simulation;

pub(crate) use node::Incarnation;
pub use node::{NoNodeName, NodeName};
pub(crate) use ownership::{
    Beat, Behind, DatabaseTime, Decision, Epoch, Held, Holder, LEASE, Lease, LeaseRow, Me,
    Membership, NodeRow, Peer, Present, Renewal, Rest, Standing, abandon, decide, is_living, join,
    leave, may_write, release, renew,
};
