use moulin::Point;

use super::index::Index;
use crate::kernel::{bits, in_lines};

/// The board as it is for the columns of one row: the points its stones leave free, compressed.
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
        let geometry = &index.geometry;
        let compressor = index.compressor(stones);
        let free = geometry.points & !stones;
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
        for point in 0..Point::MOST {
            let neighbours = geometry.neighbours(point);
            if free & 1 << point != 0 {
                row.near[member] = compressor.compress(neighbours);
                member += 1;
            } else {
                reach |= neighbours;
            }
        }
        row.reach = compressor.compress(reach);
        let lines = geometry.lines().iter();
        for line in lines.filter(|line| *line & stones == 0) {
            row.lines[row.line_count] = compressor.compress(*line);
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
    pub(crate) fn near(&self, point: usize) -> u32 {
        self.near[point % Point::MOST]
    }

    /// Whether no stone of `column` has a free neighbour.
    pub(crate) fn is_stuck(&self, column: u32) -> bool {
        bits(column).all(|point| self.near(point) & !column == 0)
    }
}
