use game::Side;

use crate::Kind;

/// The pieces both players have still to place: for each side and kind a count of at most 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hands(u32);

impl Hands {
    /// Full hands of a game with so many sets (MJ2): two of each kind per set.
    pub(crate) const fn full(sets: u8) -> Hands {
        Hands(0x1111_1111 * 2 * sets as u32)
    }

    #[inline]
    const fn shift(side: Side, kind: Kind) -> u32 {
        16 * side.index() as u32 + 4 * kind.index() as u32
    }

    /// How many pieces of a kind a side has.
    #[inline]
    #[must_use]
    pub const fn count(self, side: Side, kind: Kind) -> u32 {
        (self.0 >> Hands::shift(side, kind)) & 15
    }

    /// How many pieces a side has.
    #[must_use]
    pub fn total(self, side: Side) -> u32 {
        Kind::ALL
            .into_iter()
            .map(|kind| self.count(side, kind))
            .sum()
    }

    /// Whether a side has placed everything.
    #[inline]
    #[must_use]
    pub const fn is_empty(self, side: Side) -> bool {
        (self.0 >> Hands::shift(side, Kind::Straight)) & 0xffff == 0
    }

    /// The hands after one piece less; the side must have one of the kind.
    #[inline]
    pub(crate) const fn less(self, side: Side, kind: Kind) -> Hands {
        Hands(self.0 - (1 << Hands::shift(side, kind)))
    }

    /// One number for both hands, different for different hands.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}
