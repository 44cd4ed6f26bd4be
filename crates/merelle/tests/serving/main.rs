//! `merelle serve` as a process.
#![allow(clippy::unwrap_used)]

mod attacks;
#[cfg(target_os = "linux")]
mod calendar;
mod copies;
#[cfg(unix)]
mod full_disk;
mod kills;
mod log;
#[cfg(target_os = "linux")]
mod machine;
mod process;
#[cfg(unix)]
mod proxies;
#[cfg(target_os = "linux")]
mod slow_disk;
mod starting;
#[cfg(unix)]
mod table;
