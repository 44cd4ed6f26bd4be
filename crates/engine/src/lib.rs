//! Search: exact values where they can be had, strong play where they cannot.
//!
//! ```
//! use engine::{Stop, mijnlieff::Solver};
//! use game::{Game, Notation};
//! use mijnlieff::Mijnlieff;
//!
//! let game = Mijnlieff::from_options("").unwrap();
//! let end = "w=La1,La2,Eb2,Pc3,Ed2,Dd4,Db4;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=w;limit=none";
//! let position = game.read_position(end).unwrap();
//! let solver = Solver::new(&game, 1 << 20, 1).unwrap();
//! let values = solver.moves(&position, &Stop::never()).unwrap();
//! assert_eq!(game.move_text(values[0].played), "Pb3");
//! assert_eq!(values[0].value, 3); // white wins 4–1, as in the published game
//! ```
#![forbid(unsafe_code)]

pub mod mijnlieff;
pub mod moulin;
mod parallel;
mod player;
mod resources;
mod search;

pub use player::{
    Bot, Computer, Guarantee, Level, PerfectGap, Player, PlayerError, edition, noise, random_best,
};
pub use resources::{ByHeart, Resources, SharedData};
pub use search::{Stop, Stopped};
