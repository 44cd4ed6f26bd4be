use moulin::Point;

use super::compress::Compressor;
use super::subsets::Ranks;
use crate::kernel::Image;

/// Maps the columns of one row to those of another by a symmetry.
#[derive(Clone, Copy)]
pub(crate) struct ColumnMap<'a> {
    from: Compressor<'a>,
    image: &'a Image,
    to: Compressor<'a>,
    ranks: Ranks<'a>,
}

/// A [`ColumnMap`] in tables, for many columns.
pub(crate) struct ColumnTable<'a> {
    /// By seven points of the one row: the points of the other they become.
    parts: [[u32; 128]; 4],
    ranks: Ranks<'a>,
}

impl<'a> ColumnMap<'a> {
    /// Between two rows, for columns of so many stones. A set that has a point no longer free in
    /// the other row must not be led over.
    #[inline]
    pub(crate) fn new(
        from: Compressor<'a>,
        image: &'a Image,
        to: Compressor<'a>,
        ranks: Ranks<'a>,
    ) -> ColumnMap<'a> {
        ColumnMap {
            from,
            image,
            to,
            ranks,
        }
    }

    /// The compressed set that a compressed set becomes.
    #[inline]
    fn lead(&self, set: u32) -> u32 {
        self.to.compress(self.image.set(self.from.expand(set)))
    }

    /// The column that a compressed set becomes.
    #[inline]
    pub(crate) fn column(&self, set: u32) -> usize {
        self.ranks.of(self.lead(set))
    }

    /// In tables: worth the time from some twenty columns on.
    pub(crate) fn tabulated(&self) -> ColumnTable<'a> {
        let mut parts = [[0; 128]; 4];
        for point in 0..Point::MOST {
            let image = self.lead(1 << point);
            let (known, new) = parts[point / 7].split_at_mut(1 << (point % 7));
            for (set, rest) in new.iter_mut().zip(known) {
                *set = *rest | image;
            }
        }
        let ranks = self.ranks;
        ColumnTable { parts, ranks }
    }
}

impl ColumnTable<'_> {
    /// The column that a compressed set becomes.
    #[inline]
    pub(crate) fn column(&self, set: u32) -> usize {
        let part = |n: usize| self.parts[n][(set >> (7 * n)) as usize & 127];
        self.ranks.of(part(0) | part(1) | part(2) | part(3))
    }
}
