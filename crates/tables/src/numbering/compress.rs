/// Compresses sets: pushes the points of a set together, so that no others are left between them, and
/// undoes it.
///
/// Byte by byte from tables. The processor's own instructions for it (`pext`, `pdep`) are not to be had
/// everywhere.
pub(crate) struct Compressors {
    /// By the bytes of a mask and of a set: the members of the mask pushed together.
    compressed: Box<[[u8; 256]; 256]>,
    /// By the bytes of a mask and of what was pushed together: the set.
    expanded: Box<[[u8; 256]; 256]>,
}

/// Compresses the sets of points of one mask.
#[derive(Clone, Copy)]
pub(crate) struct Compressor<'a> {
    compressed: [&'a [u8; 256]; 3],
    expanded: [&'a [u8; 256]; 3],
    /// Where the members of the second and third byte go.
    places: [u32; 2],
}

impl Compressors {
    /// The memory they take.
    pub(crate) const BYTES: usize = 2 * 256 * 256;

    pub(crate) fn new() -> Compressors {
        let mut compressed = Box::new([[0; 256]; 256]);
        let mut expanded = Box::new([[0; 256]; 256]);
        for mask in 0..256 {
            for value in 0..256 {
                let members = (0..8).filter(|bit| mask >> bit & 1 == 1).enumerate();
                for (place, bit) in members {
                    compressed[mask][value] |= ((value >> bit & 1) << place) as u8;
                    expanded[mask][value] |= ((value >> place & 1) << bit) as u8;
                }
            }
        }
        Compressors {
            compressed,
            expanded,
        }
    }

    /// For sets of the points of `mask`.
    #[inline]
    pub(crate) fn by(&self, mask: u32) -> Compressor<'_> {
        let bytes = [0, 8, 16].map(|place| (mask >> place) as usize & 0xff);
        let compressed = bytes.map(|byte| &self.compressed[byte]);
        let count = |n: usize| u32::from(compressed[n][0xff]).trailing_ones();
        Compressor {
            compressed,
            expanded: bytes.map(|byte| &self.expanded[byte]),
            places: [count(0), count(0) + count(1)],
        }
    }
}

impl Compressor<'_> {
    /// The set pushed together; points outside the mask are lost.
    #[inline]
    pub(crate) fn compress(&self, set: u32) -> u32 {
        let byte = |n: usize| u32::from(self.compressed[n][(set >> (8 * n)) as usize & 0xff]);
        byte(0) | byte(1) << self.places[0] | byte(2) << self.places[1]
    }

    /// Undoes [`compress`](Compressor::compress).
    #[inline]
    pub(crate) fn expand(&self, compressed: u32) -> u32 {
        let byte = |n: usize, place: u32| {
            let value = (compressed >> place) as usize & 0xff;
            u32::from(self.expanded[n][value]) << (8 * n)
        };
        byte(0, 0) | byte(1, self.places[0]) | byte(2, self.places[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_expands_again() {
        let compressors = Compressors::new();
        for mask in [0xff_ffff, 0x00_ff00, 0xa5_0f3c, 0x80_0001] {
            let compressor = compressors.by(mask);
            for compressed in 0..1 << mask.count_ones().min(12) {
                let set = compressor.expand(compressed);
                assert_eq!(set & !mask, 0);
                assert_eq!(compressor.compress(set | !mask & 0xff_ffff), compressed);
            }
        }
    }
}
