//! Computer players of any game: from pure chance to perfection.
//!
//! A [`Player`] names a way to play. A family implements [`Computer`] for its games, which turns a
//! player into a [`Bot`] that chooses moves. Nothing here knows a game.

mod computer;
mod edition;
mod level;
mod name;
mod noise;
mod random_best;

use std::time::Duration;

pub use computer::{Bot, Computer, Guarantee, PerfectGap};
pub use edition::edition;
pub use level::Level;
pub use name::PlayerError;
pub use noise::noise;
pub use random_best::random_best;

/// A way to play.
///
/// ```
/// use engine::{Computer, Player, Resources, Bot};
/// use game::{Game, Random};
/// use mijnlieff::Mijnlieff;
///
/// let game = Mijnlieff::from_options("sets=2").unwrap();
/// let player: Player = "level-3".parse().unwrap();
/// let mut bot = game.bot(player, &Resources::new(1 << 20));
/// let played = bot.choose(&[game.start()], &mut Random::new(1)).unwrap();
/// assert!(game.moves(&game.start()).contains(&played));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Takes what can be had at once, else stops the opponent from doing so, else plays at random.
    Greedy,
    /// A strength for people, limited by nodes: the same on every machine.
    Level(Level),
    /// The best move, as far as it can be known: what is proven, else what a long search finds,
    /// limited by nodes.
    Perfect,
    /// A search of at most so many nodes; a game played out at random counts as one.
    Nodes(u64),
    /// A search of at most so much time.
    Time(Duration),
}
