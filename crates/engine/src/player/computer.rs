use game::{Game, Random};

use super::Player;
use crate::Resources;

/// A game the computer can play.
pub trait Computer: Game {
    /// A player seated at this game: what it knows of it and, for a search, its memory.
    type Seat: Seat<Self::Position, Self::Move>;

    /// The player seated at this game, with what it may use.
    fn sit(&self, player: Player, resources: &Resources) -> Self::Seat;

    /// How far `perfect` stands above the highest level.
    const SUMMIT: Summit;

    /// What `perfect` knows of this game, given what there is.
    fn mastery(&self, resources: &Resources) -> Mastery;

    /// A number that changes with what makes the levels of this game, so that measurements of
    /// other levels are not taken for theirs.
    fn levels_edition(&self) -> u64;
}

/// How far `perfect` stands above the highest level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summit {
    /// The levels lead up to it: it is one step above the highest.
    Step,
    /// Eight steps of two to one are not enough to come near it.
    Above,
}

/// What `perfect` knows of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mastery {
    /// Every move is proven to be best.
    Proven,
    /// No move gives away a win or a draw, but how long a win takes is not known.
    Unhurried,
    /// The complete tables of these rules are not there: a long search, and small endings by heart.
    NeedsTables,
    /// Nobody has solved the game: a long search.
    Unsolved,
}

/// Somebody who chooses moves.
pub trait Seat<P, M>: Send {
    /// A move in the last of these positions, the others being those since the last turn that
    /// cannot be undone, in order; `None` when the game is over. The same positions and the same
    /// chance give the same move, whatever was asked before, unless a clock decides.
    fn choose(&mut self, recent: &[P], random: &mut Random) -> Option<M>;
}
