//! Live games between people and against the computer.
#![forbid(unsafe_code)]

mod config;
mod date;
mod game_id;
mod http;
mod limits;
mod listener;
pub mod load;
mod log;
mod metrics;
mod name;
mod password;
mod pool;
pub mod protocol;
mod rating;
mod refused;
mod rooms;
mod seat;
mod secret;
mod server;
mod store;
mod uptime;

pub use config::{Config, Proxy, Settings};
pub use limits::LimitSettings;
pub use listener::allow_many_connections;
pub use log::{LogForm, start_log};
pub use server::{Server, StartError};
pub use store::{StoreError, backup};
