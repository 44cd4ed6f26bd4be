//! Live games between people and against the computer.
//!
//! A [`Server`] has a folder and a port; people reach it by HTTP and over a socket, in the words of
//! [`protocol`].
//!
//! ```
//! use play::Families;
//! use server::load::Client;
//! use server::{Config, Server};
//!
//! # let runtime = tokio::runtime::Runtime::new().unwrap();
//! # runtime.block_on(async {
//! let folder = std::env::temp_dir().join(format!("merelle-{}", std::process::id()));
//! let config = Config::local(folder.clone(), 0);
//! let server = Server::start(&config, Families::standard()).await.unwrap();
//! let address = server.address();
//! let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
//! let running = tokio::spawn(server.run(async { stopped.await.unwrap_or_default() }));
//! let ada = Client::guest(address, "Ada").await.unwrap();
//! # drop(ada);
//! drop(stop);
//! running.await.unwrap();
//! # std::fs::remove_dir_all(folder).unwrap();
//! # });
//! ```
#![forbid(unsafe_code)]

pub mod admin;
mod analysis;
mod bars;
mod cluster;
mod config;
mod date;
mod desks;
#[cfg(test)]
mod documents;
mod fault;
mod flight;
mod game_id;
mod guesses;
mod hsts;
mod http;
mod json;
mod keys;
mod limits;
mod line;
mod listener;
pub mod load;
mod log;
mod metrics;
mod name;
mod newcomers;
mod notify;
mod one_time;
mod orders;
mod owner;
mod password;
mod pool;
pub mod protocol;
mod proxies;
mod rating;
mod recovery;
mod refused;
mod rooms;
mod runtime;
mod seat;
mod secret;
mod seen_as;
mod server;
mod shares;
mod store;
mod subnet;
#[cfg(test)]
mod test_folder;
mod turns;
mod uptime;
mod wire;

pub use cluster::{NatsAddress, NatsError, NoNatsAddress, NoNodeName, NodeName};
pub use config::{Config, Monitoring, NoMonitoring, Settings};
pub use date::{date, moment, read_date};
pub use hsts::{Hsts, HstsError, HstsScope};
pub use limits::{LimitError, LimitSettings};
pub use listener::allow_many_connections;
pub use log::{AddressForm, LogForm, start_log};
pub use proxies::{Proxies, ProxyHeader};
pub use runtime::runtime;
pub use server::{Server, StartError};
pub use store::{
    Database, DatabaseError, DatabasePlace, GamePart, Moved, Moving, MovingStage, PostgresAddress,
    Restored, Retention, RetentionError, StoreError, backup, backup_and_rotate, check,
    move_database, restore, rotate_keys, rows_to_move,
};
pub use subnet::{Subnet, SubnetError};
