/// One of the forty sizes of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Version(u8);

/// For each version, the words that correct a block.
const CHECK_WORDS: [u8; 40] = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];

/// For each version, the blocks that correct themselves.
const BLOCKS: [u8; 40] = [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25,
    26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];

impl Version {
    /// The smallest one that holds so many bytes.
    pub(super) fn holding(bytes: usize) -> Option<Version> {
        let versions = (1..=40).map(Version);
        let mut fitting = versions.filter(|version| {
            let bits = 4 + version.length_bits() + 8 * bytes;
            bits <= 8 * version.data_words()
        });
        fitting.next()
    }

    #[cfg(test)]
    pub(super) fn of_width(width: usize) -> Version {
        Version(((width - 17) / 4) as u8)
    }

    /// From 1 to 40.
    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Modules from one side to the other.
    pub(super) fn width(self) -> usize {
        17 + 4 * self.number()
    }

    /// Bits that tell how long a text is.
    pub(super) fn length_bits(self) -> usize {
        if self.number() < 10 { 8 } else { 16 }
    }

    /// Blocks that correct themselves.
    pub(super) fn blocks(self) -> usize {
        usize::from(BLOCKS[self.number() - 1])
    }

    /// Words that correct each block.
    pub(super) fn check_words(self) -> usize {
        usize::from(CHECK_WORDS[self.number() - 1])
    }

    /// Words there is room for besides those that correct.
    pub(super) fn data_words(self) -> usize {
        self.modules() / 8 - self.blocks() * self.check_words()
    }

    /// Modules that are no pattern.
    fn modules(self) -> usize {
        let width = self.width();
        let corners = 3 * 64;
        let timing = 2 * (width - 16);
        let format = 2 * 15 + 1;
        let marks = self.marks().len();
        // Three corners have no mark; those on the lines of timing share five modules with them.
        let (inner, crossing) = match marks {
            0 => (0, 0),
            _ => (marks * marks - 3, 2 * (marks - 2)),
        };
        let version = if self.number() < 7 { 0 } else { 2 * 18 };
        width * width - corners - timing - format - 25 * inner + 5 * crossing - version
    }

    /// Columns and rows in which the middles of marks stand.
    pub(super) fn marks(self) -> Vec<usize> {
        let number = self.number();
        if number == 1 {
            return Vec::new();
        }
        let count = number / 7 + 2;
        let last = self.width() - 7;
        // Even steps from the far side; what is left over is between the first two.
        let step = if number == 32 {
            26
        } else {
            (last - 6).div_ceil(2 * (count - 1)) * 2
        };
        let mut marks: Vec<usize> = (0..count - 1).map(|back| last - step * back).collect();
        marks.push(6);
        marks.reverse();
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_where_the_standard_has_them() {
        let check = |version: u8, marks: &[usize]| assert_eq!(Version(version).marks(), marks);
        check(1, &[]);
        check(2, &[6, 18]);
        check(7, &[6, 22, 38]);
        check(14, &[6, 26, 46, 66]);
        check(15, &[6, 26, 48, 70]);
        check(22, &[6, 26, 50, 74, 98]);
        check(32, &[6, 34, 60, 86, 112, 138]);
        check(36, &[6, 24, 50, 76, 102, 128, 154]);
        check(39, &[6, 26, 54, 82, 110, 138, 166]);
        check(40, &[6, 30, 58, 86, 114, 142, 170]);
    }

    #[test]
    fn there_is_as_much_room_as_the_standard_says() {
        for (version, words) in [
            (1, 26),
            (2, 44),
            (6, 172),
            (7, 196),
            (14, 581),
            (27, 1828),
            (40, 3706),
        ] {
            assert_eq!(Version(version).modules() / 8, words);
        }
    }
}
