use moulin::{Board, Points};

use super::bits::{ByByte, bits, bits64, by_byte, look_up};
use super::image::Image;
use super::lines::{completed, in_lines};
use super::turn::NOWHERE;

/// A board in tables of bits. A set of points has a bit per point; how many stones of a set stand on
/// each line is one number with two bits per line, so that a stone more or less is an addition.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// All points.
    pub points: u32,
    /// Beside [`NOWHERE`] everything lies, so that a stone from the hand never flies.
    neighbours: [u32; 32],
    lines: [u32; 32],
    line_count: usize,
    on_lines: [u64; 32],
    /// The points with three neighbours, and those with four.
    crossings: [u32; 2],
    /// The neighbours of the points of a set.
    reach: ByByte,
    /// The symmetries of the board, the identity first.
    images: Box<[Image]>,
}

impl Geometry {
    /// Of a board.
    #[must_use]
    pub fn new(board: &Board) -> Geometry {
        let mut neighbours = [0; 32];
        let mut on_lines = [0; 32];
        let mut lines = [0; 32];
        for point in board.points() {
            neighbours[point.index()] = board.neighbours(point).bits();
        }
        for (index, line) in board.lines().enumerate() {
            lines[index] = line.bits();
            for point in line {
                on_lines[point.index()] += 1 << (2 * index);
            }
        }
        let with = |count: u32| {
            let points = board.points().into_iter();
            let points = points.filter(|point| board.neighbours(*point).count() == count);
            points.collect::<Points>().bits()
        };
        let crossings = [with(3), with(4)];
        let reach = by_byte(|point| neighbours[point]);
        neighbours[NOWHERE] = u32::MAX;
        Geometry {
            points: board.points().bits(),
            neighbours,
            lines,
            line_count: board.lines().count(),
            on_lines,
            crossings,
            reach,
            images: Image::all(board).into_boxed_slice(),
        }
    }

    /// The set of a point; none for [`NOWHERE`].
    #[inline]
    #[must_use]
    pub fn only(&self, point: usize) -> u32 {
        1 << (point & 31) & self.points
    }

    /// The points one step from a point.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, point: usize) -> u32 {
        self.neighbours[point & 31]
    }

    /// One for each line through a point; nothing for [`NOWHERE`].
    #[inline]
    #[must_use]
    pub fn on_lines(&self, point: usize) -> u64 {
        self.on_lines[point & 31]
    }

    /// The points beside those of a set.
    #[inline]
    #[must_use]
    pub fn reach(&self, set: u32) -> u32 {
        look_up(&self.reach, set)
    }

    /// How many stones of a set stand on each line.
    #[inline]
    #[must_use]
    pub fn count(&self, set: u32) -> u64 {
        bits(set).map(|point| self.on_lines(point)).sum()
    }

    /// The number of points.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.points.count_ones()
    }

    /// The lines as sets of points.
    #[inline]
    pub(crate) fn lines(&self) -> &[u32] {
        &self.lines[..self.line_count]
    }

    /// Those of `stones` that stand in a complete line. Where the counts of the lines are at hand,
    /// [`points_of`](Geometry::points_of) is quicker.
    #[inline]
    #[must_use]
    pub fn in_mills(&self, stones: u32) -> u32 {
        in_lines(self.lines(), stones)
    }

    /// How many lines a stone coming to a point completes with `rest`.
    pub(crate) fn completed(&self, to: usize, rest: u32) -> u32 {
        let here = self.on_lines(to);
        completed(self.count(rest) + here, here)
    }

    /// The points of lines, given by their low bits.
    #[inline]
    #[must_use]
    pub fn points_of(&self, lines: u64) -> u32 {
        bits64(lines).fold(0, |set, bit| set | self.lines[bit >> 1 & 31])
    }

    /// The points of a line, given by the place of its low bit.
    #[inline]
    #[must_use]
    pub fn line(&self, bit: usize) -> u32 {
        self.lines[bit >> 1 & 31]
    }

    /// How many steps lead from the points of a set, were all the others free, beyond two each.
    #[inline]
    #[must_use]
    pub fn ways(&self, set: u32) -> i32 {
        let [three, four] = self.crossings;
        ((set & three).count_ones() + 2 * (set & four).count_ones()) as i32
    }

    /// The symmetries of the board, the identity first.
    #[inline]
    #[must_use]
    pub fn images(&self) -> &[Image] {
        &self.images
    }
}
