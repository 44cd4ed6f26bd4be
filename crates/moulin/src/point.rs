use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A point of the board, by its number there; the board knows its name and neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The most points a board can have.
    pub const MOST: usize = 24;

    #[inline]
    pub(crate) const fn new(index: usize) -> Point {
        assert!(index < Point::MOST);
        Point(index as u8)
    }

    /// Its number on the board, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of points; a board has at most 24, so bits 24.. stay clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points(u32);

impl Points {
    /// No point.
    pub const NONE: Points = Points(0);

    /// A set that no set of stones contains, for lines that a point does not have.
    pub(crate) const NEVER: Points = Points(1 << 31);

    /// The first `count` points.
    #[inline]
    pub(crate) const fn first(count: usize) -> Points {
        assert!(count <= Point::MOST);
        Points((1 << count) - 1)
    }

    /// The set of one point.
    #[inline]
    #[must_use]
    pub const fn only(point: Point) -> Points {
        Points(1 << point.0)
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Points {
        Points(bits)
    }

    /// One bit a point.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `point` is among them.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 & (1 << point.0) != 0
    }

    /// Those that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Points) -> Points {
        Points(self.0 & !other.0)
    }

    /// Those of either set.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }

    /// The point with `rank` others before it; `rank` is below [`count`](Points::count).
    ///
    /// The byte is found without a branch and the bit in it from a table. Clearing `rank` bits in
    /// a loop, whose length nobody can predict, made random games slower by a third.
    #[inline]
    pub(crate) fn nth(self, rank: u32) -> Point {
        let before = |byte: u32| (self.0 & ((1 << (8 * byte)) - 1)).count_ones();
        let byte = u32::from(rank >= before(1)) + u32::from(rank >= before(2));
        let bits = (self.0 >> (8 * byte)) & 0xff;
        let place = NTH_BIT[bits as usize][(rank - before(byte)) as usize & 7];
        Point::new((8 * byte) as usize + place as usize)
    }
}

/// For each byte and rank, the place of the set bit with that many set bits below it.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte & (1 << place) != 0 {
                table[byte][rank] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

impl BitAnd for Points {
    type Output = Points;
    #[inline]
    fn bitand(self, other: Points) -> Points {
        Points(self.0 & other.0)
    }
}

impl BitOr for Points {
    type Output = Points;
    #[inline]
    fn bitor(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }
}

impl BitXor for Points {
    type Output = Points;
    #[inline]
    fn bitxor(self, other: Points) -> Points {
        Points(self.0 ^ other.0)
    }
}

impl Not for Points {
    type Output = Points;
    #[inline]
    fn not(self) -> Points {
        Points(!self.0)
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        points
            .into_iter()
            .fold(Points::NONE, |set, point| set | Points::only(point))
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The points of a set, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Iter(u32);

impl Iterator for Iter {
    type Item = Point;
    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let point = Point(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(point)
    }
}
