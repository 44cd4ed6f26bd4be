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
mod failover;
mod faults;
mod glicko;
mod history;
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
mod settings;
mod site;
mod upgrade;
mod web;
