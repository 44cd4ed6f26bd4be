//! Clients that play, to see what a server bears: many games at once, each move timed, and
//! whatever was acknowledged remembered.
//!
//! They use the API and the socket as everybody does, and choose among the turns they are told.

mod analyst;
mod attack;
mod client;
mod crowd;
mod heard;
mod latency;
mod player;
mod process;
mod report;
mod stopwatch;
mod visitor;
mod web;

pub use analyst::Reviews;
pub use attack::{Attack, AttackPlan, Attackers, Tally};
pub use client::{Client, ClientError};
pub use crowd::{Crowd, CrowdPlan, Memory, Practice};
pub use latency::Latencies;
pub use player::{Acknowledged, Ledger};
pub use process::{Holdings, Process};
pub use report::{Report, ReviewReport, Waits};
pub use stopwatch::Stopwatch;
pub use visitor::Visits;
