use super::size::Version;

/// The modules of a code, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    width: usize,
    modules: Vec<Module>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Module {
    /// It belongs to the words, dark or not.
    Data(bool),
    /// It belongs to a pattern, to the format or to the version.
    Pattern(bool),
}

/// Which modules of the words are turned from dark to light and back, so that nothing looks like a
/// pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask(u8);

impl Mask {
    pub(super) const ALL: [Mask; 8] = [
        Mask(0),
        Mask(1),
        Mask(2),
        Mask(3),
        Mask(4),
        Mask(5),
        Mask(6),
        Mask(7),
    ];

    pub(super) const fn flips(self, column: usize, row: usize) -> bool {
        let (sum, product) = (column + row, column * row);
        match self.0 {
            0 => sum.is_multiple_of(2),
            1 => row.is_multiple_of(2),
            2 => column.is_multiple_of(3),
            3 => sum.is_multiple_of(3),
            4 => (row / 2 + column / 3).is_multiple_of(2),
            5 => product % 2 + product % 3 == 0,
            6 => (product % 2 + product % 3).is_multiple_of(2),
            _ => (sum % 2 + product % 3).is_multiple_of(2),
        }
    }
}

impl Grid {
    /// The words under the mask that makes the best code.
    pub(super) fn holding(words: &[u8], version: Version) -> Grid {
        let mut plain = Grid::patterns(version);
        plain.write(words);
        let masked = Mask::ALL.map(|mask| plain.masked(mask));
        let best = masked.into_iter().min_by_key(Grid::penalty);
        best.expect("there are eight of them")
    }

    /// A code without words: only its patterns, with a light format.
    pub(super) fn patterns(version: Version) -> Grid {
        let width = version.width();
        let mut grid = Grid {
            width,
            modules: vec![Module::Data(false); width * width],
        };
        for place in 0..width {
            grid.set(6, place, place.is_multiple_of(2));
            grid.set(place, 6, place.is_multiple_of(2));
        }
        for (column, row) in [(3, 3), (width - 4, 3), (3, width - 4)] {
            grid.corner(column, row);
        }
        let marks = version.marks();
        let last = marks.last().copied().unwrap_or(0);
        for column in &marks {
            for row in &marks {
                let corner = [(6, 6), (6, last), (last, 6)].contains(&(*column, *row));
                if !corner {
                    grid.mark(*column, *row);
                }
            }
        }
        grid.format(0);
        grid.version(version);
        grid
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn is_dark(&self, column: usize, row: usize) -> bool {
        match self.modules[row * self.width + column] {
            Module::Data(dark) | Module::Pattern(dark) => dark,
        }
    }

    #[cfg(test)]
    pub(super) fn is_pattern(&self, column: usize, row: usize) -> bool {
        matches!(self.modules[row * self.width + column], Module::Pattern(_))
    }

    fn set(&mut self, column: usize, row: usize, dark: bool) {
        self.modules[row * self.width + column] = Module::Pattern(dark);
    }

    /// The pattern of a corner around its middle, and the light line that parts it from the rest.
    fn corner(&mut self, column: usize, row: usize) {
        for y in row.saturating_sub(4)..=(row + 4).min(self.width - 1) {
            for x in column.saturating_sub(4)..=(column + 4).min(self.width - 1) {
                let distance = x.abs_diff(column).max(y.abs_diff(row));
                self.set(x, y, distance != 2 && distance != 4);
            }
        }
    }

    fn mark(&mut self, column: usize, row: usize) {
        for y in row - 2..=row + 2 {
            for x in column - 2..=column + 2 {
                let distance = x.abs_diff(column).max(y.abs_diff(row));
                self.set(x, y, distance != 1);
            }
        }
    }

    /// Level M and a mask, twice, and the module that is always dark.
    fn format(&mut self, mask: u8) {
        let bits = format_bits(mask);
        let bit = |place: usize| bits >> place & 1 == 1;
        let last = self.width - 1;
        for place in 0..15 {
            let (column, row) = match place {
                0..=5 => (8, place),
                6 => (8, 7),
                7 => (8, 8),
                8 => (7, 8),
                _ => (14 - place, 8),
            };
            self.set(column, row, bit(place));
            let (column, row) = match place {
                0..=7 => (last - place, 8),
                _ => (8, last - 14 + place),
            };
            self.set(column, row, bit(place));
        }
        self.set(8, self.width - 8, true);
    }

    /// Larger codes tell twice how large they are.
    fn version(&mut self, version: Version) {
        if version.number() < 7 {
            return;
        }
        let bits = version_bits(version.number() as u32);
        for place in 0..18 {
            let dark = bits >> place & 1 == 1;
            let (near, far) = (place / 3, self.width - 11 + place % 3);
            self.set(far, near, dark);
            self.set(near, far, dark);
        }
    }

    /// The words upwards and downwards in pairs of columns, from the right.
    fn write(&mut self, words: &[u8]) {
        let mut bits = words
            .iter()
            .flat_map(|word| (0..8).rev().map(move |bit| word >> bit & 1 == 1));
        let pairs = (1..self.width).rev().step_by(2);
        for (turn, right) in pairs.enumerate() {
            // The column of the timing is left out.
            let right = if right <= 6 { right - 1 } else { right };
            for step in 0..self.width {
                let row = if turn.is_multiple_of(2) {
                    self.width - 1 - step
                } else {
                    step
                };
                for column in [right, right - 1] {
                    let module = &mut self.modules[row * self.width + column];
                    if let Module::Data(dark) = module {
                        *dark = bits.next().unwrap_or(false);
                    }
                }
            }
        }
    }

    fn masked(&self, mask: Mask) -> Grid {
        let mut masked = self.clone();
        for (place, module) in masked.modules.iter_mut().enumerate() {
            if let Module::Data(dark) = module {
                *dark ^= mask.flips(place % self.width, place / self.width);
            }
        }
        masked.format(mask.0);
        masked
    }

    /// How hard a code is to read, by what the standard counts: runs and blocks of one shade, what
    /// looks like a corner, and more dark than light.
    fn penalty(&self) -> usize {
        let width = self.width;
        let row = |row: usize| (0..width).map(|column| self.is_dark(column, row)).collect();
        let column = |column: usize| (0..width).map(|row| self.is_dark(column, row)).collect();
        let lines = (0..width).flat_map(|line| -> [Vec<bool>; 2] { [row(line), column(line)] });
        let along: usize = lines.map(|line| runs(&line) + corners(&line)).sum();
        let block = |place: usize| {
            let (x, y) = (place % (width - 1), place / (width - 1));
            let dark = self.is_dark(x, y);
            [(x + 1, y), (x, y + 1), (x + 1, y + 1)]
                .iter()
                .all(|(x, y)| self.is_dark(*x, *y) == dark)
        };
        let blocks = (0..(width - 1) * (width - 1)).filter(|place| block(*place));
        let dark = (0..width * width).filter(|place| self.is_dark(place % width, place / width));
        let percent = 100 * dark.count() / (width * width);
        along + 3 * blocks.count() + 10 * (percent.abs_diff(50) / 5)
    }
}

/// Three for five modules of one shade in a row, and one for each more.
fn runs(line: &[bool]) -> usize {
    let runs = line.chunk_by(|one, other| one == other);
    let long = runs.filter(|run| run.len() >= 5);
    long.map(|run| run.len() - 2).sum()
}

/// Forty for each that looks like the pattern of a corner, beside four light modules.
fn corners(line: &[bool]) -> usize {
    const CORNER: [bool; 7] = [true, false, true, true, true, false, true];
    let light = |from: Option<usize>, to: usize| {
        let from = from.unwrap_or(0);
        line[from.min(line.len())..to.min(line.len())]
            .iter()
            .all(|dark| !dark)
    };
    let looks = |start: &usize| line[*start..*start + 7] == CORNER;
    let starts = (0..line.len() - 6).filter(looks);
    let beside =
        |start: &usize| light(start.checked_sub(4), *start) || light(Some(start + 7), start + 11);
    40 * starts.filter(beside).count()
}

/// Level M and the mask with ten bits that correct them, under the mask of the format.
fn format_bits(mask: u8) -> u32 {
    let data = u32::from(mask);
    let rest = (0..10).fold(data, |rest, _| (rest << 1) ^ ((rest >> 9) * 0x537));
    (data << 10 | rest) ^ 0x5412
}

/// The version with twelve bits that correct it.
fn version_bits(version: u32) -> u32 {
    let rest = (0..12).fold(version, |rest, _| (rest << 1) ^ ((rest >> 11) * 0x1f25));
    version << 12 | rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_and_version_have_the_bits_of_the_standard() {
        // The examples of ISO/IEC 18004: level M with mask 5, and version 7.
        assert_eq!(format_bits(5), 0b100_0000_1100_1110);
        assert_eq!(version_bits(7), 0b00_0111_1100_1001_0100);
        assert_eq!(format_bits(0), 0b101_0100_0001_0010);
    }

    #[test]
    fn what_is_hard_to_read_is_counted() {
        assert_eq!(runs(&[true; 5]), 3);
        assert_eq!(runs(&[true; 8]), 6);
        assert_eq!(runs(&[true, true, false, true]), 0);
        let mut line = vec![true, false, true, true, true, false, true];
        line.extend([false; 4]);
        assert_eq!(corners(&line), 40);
    }
}
