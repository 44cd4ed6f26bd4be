//! The server over real connections.
#![allow(clippy::unwrap_used)]

mod description;
mod house;
mod live;
mod malformed;
mod schema;
