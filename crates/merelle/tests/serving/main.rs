//! `merelle serve` as a process.
#![allow(clippy::unwrap_used)]

mod kills;
mod process;
mod starting;
