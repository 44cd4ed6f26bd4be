use moulin::{Board, Points, Symmetry};

/// The place in a table of a point that is none: the hand, or no stone taken.
pub(super) const NOWHERE: usize = 31;

/// The low bit of each line's count.
const LOW: u64 = 0x5555_5555_5555_5555;

/// A board in tables of bits. A set of points has a bit a point; how many stones of a set stand on
/// each line is one number with two bits a line, so that a stone more or less is an addition.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) points: u32,
    /// Beside [`NOWHERE`] everything lies, so that a stone from the hand never flies.
    neighbours: [u32; 32],
    lines: [u32; 32],
    on_lines: [u64; 32],
    /// The points with three neighbours, and those with four.
    crossings: [u32; 2],
    /// By byte of a set and its value: the neighbours of those points.
    reach: [[u32; 256]; 3],
    /// The symmetries of the board, the identity first.
    images: Box<[Image]>,
}

/// A symmetry in tables.
#[derive(Clone, Debug)]
pub(super) struct Image {
    /// By byte of a set and its value: where those points go.
    sets: [[u32; 256]; 3],
    /// Where a point goes, and where it comes from; nowhere stays nowhere.
    pub(super) to: [u8; 32],
    pub(super) from: [u8; 32],
}

impl Geometry {
    pub(super) fn new(board: &Board) -> Geometry {
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
        let mut images: Vec<Image> = board
            .symmetries()
            .iter()
            .map(|symmetry| Image::new(board, symmetry))
            .collect();
        images.sort_by_key(|image| image.to);
        Geometry {
            points: board.points().bits(),
            neighbours,
            lines,
            on_lines,
            crossings,
            reach,
            images: images.into_boxed_slice(),
        }
    }

    /// The set of a point; none for [`NOWHERE`].
    #[inline]
    pub(super) fn only(&self, point: usize) -> u32 {
        1 << (point & 31) & self.points
    }

    #[inline]
    pub(super) fn neighbours(&self, point: usize) -> u32 {
        self.neighbours[point & 31]
    }

    /// One for each line through a point; nothing for [`NOWHERE`].
    #[inline]
    pub(super) fn on_lines(&self, point: usize) -> u64 {
        self.on_lines[point & 31]
    }

    /// The points beside those of a set.
    #[inline]
    pub(super) fn reach(&self, set: u32) -> u32 {
        look_up(&self.reach, set)
    }

    /// How many stones of a set stand on each line.
    pub(super) fn count(&self, set: u32) -> u64 {
        bits(set).map(|point| self.on_lines(point)).sum()
    }

    /// The points of lines, given by their low bits.
    #[inline]
    pub(super) fn points_of(&self, lines: u64) -> u32 {
        bits64(lines).fold(0, |set, bit| set | self.lines[bit >> 1 & 31])
    }

    /// The points of a line, given by the place of its low bit.
    #[inline]
    pub(super) fn line(&self, bit: usize) -> u32 {
        self.lines[bit >> 1 & 31]
    }

    /// How many steps lead from the points of a set, were all the others free, beyond two each.
    #[inline]
    pub(super) fn ways(&self, set: u32) -> i32 {
        let [three, four] = self.crossings;
        ((set & three).count_ones() + 2 * (set & four).count_ones()) as i32
    }

    pub(super) fn images(&self) -> &[Image] {
        &self.images
    }
}

impl Image {
    fn new(board: &Board, symmetry: &Symmetry) -> Image {
        let (mut to, mut from) = ([NOWHERE as u8; 32], [NOWHERE as u8; 32]);
        for point in board.points() {
            let image = symmetry.point(point).index();
            to[point.index()] = image as u8;
            from[image] = point.index() as u8;
        }
        Image {
            sets: by_byte(|point| match to[point] {
                image if usize::from(image) == NOWHERE => 0,
                image => 1 << image,
            }),
            to,
            from,
        }
    }

    /// Where a set goes.
    #[inline]
    pub(super) fn set(&self, set: u32) -> u32 {
        look_up(&self.sets, set)
    }
}

/// The lines with three stones, by their low bits.
#[inline]
pub(super) const fn full(counts: u64) -> u64 {
    counts & counts >> 1 & LOW
}

/// The lines with two stones.
#[inline]
pub(super) const fn twos(counts: u64) -> u64 {
    !counts & counts >> 1 & LOW
}

/// The lines with one stone.
#[inline]
pub(super) const fn ones(counts: u64) -> u64 {
    counts & !(counts >> 1) & LOW
}

/// The lines with no stone, and those that no board has.
#[inline]
pub(super) const fn bare(counts: u64) -> u64 {
    !(counts | counts >> 1) & LOW
}

/// The places of the bits that are set.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// [`bits`] of a wider number.
#[inline]
pub(super) fn bits64(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// A table of unions over the points of a set, for each of its bytes.
fn by_byte(of: impl Fn(usize) -> u32) -> [[u32; 256]; 3] {
    let union =
        |byte: usize, value: usize| bits(value as u32).fold(0, |set, bit| set | of(8 * byte + bit));
    std::array::from_fn(|byte| std::array::from_fn(|value| union(byte, value)))
}

#[inline]
fn look_up(tables: &[[u32; 256]; 3], set: u32) -> u32 {
    let byte = |index: usize| usize::from((set >> (8 * index)) as u8);
    tables[0][byte(0)] | tables[1][byte(1)] | tables[2][byte(2)]
}
