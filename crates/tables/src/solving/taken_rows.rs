use super::losses::{Loss, Losses};
use crate::byte::{LOST_NOW, SCORE_BEFORE, WON_AT_ONCE};
use crate::kernel::{Captures, bits};
use crate::numbering::column_map::{ColumnMap, ColumnTable};
use crate::numbering::index::Index;
use crate::numbering::row::Row;
use crate::numbering::stones::Stones;

/// What mills of the columns may take of one row.
pub(crate) struct TakenRows<'a> {
    index: &'a Index,
    row: u32,
    /// Whether anything may be taken.
    possible: bool,
    /// For each stone that may be taken: the row that is left, and the way to its columns. None
    /// when the game is then over.
    ones: Vec<(&'a [u8], ColumnTable<'a>)>,
    losses: Losses<'a>,
}

impl<'a> TakenRows<'a> {
    /// For columns of so many stones. `one` has the stones that are left when one is lost as its
    /// rows.
    pub(crate) fn new(
        index: &'a Index,
        row: u32,
        columns: u8,
        one: Loss<'a>,
        losses: Losses<'a>,
    ) -> TakenRows<'a> {
        let in_mills = || index.geometry.in_mills(row);
        let takeable = index.laws.takeable_of(row, in_mills);
        let ones = match one {
            Loss::Over => Vec::new(),
            Loss::To(after) => bits(takeable)
                .map(|taken| {
                    let left = row & !(1 << taken);
                    let width = index.width(left.count_ones() as u8, columns);
                    let canonical = index.canonical(left);
                    let image = &index.geometry.images()[canonical.symmetry()];
                    let (from, to) = (index.compressor(row), index.compressor(image.set(left)));
                    let map = ColumnMap::new(from, image, to, index.ranks(columns));
                    (
                        &after[canonical.class() * width..][..width],
                        map.tabulated(),
                    )
                })
                .collect(),
        };
        TakenRows {
            index,
            row,
            possible: takeable != 0,
            ones,
            losses,
        }
    }

    /// Calls `visit` for each stone of these columns that stands in a mill, with the best score of
    /// what the turn that brought it there takes; for none if nothing may be taken.
    #[inline]
    pub(crate) fn each(&self, board: &Row, column: u32, mut visit: impl FnMut(usize, u8)) {
        let mills = board.in_mills(column);
        if mills == 0 || !self.possible {
            return;
        }
        let one = self.one(column);
        for to in bits(mills) {
            match self.index.laws.captures(lines_through(board, column, to)) {
                Captures::One => visit(to, one),
                Captures::Two => visit(to, self.two(column)),
            }
        }
    }

    /// Those stones of these columns that a turn may have brought there without taking any.
    #[inline]
    pub(crate) fn quiet(&self, board: &Row, column: u32) -> u32 {
        if self.possible {
            column & !board.in_mills(column)
        } else {
            column
        }
    }

    /// The best score of taking one stone.
    #[inline]
    fn one(&self, column: u32) -> u8 {
        if let Loss::Over = self.losses.one {
            return WON_AT_ONCE;
        }
        let value = |(after, map): &(&[u8], ColumnTable<'_>)| after[map.column(column)];
        let scores = self.ones.iter().map(value);
        let scores = scores.map(|value| SCORE_BEFORE[usize::from(value)]);
        scores.fold(LOST_NOW, u8::max)
    }

    /// The best score of taking two stones.
    fn two(&self, column: u32) -> u8 {
        let other = self.index.compressor(self.row).expand(column);
        let sets = self.index.laws.pairs(&self.index.geometry, self.row);
        let scores = sets.into_iter().map(|taken| {
            let stones = Stones {
                mover: self.row & !taken,
                other,
            };
            let lost = taken.count_ones();
            self.losses.score(self.index, stones, lost)
        });
        scores.fold(LOST_NOW, u8::max)
    }
}

/// How many complete lines of a column go through one of its stones.
fn lines_through(board: &Row, column: u32, point: usize) -> u32 {
    let complete = |line: &&u32| *line & !column == 0 && *line & 1 << point != 0;
    board.lines().iter().filter(complete).count() as u32
}
