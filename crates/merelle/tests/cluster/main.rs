//! A whole site on one machine: what it is made of, people who play on it, and a judge who reads what they
//! saw and what is stored.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod audit;
mod cable;
mod checker;
mod client;
mod clocks;
mod consumption;
mod cost;
mod crowd;
mod deploy;
#[path = "../../../server/tests/server/description.rs"]
mod description;
mod failover;
mod faults;
mod glicko;
mod history;
#[path = "../../../server/tests/server/made_up.rs"]
mod made_up;
#[path = "../../../server/tests/server/malformed/mod.rs"]
mod malformed;
mod moving;
mod nats;
mod node;
mod one_server;
mod one_server_on_postgres;
mod planted;
mod ports;
mod postgres;
mod postgres_itself;
mod program;
mod random;
mod ratings;
mod records;
mod recovery;
mod report;
#[path = "../../../server/tests/server/schema.rs"]
mod schema;
mod settings;
mod site;
mod test_server;
mod upgrade;
mod web;
