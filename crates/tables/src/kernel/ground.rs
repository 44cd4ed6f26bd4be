use moulin::{Board, Point, Rules, Takes};

/// The board in the form the tables work with: sets of points are plain bits of a `u32`, as in
/// [`moulin::Points`], and may be squeezed together or renamed.
pub(crate) struct Ground {
    /// All points.
    pub(crate) all: u32,
    /// By point: its neighbours.
    pub(crate) neighbours: [u32; Point::MOST],
    pub(crate) lines: Vec<u32>,
    pub(crate) symmetries: Vec<Renaming>,
}

/// A symmetry of the board, for whole sets at once.
pub(crate) struct Renaming {
    /// By point: where it goes.
    pub(crate) image: [u8; Point::MOST],
    /// The number of the symmetry that undoes it.
    pub(crate) inverse: u8,
    /// By byte of a set and its value: where these points go.
    bytes: [[u32; 256]; 3],
}

impl Renaming {
    /// Where a set goes.
    #[inline]
    pub(crate) fn of(&self, set: u32) -> u32 {
        let byte = |n: usize| self.bytes[n][(set >> (8 * n)) as usize & 0xff];
        byte(0) | byte(1) | byte(2)
    }
}

impl Ground {
    pub(crate) fn new(board: &Board) -> Ground {
        let mut neighbours = [0; Point::MOST];
        for point in board.points() {
            neighbours[point.index()] = board.neighbours(point).bits();
        }
        Ground {
            all: board.points().bits(),
            neighbours,
            lines: board.lines().map(|line| line.bits()).collect(),
            symmetries: renamings(board),
        }
    }

    pub(crate) fn size(&self) -> u32 {
        self.all.count_ones()
    }

    /// Those of `stones` that stand in a complete line.
    #[inline]
    pub(crate) fn in_mills(&self, stones: u32) -> u32 {
        in_lines(&self.lines, stones)
    }

    /// How many lines a stone coming to `to` completes with `rest`.
    pub(crate) fn completed(&self, to: u32, rest: u32) -> usize {
        let through = self.lines.iter().filter(|line| *line & (1 << to) != 0);
        through
            .filter(|line| *line & !(rest | 1 << to) == 0)
            .count()
    }

    /// The stones of `theirs` that a mill may take (ML4), given those that stand in mills.
    #[inline]
    pub(crate) fn takeable(rules: &Rules, theirs: u32, in_mills: u32) -> u32 {
        let outside = theirs & !in_mills;
        match rules.takes {
            Takes::Any => theirs,
            Takes::OutsideOrAll if outside == 0 => theirs,
            Takes::Outside | Takes::OutsideOrAll => outside,
        }
    }

    /// The sets that two captures, one after the other, may take of `theirs` (ML3). The second is
    /// judged on the board the first leaves, and may find nothing.
    pub(crate) fn pairs(&self, rules: &Rules, theirs: u32) -> Vec<u32> {
        let takeable = |theirs| Ground::takeable(rules, theirs, self.in_mills(theirs));
        let mut sets = Vec::new();
        for first in bits(takeable(theirs)).map(|point| 1 << point) {
            let second = takeable(theirs & !first);
            if second == 0 {
                sets.push(first);
            }
            sets.extend(bits(second).map(|point| first | 1 << point));
        }
        sets.sort_unstable();
        sets.dedup();
        sets
    }
}

/// Those of `stones` that stand in one of the lines.
#[inline]
pub(crate) fn in_lines(lines: &[u32], stones: u32) -> u32 {
    let complete = |line: &u32| if line & !stones == 0 { *line } else { 0 };
    lines.iter().map(complete).fold(0, |all, line| all | line)
}

/// The members of a set, lowest first.
#[inline]
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(lowest)
    })
}

/// The symmetries of the board in the order in which it lists them.
fn renamings(board: &Board) -> Vec<Renaming> {
    let symmetries = board.symmetries();
    let images: Vec<[u8; Point::MOST]> = symmetries
        .iter()
        .map(|symmetry| {
            let mut image = [0; Point::MOST];
            for point in board.points() {
                image[point.index()] = symmetry.point(point).index() as u8;
            }
            image
        })
        .collect();
    let undoes = |one: &[u8; Point::MOST], other: &[u8; Point::MOST]| {
        let mut points = board.points().into_iter().map(Point::index);
        points.all(|point| usize::from(other[usize::from(one[point])]) == point)
    };
    images
        .iter()
        .map(|image| {
            let inverse = images.iter().position(|other| undoes(image, other));
            let mut bytes = [[0; 256]; 3];
            for (n, table) in bytes.iter_mut().enumerate() {
                for (value, set) in table.iter_mut().enumerate() {
                    let members = bits(value as u32).map(|bit| 8 * n + bit as usize);
                    *set = members.fold(0, |set, point| set | 1 << image[point]);
                }
            }
            Renaming {
                image: *image,
                inverse: inverse.expect("symmetries are a group") as u8,
                bytes,
            }
        })
        .collect()
}
