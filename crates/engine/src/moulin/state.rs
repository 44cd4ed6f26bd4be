use game::Side;
use moulin::{Flight, Position, Rules, Stuck, Takes};

use super::geometry::{Geometry, NOWHERE, bare, bits, full, twos};
use super::turn::Turn;

/// Who has fewer stones has lost (ML7).
const FEWEST: u32 = 3;

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) mine: u32,
    pub(super) theirs: u32,
    /// Stones on each line.
    pub(super) my_lines: u64,
    pub(super) their_lines: u64,
    pub(super) my_hand: u8,
    pub(super) their_hand: u8,
    /// Who has not used the one flight: 1 the side to move, 2 the other.
    pub(super) flights: u8,
}

impl State {
    pub(super) fn new(geometry: &Geometry, position: &Position) -> State {
        let (me, other) = (position.turn(), position.turn().other());
        let right = |side: Side, bit: u8| if position.flights().has(side) { bit } else { 0 };
        let (mine, theirs) = (position.stones(me).bits(), position.stones(other).bits());
        State {
            mine,
            theirs,
            my_lines: geometry.count(mine),
            their_lines: geometry.count(theirs),
            my_hand: position.hand(me),
            their_hand: position.hand(other),
            flights: right(me, 1) | right(other, 2),
        }
    }

    /// The state in 55 bits, different for different states: stones of both, the mover's hand,
    /// whether the other's hand is smaller (white places first, so it never differs by more), and
    /// the flights.
    #[inline]
    pub(super) fn bits(&self, mine: u32, theirs: u32) -> u64 {
        u64::from(mine)
            | u64::from(theirs) << 24
            | u64::from(self.my_hand) << 48
            | u64::from(self.my_hand != self.their_hand) << 52
            | u64::from(self.flights) << 53
    }

    /// Stones on the board and in hand, of the mover and the other.
    #[inline]
    pub(super) fn totals(&self) -> [u32; 2] {
        [
            self.mine.count_ones() + u32::from(self.my_hand),
            self.theirs.count_ones() + u32::from(self.their_hand),
        ]
    }

    /// Whether the mover has lost for want of stones (ML7).
    #[inline]
    pub(super) fn is_beaten(&self) -> bool {
        self.mine.count_ones() + u32::from(self.my_hand) < FEWEST
    }

    #[inline]
    pub(super) fn free(&self, geometry: &Geometry) -> u32 {
        geometry.points & !(self.mine | self.theirs)
    }

    /// The points where the mover completes a line, if a stone of no use to that line gets there.
    #[inline]
    pub(super) fn closing(&self, geometry: &Geometry) -> u32 {
        let lines = twos(self.my_lines) & bare(self.their_lines);
        geometry.points_of(lines) & !self.mine
    }

    /// How many lines a step completes.
    #[inline]
    pub(super) fn completed(&self, geometry: &Geometry, turn: Turn) -> u32 {
        let here = geometry.on_lines(turn.to());
        let after = self.my_lines + here - geometry.on_lines(turn.from());
        (full(after) & here).count_ones()
    }

    /// The state after a turn, which is the other's.
    #[inline]
    pub(super) fn play(&self, geometry: &Geometry, turn: Turn) -> State {
        let (from, to, [first, second]) = (turn.from(), turn.to(), turn.takes());
        let mine = self.mine & !geometry.only(from) | geometry.only(to);
        let theirs = self.theirs & !(geometry.only(first) | geometry.only(second));
        let my_lines = self.my_lines + geometry.on_lines(to) - geometry.on_lines(from);
        let taken = geometry.on_lines(first) + geometry.on_lines(second);
        let flown = geometry.neighbours(from) & geometry.only(to) == 0 && turn != Turn::PASS;
        let flights = self.flights & !u8::from(flown);
        State {
            mine: theirs,
            theirs: mine,
            my_lines: self.their_lines - taken,
            their_lines: my_lines,
            my_hand: self.their_hand,
            their_hand: self.my_hand - u8::from(turn.places()),
            flights: flights >> 1 | (flights & 1) << 1,
        }
    }
}

/// What a rule set means for states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laws {
    pub(super) rules: Rules,
    /// Stones with which a player may fly, 0 for nobody.
    fly_at: u32,
    /// The rights without which nobody flies: 1, or 0 when none is needed.
    right: u8,
}

impl Laws {
    pub(super) fn new(rules: &Rules) -> Laws {
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

    /// Whether the mover, who has nothing in hand, may fly (ML6).
    #[inline]
    pub(super) fn may_fly(&self, state: &State) -> bool {
        state.mine.count_ones() <= self.fly_at && state.flights & self.right == self.right
    }

    /// Whether the other may fly once it is their turn, with nothing in hand.
    #[inline]
    pub(super) fn other_may_fly(&self, state: &State) -> bool {
        state.theirs.count_ones() <= self.fly_at && state.flights >> 1 & self.right == self.right
    }

    /// Whether the mover has a step to make.
    #[inline]
    pub(super) fn can_move(&self, geometry: &Geometry, state: &State) -> bool {
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
    pub(super) fn is_lost(&self, geometry: &Geometry, state: &State) -> bool {
        state.is_beaten() || self.rules.stuck == Stuck::Lose && !self.can_move(geometry, state)
    }

    /// The other's stones that a mill may take now (ML4).
    #[inline]
    pub(super) fn takeable(&self, geometry: &Geometry, theirs: u32, their_lines: u64) -> u32 {
        if self.rules.takes == Takes::Any {
            return theirs;
        }
        let outside = theirs & !geometry.points_of(full(their_lines));
        if outside == 0 && self.rules.takes == Takes::OutsideOrAll {
            return theirs;
        }
        outside
    }

    /// The sets of one or two stones that two captures, one after the other, may take.
    pub(super) fn pairs(&self, geometry: &Geometry, state: &State) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        for first in bits(self.takeable(geometry, state.theirs, state.their_lines)) {
            let rest = state.theirs & !geometry.only(first);
            let lines = state.their_lines - geometry.on_lines(first);
            let second = self.takeable(geometry, rest, lines);
            if second == 0 {
                pairs.push([first, NOWHERE]);
            }
            for second in bits(second) {
                let pair = [first.min(second), first.max(second)];
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }
}
