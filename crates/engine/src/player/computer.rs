use game::{Game, Random};

use super::Player;
use crate::Resources;

/// A game the computer can play: what a family implements to get computer players.
pub trait Computer: Game {
    /// What plays this game: what it knows of it and, for a search, its memory.
    type Bot: Bot<Self::Position, Self::Move>;

    /// What plays this game in that player's way, with what it may use.
    fn bot(&self, player: Player, resources: &Resources) -> Self::Bot;

    /// How far `perfect` is above the highest level.
    const PERFECT_GAP: PerfectGap;

    /// What `perfect` guarantees in this game, given what there is.
    fn guarantee(&self, resources: &Resources) -> Guarantee;

    /// A number that changes with whatever defines the levels of this game, so that measurements
    /// of other levels are not taken for theirs.
    fn levels_edition(&self) -> u64;
}

/// How far `perfect` is above the highest level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerfectGap {
    /// One step, like that from one level to the next.
    OneStep,
    /// More: eight steps of two to one do not come near it.
    Wider,
}

/// What `perfect` guarantees in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// Every move is proven to be best.
    Proven,
    /// Every move is proven to be best but for some of the first ones, where that would take too long.
    ProvenLater,
    /// No move gives away a win or a draw, but how long a win takes is not known.
    Value,
    /// Nothing, since the complete tables of these rules are missing: a long search, and exact
    /// values of small endings.
    NeedsTables,
    /// Nothing, since the game is not solved: a long search.
    Unsolved,
}

/// A computer player at one game.
pub trait Bot<P, M>: Send {
    /// A move in the last of these positions, the others being those since the last irreversible
    /// turn, in order; `None` when the game is over. The same positions and the same random numbers
    /// give the same move, whatever was asked before, unless a clock decides.
    fn choose(&mut self, recent: &[P], random: &mut Random) -> Option<M>;
}
