//! Who plays, whichever the game: from pure chance to perfection.
//!
//! A [`Player`] is a name for a way to play; seated at a game that the computer knows
//! ([`Computer`]) it becomes a [`Seat`] that chooses moves.

mod computer;
mod level;
mod name;
mod noise;

use std::time::Duration;

pub use computer::{Computer, Mastery, Seat, Summit};
pub use level::Level;
pub use name::PlayerError;
pub(crate) use noise::stray;

/// A way to play.
///
/// ```
/// use engine::{Computer, Player, Resources, Seat};
/// use game::{Game, Random};
/// use mijnlieff::Mijnlieff;
///
/// let game = Mijnlieff::from_options("sets=2").unwrap();
/// let player: Player = "level-3".parse().unwrap();
/// let mut seat = game.sit(player, &Resources::new(1 << 20));
/// let played = seat.choose(&[game.start()], &mut Random::new(1)).unwrap();
/// assert!(game.moves(&game.start()).contains(&played));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Closes a line or a mill where it can, else stops one of the other's, else plays at random.
    Greedy,
    /// A strength for people, limited by nodes: the same on every machine.
    Level(Level),
    /// The best move, as far as it can be known: what is proven, else what a long search finds,
    /// limited by nodes.
    Perfect,
    /// A search of at most so many nodes; a sampled game is one.
    Nodes(u64),
    /// A search of at most so much time.
    Time(Duration),
}
