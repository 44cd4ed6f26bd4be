use moulin::Point;

use super::ground::{Renaming, bits, in_lines};
use crate::numbering::compress::Compressor;
use crate::numbering::index::Index;
use crate::numbering::subsets::Ranks;

/// The board as it is for the columns of one row: the points its stones leave free, squeezed
/// together.
pub(crate) struct Row {
    /// The stones of the row.
    pub(crate) stones: u32,
    /// All points of the columns.
    pub(crate) free: u32,
    /// By point: its neighbours among the free points.
    pub(crate) near: [u32; Point::MOST],
    /// The free points next to a stone of the row.
    pub(crate) reach: u32,
    lines: [u32; Row::MOST_LINES],
    line_count: usize,
}

impl Row {
    const MOST_LINES: usize = 20;

    pub(crate) fn new(index: &Index, stones: u32) -> Row {
        let ground = &index.ground;
        let squeeze = index.squeeze(stones);
        let free = ground.all & !stones;
        let mut row = Row {
            stones,
            free: (1 << free.count_ones()) - 1,
            near: [0; Point::MOST],
            reach: 0,
            lines: [0; Row::MOST_LINES],
            line_count: 0,
        };
        let mut reach = 0;
        let mut member = 0;
        for (point, neighbours) in ground.neighbours.iter().enumerate() {
            if free & 1 << point != 0 {
                row.near[member] = squeeze.of(*neighbours);
                member += 1;
            } else {
                reach |= neighbours;
            }
        }
        row.reach = squeeze.of(reach);
        for line in ground.lines.iter().filter(|line| *line & stones == 0) {
            row.lines[row.line_count] = squeeze.of(*line);
            row.line_count += 1;
        }
        row
    }

    /// The complete lines a set of column stones could have.
    pub(crate) fn lines(&self) -> &[u32] {
        &self.lines[..self.line_count]
    }

    /// Those of `column` that stand in a complete line.
    #[inline]
    pub(crate) fn in_mills(&self, column: u32) -> u32 {
        in_lines(self.lines(), column)
    }

    /// The neighbours among the free points of a free point.
    #[inline]
    pub(crate) fn near(&self, point: u32) -> u32 {
        self.near[point as usize % Point::MOST]
    }

    /// Whether no stone of `column` has a free neighbour.
    pub(crate) fn is_stuck(&self, column: u32) -> bool {
        bits(column).all(|point| self.near(point) & !column == 0)
    }
}

/// Leads the columns of one row to those of another by a symmetry.
#[derive(Clone, Copy)]
pub(crate) struct Transit<'a> {
    from: Compressor<'a>,
    renaming: &'a Renaming,
    to: Compressor<'a>,
    ranks: Ranks<'a>,
}

/// A [`Transit`] that was prepared for many columns.
pub(crate) struct BusyTransit<'a> {
    /// By seven points of the one row: the points of the other they become.
    parts: [[u32; 128]; 4],
    ranks: Ranks<'a>,
}

impl<'a> Transit<'a> {
    /// Between two rows, for columns of so many stones. A set that has a point no longer free in
    /// the other row must not be led over.
    #[inline]
    pub(crate) fn new(
        from: Compressor<'a>,
        renaming: &'a Renaming,
        to: Compressor<'a>,
        ranks: Ranks<'a>,
    ) -> Transit<'a> {
        Transit {
            from,
            renaming,
            to,
            ranks,
        }
    }

    /// The squeezed set that a squeezed set becomes.
    #[inline]
    fn lead(&self, set: u32) -> u32 {
        self.to.of(self.renaming.of(self.from.spread(set)))
    }

    /// The column that a squeezed set becomes.
    #[inline]
    pub(crate) fn column(&self, set: u32) -> usize {
        self.ranks.of(self.lead(set))
    }

    /// Worth its while from some twenty columns on.
    pub(crate) fn for_many(&self) -> BusyTransit<'a> {
        let mut parts = [[0; 128]; 4];
        for point in 0..Point::MOST {
            let image = self.lead(1 << point);
            let (known, new) = parts[point / 7].split_at_mut(1 << (point % 7));
            for (set, rest) in new.iter_mut().zip(known) {
                *set = *rest | image;
            }
        }
        let ranks = self.ranks;
        BusyTransit { parts, ranks }
    }
}

impl BusyTransit<'_> {
    /// The column that a squeezed set becomes.
    #[inline]
    pub(crate) fn column(&self, set: u32) -> usize {
        let part = |n: usize| self.parts[n][(set >> (7 * n)) as usize & 127];
        self.ranks.of(part(0) | part(1) | part(2) | part(3))
    }
}
