//! The server over real connections.
#![allow(clippy::unwrap_used)]

mod admin;
mod analysis;
mod description;
mod faults;
mod greedy;
mod live;
mod lobby;
mod made_up;
mod malformed;
#[path = "../../../play/tests/noughts/mod.rs"]
mod noughts;
mod raw;
mod schema;
mod sessions;
mod test_server;
mod thinking;
mod third_family;
mod upgrades;
