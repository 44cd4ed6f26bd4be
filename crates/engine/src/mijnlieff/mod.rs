//! Mijnlieff: exact values on boards of one set.
//!
//! A position becomes a [`compact`] state of 64 bits, seen from the side to move. [`search`] finds
//! its value by alpha-beta with a [`cache`] that all threads share; [`solver`] is the door.

mod busy;
mod cache;
mod compact;
mod search;
mod solver;

pub use solver::{Solver, TooLarge, Valued};
