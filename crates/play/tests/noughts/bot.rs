//! A player that searches the whole game, and one that does not.

use engine::{Bot, Computer, Guarantee, PerfectGap, Player, Resources};
use game::{Game, Random};

use super::rules::{Noughts, Position, Square};

/// Plays at random or perfectly.
pub(crate) struct NoughtsBot {
    player: Player,
}

impl Computer for Noughts {
    type Bot = NoughtsBot;

    const PERFECT_GAP: PerfectGap = PerfectGap::OneStep;

    fn bot(&self, player: Player, _: &Resources) -> NoughtsBot {
        NoughtsBot { player }
    }

    fn guarantee(&self, _: &Resources) -> Guarantee {
        Guarantee::Proven
    }

    fn levels_edition(&self) -> u64 {
        1
    }
}

impl Bot<Position, Square> for NoughtsBot {
    fn choose(&mut self, recent: &[Position], random: &mut Random) -> Option<Square> {
        let position = recent.last()?;
        match self.player {
            Player::Random => Noughts.random_move(position, random),
            _ => {
                let moves = Noughts.moves(position).into_iter();
                moves.max_by_key(|played| value_of(position, *played))
            }
        }
    }
}

/// What a move is worth to its player: 1, 0 or −1.
pub(crate) fn value_of(position: &Position, played: Square) -> i32 {
    -value(&Noughts.play(position, played))
}

/// What a position is worth to the side to move.
pub(crate) fn value(position: &Position) -> i32 {
    match Noughts.outcome(position) {
        Some(outcome) => -i32::from(outcome.winner.is_some()),
        None => {
            let moves = Noughts.moves(position).into_iter();
            let values = moves.map(|played| value_of(position, played));
            values.max().expect("a game that is not over has moves")
        }
    }
}
