use game::{Game, Random};

use super::Player;
use crate::Resources;

/// A game the computer can play.
pub trait Computer: Game {
    /// A player seated at this game: what it knows of it and, for a search, its memory.
    type Seat: Seat<Self::Position, Self::Move>;

    /// The player seated at this game, with what it may use.
    fn sit(&self, player: Player, resources: &Resources) -> Self::Seat;

    /// A number that changes with what makes the levels of this game, so that measurements of
    /// other levels are not taken for theirs.
    fn levels_edition(&self) -> u64;
}

/// Somebody who chooses moves.
pub trait Seat<P, M>: Send {
    /// A move in the last of these positions, the others being those since the last turn that
    /// cannot be undone, in order; `None` when the game is over. The same positions and the same
    /// chance give the same move, whatever was asked before, unless a clock decides.
    fn choose(&mut self, recent: &[P], random: &mut Random) -> Option<M>;
}
