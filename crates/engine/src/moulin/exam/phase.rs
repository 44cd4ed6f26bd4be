use std::fmt;
use std::str::FromStr;

use moulin::{Moulin, Position};

/// A part of the game, by what the side to move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It places a stone.
    Placing,
    /// It moves along the lines.
    Moving,
    /// It may fly.
    Flying,
}

impl Phase {
    /// All, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Placing, Phase::Moving, Phase::Flying];

    /// The phase that a position belongs to.
    #[must_use]
    pub fn of(moulin: &Moulin, position: &Position) -> Phase {
        if position.hand(position.turn()) > 0 {
            Phase::Placing
        } else if moulin.may_fly(position) {
            Phase::Flying
        } else {
            Phase::Moving
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Placing => "placing",
            Phase::Moving => "moving",
            Phase::Flying => "flying",
        })
    }
}

impl FromStr for Phase {
    type Err = ();

    fn from_str(text: &str) -> Result<Phase, ()> {
        let mut phases = Phase::ALL.into_iter();
        phases.find(|phase| phase.to_string() == text).ok_or(())
    }
}
