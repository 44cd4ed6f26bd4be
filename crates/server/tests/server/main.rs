//! The server over real connections.
#![allow(clippy::unwrap_used)]

mod description;
mod live;
mod malformed;
mod schema;
mod test_server;
