/// Regions of the sheets' board: its three squares, then its four sides across all squares.
pub(in crate::moulin) const REGIONS: usize = 7;

/// Points of a square.
const SQUARE: usize = 8;

/// Patterns of a square and of a side, symmetric ones being one.
const SQUARES: usize = 954;
const SIDES: usize = 5346;

/// All patterns: of the outer and inner squares, of the middle one, of sides.
pub(in crate::moulin) const PATTERNS: usize = 2 * SQUARES + SIDES;

/// Reads boards.
#[derive(Clone, Debug)]
pub(in crate::moulin) struct Regions {
    /// By six points of a set: what they add to the number of each region's content, its points
    /// being the digits 1 or 0 of a number to the base of three. A lane is not used.
    digits: Box<[[[u16; 8]; 64]; 4]>,
    /// By the content of a square or a side: its pattern.
    squares: Box<[u16]>,
    sides: Box<[u16]>,
}

impl Regions {
    pub(in crate::moulin) fn new() -> Regions {
        let mut digits = Box::new([[[0; 8]; 64]; 4]);
        for (region, points) in points().iter().enumerate() {
            let mut digit = 1;
            for point in points {
                let (six, bit) = (point / 6, point % 6);
                for (set, lanes) in digits[six].iter_mut().enumerate() {
                    lanes[region] += if set >> bit & 1 == 1 { digit } else { 0 };
                }
                digit *= 3;
            }
        }
        let turned: [usize; SQUARE] = std::array::from_fn(|place| (place + 2) % SQUARE);
        let mirrored = std::array::from_fn(|place| (SQUARE - place) % SQUARE);
        Regions {
            digits,
            squares: patterns(&[turned, mirrored]),
            sides: patterns(&[[2, 1, 0, 5, 4, 3, 8, 7, 6], [6, 7, 8, 3, 4, 5, 0, 1, 2]]),
        }
    }

    /// The patterns of a board.
    #[inline]
    pub(in crate::moulin) fn read(&self, mine: u32, theirs: u32) -> [usize; REGIONS] {
        let mut content = [0_u16; 8];
        for six in 0..4 {
            let digits = &self.digits[six];
            let six_of = |set: u32| (set >> (6 * six) & 63) as usize;
            let (mine, theirs) = (&digits[six_of(mine)], &digits[six_of(theirs)]);
            for lane in 0..8 {
                content[lane] += mine[lane] + 2 * theirs[lane];
            }
        }
        let square = |region: usize| usize::from(self.squares[usize::from(content[region])]);
        let side = |region: usize| usize::from(self.sides[usize::from(content[region])]);
        [
            square(0),
            SQUARES + square(1),
            square(2),
            2 * SQUARES + side(3),
            2 * SQUARES + side(4),
            2 * SQUARES + side(5),
            2 * SQUARES + side(6),
        ]
    }
}

/// The points of each region. The board's points are numbered square by square, clockwise from a
/// corner.
fn points() -> [Vec<usize>; REGIONS] {
    std::array::from_fn(|region| {
        if region < 3 {
            (0..SQUARE).map(|place| SQUARE * region + place).collect()
        } else {
            let corner = 2 * (region - 3);
            let across = (0..3).flat_map(|square| (0..3).map(move |place| (square, place)));
            let point = |(square, place)| SQUARE * square + (corner + place) % SQUARE;
            across.map(point).collect()
        }
    })
}

/// Numbers the contents of so many points, alike under these renamings of them.
fn patterns<const SIZE: usize>(renamings: &[[usize; SIZE]]) -> Box<[u16]> {
    const NONE: u16 = u16::MAX;
    let number = |digits: &[usize; SIZE]| digits.iter().rev().fold(0, |sum, digit| 3 * sum + digit);
    let mut pattern = vec![NONE; 3_usize.pow(SIZE as u32)];
    let mut count = 0;
    for content in 0..pattern.len() {
        if pattern[content] != NONE {
            continue;
        }
        let mut rest = content;
        let digits: [usize; SIZE] = std::array::from_fn(|_| {
            let digit = rest % 3;
            rest /= 3;
            digit
        });
        let mut alike = vec![digits];
        while let Some(digits) = alike.pop() {
            let one = &mut pattern[number(&digits)];
            if *one == NONE {
                *one = count;
                alike.extend(renamings.iter().map(|names| names.map(|name| digits[name])));
            }
        }
        count += 1;
    }
    pattern.into_boxed_slice()
}
