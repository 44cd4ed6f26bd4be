use crate::{Point, Points};

/// A mill board: points on a small grid, and lines of three.
///
/// Two points are neighbours when they follow each other on a line, or are [joined](Board::joined).
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    size: usize,
    places: [(u8, u8); Point::MOST],
    lines: [Points; Board::MOST_LINES],
    // Indexed by a point's number masked to 32 entries, which spares the bounds check.
    neighbours: [Points; 32],
    through: [[Points; Board::LINES_A_POINT]; 32],
    strides: [Stride; Board::MOST_STRIDES],
}

/// Steps to a neighbour that add the same to a point's number: all of them that are possible are
/// found with one rotation of the free points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stride {
    /// The points that have such a neighbour.
    from: Points,
    /// What is added, modulo 32.
    by: u32,
}

/// Steps to a neighbour, by stride.
pub(crate) struct Slides<'board> {
    strides: &'board [Stride; Board::MOST_STRIDES],
    possible: [Points; Board::MOST_STRIDES],
}

/// The board of the three sheets: three nested squares, the middles of their sides joined.
///
/// Points are numbered square by square from the outside, clockwise from the top left corner.
#[rustfmt::skip]
pub static NINE: Board = Board::new(
    &[
        (0, 6), (3, 6), (6, 6), (6, 3), (6, 0), (3, 0), (0, 0), (0, 3),
        (1, 5), (3, 5), (5, 5), (5, 3), (5, 1), (3, 1), (1, 1), (1, 3),
        (2, 4), (3, 4), (4, 4), (4, 3), (4, 2), (3, 2), (2, 2), (2, 3),
    ],
    &[
        [0, 1, 2], [2, 3, 4], [4, 5, 6], [6, 7, 0],
        [8, 9, 10], [10, 11, 12], [12, 13, 14], [14, 15, 8],
        [16, 17, 18], [18, 19, 20], [20, 21, 22], [22, 23, 16],
        [1, 9, 17], [3, 11, 19], [5, 13, 21], [7, 15, 23],
    ],
);

impl Board {
    const MOST_LINES: usize = 20;
    const LINES_A_POINT: usize = 3;
    // Six on the sheets' board, and no more with diagonals drawn between its corners.
    const MOST_STRIDES: usize = 6;

    /// A board of points (column, row from the lower left) and lines of point numbers.
    ///
    /// # Panics
    ///
    /// At compile time for a constant: with more than 24 points, 20 lines, 3 lines a point, or more
    /// than 6 differences between the numbers of neighbours.
    #[must_use]
    pub const fn new(places: &[(u8, u8)], lines: &[[usize; 3]]) -> Board {
        let mut board = Board {
            size: places.len(),
            places: [(0, 0); Point::MOST],
            lines: [Points::NONE; Board::MOST_LINES],
            neighbours: [Points::NONE; 32],
            through: [[Points::NEVER; Board::LINES_A_POINT]; 32],
            strides: [Stride {
                from: Points::NONE,
                by: 0,
            }; Board::MOST_STRIDES],
        };
        let mut i = 0;
        while i < places.len() {
            board.places[i] = places[i];
            i += 1;
        }
        let mut lines_at = [0; Point::MOST];
        let mut i = 0;
        while i < lines.len() {
            let [a, b, c] = lines[i];
            let (at_a, at_b, at_c) = (
                Points::only(Point::new(a)),
                Points::only(Point::new(b)),
                Points::only(Point::new(c)),
            );
            board.lines[i] = at_a.with(at_b).with(at_c);
            board.neighbours[a] = board.neighbours[a].with(at_b);
            board.neighbours[b] = board.neighbours[b].with(at_a).with(at_c);
            board.neighbours[c] = board.neighbours[c].with(at_b);
            board.through[a][lines_at[a]] = at_b.with(at_c);
            board.through[b][lines_at[b]] = at_a.with(at_c);
            board.through[c][lines_at[c]] = at_a.with(at_b);
            lines_at[a] += 1;
            lines_at[b] += 1;
            lines_at[c] += 1;
            board.add_stride(a, b);
            board.add_stride(b, a);
            board.add_stride(b, c);
            board.add_stride(c, b);
            i += 1;
        }
        board
    }

    /// The board with these points neighbours besides: steps that lie on no line of three, as
    /// those between the squares of six men's morris.
    ///
    /// # Panics
    ///
    /// At compile time for a constant: as [`new`](Board::new).
    #[must_use]
    pub const fn joined(mut self, joints: &[[usize; 2]]) -> Board {
        let mut i = 0;
        while i < joints.len() {
            let [a, b] = joints[i];
            self.neighbours[a] = self.neighbours[a].with(Points::only(Point::new(b)));
            self.neighbours[b] = self.neighbours[b].with(Points::only(Point::new(a)));
            self.add_stride(a, b);
            self.add_stride(b, a);
            i += 1;
        }
        self
    }

    /// Enters the step between two neighbours into the stride it belongs to.
    const fn add_stride(&mut self, from: usize, to: usize) {
        let by = (to + 32 - from) as u32 % 32;
        let mut i = 0;
        while self.strides[i].by != by && self.strides[i].by != 0 {
            i += 1;
        }
        let from = self.strides[i].from.with(Points::only(Point::new(from)));
        self.strides[i] = Stride { from, by };
    }

    /// The steps that lead from `stones` to a free neighbour.
    #[inline]
    pub(crate) fn slides(&self, stones: Points, free: Points) -> Slides<'_> {
        let possible = self.strides.map(|stride| {
            let aim = Points::from_bits(free.bits().rotate_right(stride.by));
            stride.from & stones & aim
        });
        let strides = &self.strides;
        Slides { strides, possible }
    }

    /// Every point.
    #[inline]
    #[must_use]
    pub const fn points(&self) -> Points {
        Points::first(self.size)
    }

    /// The lines on which mills are made.
    pub fn lines(&self) -> impl Iterator<Item = Points> + '_ {
        self.lines.iter().copied().filter(|line| !line.is_empty())
    }

    /// The points one step along a line from `point`.
    #[inline]
    #[must_use]
    pub const fn neighbours(&self, point: Point) -> Points {
        self.neighbours[point.index() & 31]
    }

    /// Column and row of a point on the grid, from the lower left.
    #[must_use]
    pub const fn place(&self, point: Point) -> (u8, u8) {
        self.places[point.index()]
    }

    /// The name of a point: column letter and row number.
    #[must_use]
    pub fn name(&self, point: Point) -> String {
        let (column, row) = self.place(point);
        let mut name = String::from(char::from(b'a' + column));
        match row {
            // Whoever shows positions asks for many names: this is several times as quick.
            0..9 => name.push(char::from(b'1' + row)),
            _ => name += &(row + 1).to_string(),
        }
        name
    }

    /// The point of that name, in either letter case.
    #[must_use]
    pub fn point(&self, name: &str) -> Option<Point> {
        let (letter, number) = name.split_at_checked(1)?;
        let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let column = letter.as_bytes()[0]
            .to_ascii_lowercase()
            .checked_sub(b'a')?;
        let row = number
            .parse::<u8>()
            .ok()
            .filter(|_| plain)?
            .checked_sub(1)?;
        let mut points = self.points().into_iter();
        points.find(|point| self.place(*point) == (column, row))
    }

    /// Points in the order of their names: column by column, each from the bottom.
    #[must_use]
    pub fn by_name(&self, points: Points) -> Vec<Point> {
        let mut sorted: Vec<Point> = points.into_iter().collect();
        sorted.sort_by_key(|point| self.place(*point));
        sorted
    }

    /// How many lines a stone coming to `point` would complete with `stones`.
    #[inline]
    #[must_use]
    pub fn completed(&self, point: Point, stones: Points) -> u32 {
        let pairs = &self.through[point.index() & 31];
        let complete = |pair: &&Points| pair.without(stones).is_empty();
        pairs.iter().filter(complete).count() as u32
    }

    /// The lines through `point` whose other points have `stones`: those that a stone coming there
    /// completes, or has completed.
    pub fn lines_closed(&self, point: Point, stones: Points) -> impl Iterator<Item = Points> + '_ {
        let stones = stones | Points::only(point);
        let closed = move |line: &Points| line.contains(point) && line.without(stones).is_empty();
        self.lines().filter(closed)
    }

    /// Those of `stones` that complete a line of the others by going to `point`: all but those
    /// that every line completed there needs where they are.
    #[inline]
    pub(crate) fn closers(&self, point: Point, stones: Points) -> Points {
        let needed = self.through[point.index() & 31]
            .iter()
            .filter(|pair| pair.without(stones).is_empty())
            .fold(!Points::NONE, |needed, pair| needed & *pair);
        stones.without(needed)
    }

    /// The points outside `stones` where one more would complete a line with them.
    #[inline]
    #[must_use]
    pub(crate) fn completing(&self, stones: Points) -> Points {
        let missing = |line: &Points| {
            let missing = line.without(stones).bits();
            // One bit or none is missing.
            if missing & missing.wrapping_sub(1) == 0 {
                missing
            } else {
                0
            }
        };
        let bits = self
            .lines
            .iter()
            .map(missing)
            .fold(0, |all, bits| all | bits);
        Points::from_bits(bits)
    }

    /// Those of `stones` that stand in a complete line.
    #[inline]
    #[must_use]
    pub fn in_mills(&self, stones: Points) -> Points {
        let complete = |line: &Points| {
            if line.without(stones).is_empty() {
                line.bits()
            } else {
                0
            }
        };
        Points::from_bits(
            self.lines
                .iter()
                .map(complete)
                .fold(0, |all, bits| all | bits),
        )
    }
}

impl Slides<'_> {
    /// How many.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.possible.iter().map(|from| from.count()).sum()
    }

    /// The step with `rank` others before it, from and to; `rank` is below the count.
    #[inline]
    pub(crate) fn nth(&self, rank: u32) -> (Point, Point) {
        let (mut stride, mut before, mut end) = (0, 0, 0);
        for from in &self.possible[..Board::MOST_STRIDES - 1] {
            end += from.count();
            let past = rank >= end;
            stride += usize::from(past);
            before = if past { end } else { before };
        }
        let from = self.possible[stride].nth(rank - before);
        let to = (from.index() as u32 + self.strides[stride].by) % 32;
        (from, Point::new(to as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheets_board_has_24_points_16_lines_and_no_diagonal() {
        assert_eq!(NINE.points().count(), 24);
        assert_eq!(NINE.lines().count(), 16);
        let steps: u32 = NINE
            .points()
            .into_iter()
            .map(|p| NINE.neighbours(p).count())
            .sum();
        assert_eq!(steps, 64, "32 joints, each from both ends");
        for point in NINE.points() {
            let (column, row) = NINE.place(point);
            for neighbour in NINE.neighbours(point) {
                let (c, r) = NINE.place(neighbour);
                assert!(c == column || r == row, "{}", NINE.name(point));
            }
        }
    }

    #[test]
    fn every_point_lies_on_two_lines_and_is_found_by_its_name() {
        for point in NINE.points() {
            let lines = NINE.lines().filter(|line| line.contains(point)).count();
            assert_eq!(lines, 2);
            assert_eq!(NINE.point(&NINE.name(point)), Some(point));
        }
        let names: Vec<String> = NINE
            .by_name(NINE.points())
            .into_iter()
            .map(|point| NINE.name(point))
            .collect();
        assert_eq!(
            names.join(" "),
            "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7"
        );
        assert_eq!(NINE.point("D6"), NINE.point("d6"));
        assert_eq!(NINE.point("d4"), None);
    }
}
