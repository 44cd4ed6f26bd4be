use moulin::{Board, Move, Point, Points};

use super::image::Image;

/// The place in a table of a point that is none: the hand, or no stone taken.
pub const NOWHERE: usize = 31;

/// A whole turn in 20 bits: from, to, and the stones taken, five bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(u32);

impl Turn {
    /// Bits of a turn.
    pub const BITS: u32 = 20;

    /// Who cannot move passes, where that does not lose.
    pub const PASS: Turn = Turn::new(NOWHERE, NOWHERE);

    /// A step that takes nothing, from [`NOWHERE`] when the stone is in hand.
    #[inline]
    #[must_use]
    pub const fn new(from: usize, to: usize) -> Turn {
        let nothing = (NOWHERE << 10 | NOWHERE << 15) as u32;
        Turn(from as u32 | (to as u32) << 5 | nothing)
    }

    /// The same step taking one stone, or two.
    #[inline]
    #[must_use]
    pub const fn taking(self, first: usize, second: usize) -> Turn {
        Turn(self.0 & 0x3ff | (first as u32) << 10 | (second as u32) << 15)
    }

    /// The turn of these [`bits`](Turn::bits).
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Turn {
        Turn(bits & ((1 << Turn::BITS) - 1))
    }

    /// As a number.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Where the stone comes from, [`NOWHERE`] for the hand.
    #[inline]
    #[must_use]
    pub const fn from(self) -> usize {
        self.0 as usize & 31
    }

    /// Where it goes, [`NOWHERE`] for a pass.
    #[inline]
    #[must_use]
    pub const fn to(self) -> usize {
        (self.0 >> 5) as usize & 31
    }

    /// The stones taken, [`NOWHERE`] for none.
    #[inline]
    #[must_use]
    pub const fn takes(self) -> [usize; 2] {
        [(self.0 >> 10) as usize & 31, (self.0 >> 15) as usize & 31]
    }

    /// Whether it takes a stone.
    #[inline]
    #[must_use]
    pub const fn captures(self) -> bool {
        self.takes()[0] != NOWHERE
    }

    /// Whether the stone comes from the hand.
    #[inline]
    #[must_use]
    pub const fn places(self) -> bool {
        self.from() == NOWHERE && self.to() != NOWHERE
    }

    /// Whether it can be undone by later turns, so that it counts towards the draw limits (ML9).
    #[inline]
    #[must_use]
    pub const fn is_quiet(self) -> bool {
        !self.captures() && !self.places()
    }

    /// The turn with every point looked up in a table of a symmetry.
    #[inline]
    fn mapped(self, points: &[u8; 32]) -> Turn {
        let at = |point: usize| usize::from(points[point & 31]);
        let [first, second] = self.takes();
        Turn::new(at(self.from()), at(self.to())).taking(at(first), at(second))
    }

    /// The turn seen through a symmetry.
    #[inline]
    #[must_use]
    pub fn seen(self, image: &Image) -> Turn {
        self.mapped(&image.to)
    }

    /// The turn whose image this is.
    #[inline]
    #[must_use]
    pub fn unseen(self, image: &Image) -> Turn {
        self.mapped(&image.from)
    }

    /// The turn as the rules write it.
    #[must_use]
    pub fn played(self, board: &Board) -> Move {
        let point = |index: usize| -> Option<Point> {
            board
                .points()
                .into_iter()
                .find(|point| point.index() == index)
        };
        let takes: Points = self.takes().into_iter().filter_map(point).collect();
        match (point(self.from()), point(self.to())) {
            (Some(from), Some(to)) => Move::Shift { from, to, takes },
            (None, Some(to)) => Move::Place { to, takes },
            (_, None) => Move::Pass,
        }
    }

    /// The turn the rules write so.
    #[must_use]
    pub fn of(played: Move) -> Turn {
        let index = |point: Option<Point>| point.map_or(NOWHERE, Point::index);
        let mut takes = played.takes().into_iter();
        let (first, second) = (takes.next(), takes.next());
        Turn::new(index(played.from()), index(played.to())).taking(index(first), index(second))
    }
}
