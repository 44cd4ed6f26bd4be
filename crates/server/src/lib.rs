//! Live games between people and against the computer.
#![forbid(unsafe_code)]

pub mod protocol;
