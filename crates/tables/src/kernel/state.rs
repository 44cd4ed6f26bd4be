use game::Side;
use moulin::{FEWEST, Position};

use super::geometry::Geometry;
use super::lines::{bare, completed, twos};
use super::turn::Turn;

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The stones of the side to move.
    pub mine: u32,
    /// The other's stones.
    pub theirs: u32,
    /// The stones of the side to move on each line.
    pub my_lines: u64,
    /// The other's stones on each line.
    pub their_lines: u64,
    /// Stones in hand of the side to move.
    pub my_hand: u8,
    /// Stones in hand of the other.
    pub their_hand: u8,
    /// Who has not used the one flight: 1 the side to move, 2 the other.
    pub flights: u8,
}

impl State {
    /// Of a position.
    #[must_use]
    pub fn new(geometry: &Geometry, position: &Position) -> State {
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
    #[must_use]
    pub fn bits(&self, mine: u32, theirs: u32) -> u64 {
        u64::from(mine)
            | u64::from(theirs) << 24
            | u64::from(self.my_hand) << 48
            | u64::from(self.my_hand != self.their_hand) << 52
            | u64::from(self.flights) << 53
    }

    /// Stones on the board and in hand, of the mover and the other.
    #[inline]
    #[must_use]
    pub fn totals(&self) -> [u32; 2] {
        [
            self.mine.count_ones() + u32::from(self.my_hand),
            self.theirs.count_ones() + u32::from(self.their_hand),
        ]
    }

    /// Whether the mover has lost for want of stones (ML7).
    #[inline]
    #[must_use]
    pub fn is_beaten(&self) -> bool {
        self.mine.count_ones() + u32::from(self.my_hand) < u32::from(FEWEST)
    }

    /// The points without a stone.
    #[inline]
    #[must_use]
    pub fn free(&self, geometry: &Geometry) -> u32 {
        geometry.points & !(self.mine | self.theirs)
    }

    /// The points where the mover completes a line, if a stone of no use to that line gets there.
    #[inline]
    #[must_use]
    pub fn closing(&self, geometry: &Geometry) -> u32 {
        let lines = twos(self.my_lines) & bare(self.their_lines);
        geometry.points_of(lines) & !self.mine
    }

    /// How many lines a step completes.
    #[inline]
    #[must_use]
    pub fn completed(&self, geometry: &Geometry, turn: Turn) -> u32 {
        let here = geometry.on_lines(turn.to());
        let after = self.my_lines + here - geometry.on_lines(turn.from());
        completed(after, here)
    }

    /// The state after a turn, which is the other's.
    #[inline]
    #[must_use]
    pub fn play(&self, geometry: &Geometry, turn: Turn) -> State {
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
