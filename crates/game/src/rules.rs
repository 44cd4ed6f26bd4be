use std::fmt::Debug;
use std::hash::Hash;

use crate::{DrawLimits, Ending, Outcome, Random, Side};

/// The rules of one game on one board. Positions are plain data, moves are whole turns.
pub trait Game {
    /// Everything the future depends on, and nothing of the past.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// A whole turn.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Every ending that the rules know, draw limits included.
    const ENDINGS: &'static [Ending];

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// The side to move.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Calls `visit` once for each legal move, always in the same order.
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// The position after a move that [`each_move`](Game::each_move) gave for this position.
    fn play(&self, position: &Self::Position, played: Self::Move) -> Self::Position;

    /// `Some` exactly when there is no legal move.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// How many legal moves there are; a game that can tell without listing them says so here.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        self.each_move(position, |_| count += 1);
        count
    }

    /// The legal moves as a list.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.each_move(position, |played| moves.push(played));
        moves
    }

    /// A legal move, each with the same chance; `None` when the game is over.
    fn random_move(&self, position: &Self::Position, random: &mut Random) -> Option<Self::Move> {
        random.pick(&self.moves(position)).copied()
    }

    /// The draws that only the history of a game can tell, where there are such.
    fn draw_limits(&self) -> Option<DrawLimits> {
        None
    }

    /// Whether later turns could bring this position back after `played`, so that a match has to
    /// count it towards its draw limits. A game that always ends keeps the default.
    fn is_quiet(&self, position: &Self::Position, played: Self::Move) -> bool {
        let _ = (position, played);
        false
    }
}
