use moulin::{Double, Flight, Rules, Stuck, Takes};

use super::bits::bits;
use super::geometry::Geometry;
use super::lines::full;
use super::state::State;
use super::turn::NOWHERE;

/// A rule set in the form that states are played by.
#[derive(Clone, Copy, Debug)]
pub struct Laws {
    /// The rules.
    pub rules: Rules,
    /// Stones with which a player may fly, 0 for nobody.
    fly_at: u32,
    /// The rights without which nobody flies: 1, or 0 when none is needed.
    right: u8,
}

/// How stones may go to any free point (ML6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flying {
    /// Not at all.
    Never,
    /// Every turn, so that a flight is a turn like others.
    Always,
    /// Once, so that the right is gone after a flight.
    Once,
}

/// How many stones a turn that completes lines takes, if so many may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captures {
    /// One.
    One,
    /// Two, one after the other.
    Two,
}

impl Captures {
    /// The most stones one turn takes.
    pub(crate) fn most(rules: &Rules) -> u8 {
        match rules.double {
            Double::One => 1,
            Double::Two => 2,
        }
    }
}

impl Laws {
    /// Of a rule set.
    #[must_use]
    pub fn new(rules: &Rules) -> Laws {
        let (fly_at, right) = match rules.flight {
            Flight::Never => (0, 0),
            Flight::At(at) => (u32::from(at), 0),
            Flight::Once(at) => (u32::from(at), 1),
        };
        Laws {
            rules: *rules,
            fly_at,
            right,
        }
    }

    /// Whether somebody with so many stones on the board and none in hand may fly; bit 0 of `rights`
    /// says whether the one flight is not used.
    #[inline]
    fn flies(&self, stones: u32, rights: u8) -> bool {
        stones <= self.fly_at && rights & self.right == self.right
    }

    /// How somebody with so many stones on the board and none in hand may fly; bit 0 of `rights` says
    /// whether the one flight is not used.
    pub(crate) fn flying(&self, stones: u8, rights: u8) -> Flying {
        match self.flies(stones.into(), rights) {
            false => Flying::Never,
            true if self.right == 0 => Flying::Always,
            true => Flying::Once,
        }
    }

    /// Whether the mover, who has nothing in hand, may fly (ML6).
    #[inline]
    #[must_use]
    pub fn may_fly(&self, state: &State) -> bool {
        self.flies(state.mine.count_ones(), state.flights)
    }

    /// Whether the other may fly once it is their turn, with nothing in hand.
    #[inline]
    #[must_use]
    pub fn other_may_fly(&self, state: &State) -> bool {
        self.flies(state.theirs.count_ones(), state.flights >> 1)
    }

    /// Whether the mover has a step to make.
    #[inline]
    #[must_use]
    pub fn can_move(&self, geometry: &Geometry, state: &State) -> bool {
        let free = state.free(geometry);
        let near = if state.my_hand > 0 || self.may_fly(state) {
            free
        } else {
            geometry.reach(free) & state.mine
        };
        near != 0
    }

    /// Whether the game is over and lost for the mover.
    #[inline]
    #[must_use]
    pub fn is_lost(&self, geometry: &Geometry, state: &State) -> bool {
        state.is_beaten() || self.rules.stuck == Stuck::Lose && !self.can_move(geometry, state)
    }

    /// Calls `visit` for each stone that may go somewhere, the hand being one, and where it may go.
    #[inline]
    pub fn each_step(&self, geometry: &Geometry, state: &State, mut visit: impl FnMut(usize, u32)) {
        let free = state.free(geometry);
        if state.my_hand > 0 {
            visit(NOWHERE, free);
        } else if self.may_fly(state) {
            bits(state.mine).for_each(|from| visit(from, free));
        } else {
            for from in bits(state.mine & geometry.reach(free)) {
                visit(from, geometry.neighbours(from) & free);
            }
        }
    }

    /// How many stones a turn that completes so many lines takes (ML3).
    #[inline]
    #[must_use]
    pub fn captures(&self, completed: u32) -> Captures {
        match self.rules.double {
            Double::Two if completed > 1 => Captures::Two,
            _ => Captures::One,
        }
    }

    /// The stones of `theirs` that a mill may take now (ML4), given how to find those of them that
    /// stand in mills.
    #[inline]
    #[must_use]
    pub fn takeable_of(&self, theirs: u32, in_mills: impl FnOnce() -> u32) -> u32 {
        if self.rules.takes == Takes::Any {
            return theirs;
        }
        let outside = theirs & !in_mills();
        if outside == 0 && self.rules.takes == Takes::OutsideOrAll {
            return theirs;
        }
        outside
    }

    /// The other's stones that a mill may take now (ML4).
    #[inline]
    #[must_use]
    pub fn takeable(&self, geometry: &Geometry, state: &State) -> u32 {
        self.takeable_of(state.theirs, || geometry.points_of(full(state.their_lines)))
    }

    /// The sets of one or two of `theirs` that two captures, one after the other, may take (ML3). The
    /// second is judged on the board the first leaves, and may find nothing.
    #[must_use]
    pub fn pairs(&self, geometry: &Geometry, theirs: u32) -> Vec<u32> {
        let takeable = |set: u32| self.takeable_of(set, || geometry.in_mills(set));
        let mut sets = Vec::new();
        for first in bits(takeable(theirs)).map(|point| 1 << point) {
            let second = takeable(theirs & !first);
            if second == 0 {
                sets.push(first);
            }
            for second in bits(second).map(|point| 1 << point) {
                if !sets.contains(&(first | second)) {
                    sets.push(first | second);
                }
            }
        }
        sets
    }
}
