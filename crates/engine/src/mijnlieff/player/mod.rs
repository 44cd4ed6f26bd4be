//! Who plays: from pure chance to perfection.
//!
//! A [`Player`] is a name for a way to play; seated at a game it becomes a [`Seat`] that chooses
//! moves.

mod large;
mod level;
mod name;
mod seat;

use std::time::Duration;

pub use level::Level;
pub use name::PlayerError;
pub use seat::{Choice, Seat};

/// A way to play, on any board.
///
/// ```
/// use engine::mijnlieff::Player;
/// use game::{Game, Random};
/// use mijnlieff::Mijnlieff;
///
/// let game = Mijnlieff::from_options("sets=2").unwrap();
/// let player: Player = "level-3".parse().unwrap();
/// let mut seat = player.sit(&game, 1 << 20);
/// let choice = seat.choose(&game.start(), &mut Random::new(1)).unwrap();
/// assert!(game.moves(&game.start()).contains(&choice.played));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Closes a line where it can, else stops one of the other's, else plays at random.
    Greedy,
    /// A strength for people, limited by nodes: the same on every machine.
    Level(Level),
    /// The best move. On boards of one set it is proven; on larger ones once the end is in reach,
    /// and until then it is the move of a long search limited by nodes.
    Perfect,
    /// A search of at most so many nodes; a game sampled on a larger board is one.
    Nodes(u64),
    /// A search of at most so much time.
    Time(Duration),
}
