//! `merelle serve` as a process.
#![allow(clippy::unwrap_used)]

mod attacks;
mod copies;
#[cfg(unix)]
mod full_disk;
mod kills;
mod log;
mod process;
#[cfg(unix)]
mod proxies;
mod starting;
