//! Texts as QR codes (ISO/IEC 18004): bytes only, error correction of level M.

mod bits;
mod correction;
mod grid;
mod size;

use bits::codewords;
use grid::Grid;
use size::Version;

/// A text as a square of dark and light modules, which a phone reads off a screen or a wall. About
/// an eighth of it may be hidden or wrong.
///
/// ```
/// use picture::QrCode;
///
/// let code = QrCode::of("https://example.org/game/7c2d").unwrap();
/// assert_eq!(code.width(), 29);
/// assert!(code.is_dark(0, 0)); // a corner of the pattern by which it is found
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrCode {
    grid: Grid,
}

/// Light modules around the code, without which it is not found.
const QUIET: usize = 4;

impl QrCode {
    /// The smallest code that holds the text; `None` when it is too long for any.
    #[must_use]
    pub fn of(text: &str) -> Option<QrCode> {
        let version = Version::holding(text.len())?;
        let codewords = codewords(text.as_bytes(), version);
        Some(QrCode {
            grid: Grid::holding(&codewords, version),
        })
    }

    /// Modules from one side to the other.
    #[must_use]
    pub fn width(&self) -> usize {
        self.grid.width()
    }

    /// Whether a module, counted from the upper left corner, is dark.
    ///
    /// # Panics
    ///
    /// When it lies outside of the code.
    #[must_use]
    pub fn is_dark(&self, column: usize, row: usize) -> bool {
        self.grid.is_dark(column, row)
    }

    /// The code as an SVG file, dark on light whatever the theme: readers expect it so.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let across = self.width() + 2 * QUIET;
        let mut path = String::new();
        for row in 0..self.width() {
            let mut column = 0;
            while column < self.width() {
                let dark = (column..self.width()).take_while(|at| self.is_dark(*at, row));
                let length = dark.count();
                if length > 0 {
                    path += &format!("M{} {}h{length}v1h-{length}z", column + QUIET, row + QUIET);
                }
                column += length.max(1);
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {across}\" \
             shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{across}v{across}H0z\"/>\
             <path d=\"{path}\"/></svg>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::grid::Mask;
    use super::*;

    /// Reads a code as a phone does: by its format, its mask, and the order of its modules. It shares
    /// only the map of what is no data with what made the code.
    fn read(code: &QrCode) -> String {
        let width = code.width();
        let version = Version::of_width(width);
        let format = (0..15).fold(0u32, |bits, place| {
            let (column, row) = match place {
                0..=5 => (place, 8),
                6 => (7, 8),
                7 => (8, 8),
                8 => (8, 7),
                _ => (8, 14 - place),
            };
            bits << 1 | u32::from(code.is_dark(column, row))
        });
        let format = format ^ 0b101_0100_0001_0010;
        assert_eq!(format >> 13, 0b00, "level M");
        let mask = Mask::ALL[(format >> 10 & 7) as usize];
        let blank = Grid::patterns(version);
        let mut bits = Vec::new();
        let mut right = width - 1;
        let mut upwards = true;
        loop {
            for step in 0..width {
                let row = if upwards { width - 1 - step } else { step };
                for column in [right, right - 1] {
                    if !blank.is_pattern(column, row) {
                        bits.push(code.is_dark(column, row) ^ mask.flips(column, row));
                    }
                }
            }
            upwards = !upwards;
            match right {
                1 => break,
                8 => right = 5,
                _ => right -= 2,
            }
        }
        let byte = |bits: &[bool]| {
            bits.iter()
                .fold(0u8, |byte, bit| byte << 1 | u8::from(*bit))
        };
        let words: Vec<u8> = bits.chunks_exact(8).map(byte).collect();
        let data = deinterleaved(&words, version);
        let long = version.number() >= 10;
        let at = |place: usize| data[place / 8] >> (7 - place % 8) & 1;
        let number = |from: usize, length: usize| {
            (from..from + length).fold(0usize, |number, place| number << 1 | usize::from(at(place)))
        };
        assert_eq!(number(0, 4), 0b0100, "bytes");
        let (length, start) = if long {
            (number(4, 16), 20)
        } else {
            (number(4, 8), 12)
        };
        let bytes = (0..length).map(|index| number(start + 8 * index, 8) as u8);
        String::from_utf8(bytes.collect()).unwrap()
    }

    /// The data of the blocks, after a look at whether their errors are none.
    fn deinterleaved(words: &[u8], version: Version) -> Vec<u8> {
        let blocks = version.blocks();
        let check = version.check_words();
        let data: usize = version.data_words();
        let (least, longer) = (data / blocks, data % blocks);
        let length = |block: usize| least + usize::from(block >= blocks - longer);
        let mut read = vec![Vec::new(); blocks];
        let mut words = words.iter().copied();
        for place in 0..=least {
            for (block, read) in read.iter_mut().enumerate() {
                if place < length(block) {
                    read.push(words.next().unwrap());
                }
            }
        }
        for _ in 0..check {
            for read in &mut read {
                read.push(words.next().unwrap());
            }
        }
        for block in &read {
            for power in 0..check {
                let root = (0..power).fold(1u8, |root, _| double(root));
                let value = block.iter().fold(0u8, |sum, word| times(sum, root) ^ word);
                assert_eq!(value, 0, "a block has no errors");
            }
        }
        let each = read.iter().map(|block| &block[..block.len() - check]);
        each.flatten().copied().collect()
    }

    fn double(word: u8) -> u8 {
        word << 1 ^ if word & 0x80 == 0 { 0 } else { 0x1d }
    }

    fn times(one: u8, other: u8) -> u8 {
        let product = |product: u8, bit: u32| {
            let product = double(product);
            product ^ if other >> bit & 1 == 1 { one } else { 0 }
        };
        (0..8).rev().fold(0, product)
    }

    #[test]
    fn what_is_written_can_be_read_again_in_every_size() {
        let alphabet = "https://example.org/analysis?setup=moulin:envol&moves=d6+f4+é";
        let endless: String = alphabet.chars().cycle().take(3000).collect();
        let mut seen = 0;
        for length in (0..2331).step_by(11) {
            let text: String = endless
                .chars()
                .scan(0, |sum, character| {
                    *sum += character.len_utf8();
                    (*sum <= length).then_some(character)
                })
                .collect();
            let code = QrCode::of(&text).unwrap();
            assert_eq!(read(&code), text);
            seen |= 1u64 << Version::of_width(code.width()).number();
        }
        assert_eq!(seen.count_ones(), 40, "every version was written");
    }

    #[test]
    fn the_smallest_code_that_holds_a_text_is_taken() {
        // The capacities that the standard gives for bytes at level M.
        for (version, most) in [
            (1, 14),
            (2, 26),
            (4, 62),
            (9, 180),
            (10, 213),
            (27, 1125),
            (40, 2331),
        ] {
            let width = |length: usize| QrCode::of(&"x".repeat(length)).map(|code| code.width());
            assert_eq!(width(most), Some(17 + 4 * version));
            assert_eq!(width(most + 1), (version < 40).then_some(21 + 4 * version));
        }
    }

    #[test]
    fn a_file_is_dark_on_light_with_room_around() {
        let svg = QrCode::of("x").unwrap().to_svg();
        assert!(svg.contains("viewBox=\"0 0 29 29\""));
        assert!(svg.contains("<path d=\"M4 4h7v1h-7z"));
    }
}
