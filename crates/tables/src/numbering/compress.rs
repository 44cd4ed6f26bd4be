/// Pushes the points of a set together, so that no others are left between them, and undoes it.
///
/// Byte by byte from tables. The processor's own instruction for it is not to be had everywhere.
pub(crate) struct Compressors {
    /// By the bytes of a mask and of a set: the members of the mask pushed together.
    squeezed: Box<[[u8; 256]; 256]>,
    /// By the bytes of a mask and of what was pushed together: the set.
    spread: Box<[[u8; 256]; 256]>,
}

/// Compressors the sets of points of one mask.
#[derive(Clone, Copy)]
pub(crate) struct Compressor<'a> {
    squeezed: [&'a [u8; 256]; 3],
    spread: [&'a [u8; 256]; 3],
    /// Where the members of the second and third byte go.
    places: [u32; 2],
}

impl Compressors {
    pub(crate) fn new() -> Compressors {
        let mut squeezed = Box::new([[0; 256]; 256]);
        let mut spread = Box::new([[0; 256]; 256]);
        for mask in 0..256 {
            for value in 0..256 {
                let members = (0..8).filter(|bit| mask >> bit & 1 == 1).enumerate();
                for (place, bit) in members {
                    squeezed[mask][value] |= ((value >> bit & 1) << place) as u8;
                    spread[mask][value] |= ((value >> place & 1) << bit) as u8;
                }
            }
        }
        Compressors { squeezed, spread }
    }

    /// For sets of the points of `mask`.
    #[inline]
    pub(crate) fn by(&self, mask: u32) -> Compressor<'_> {
        let bytes = [0, 8, 16].map(|place| (mask >> place) as usize & 0xff);
        let squeezed = bytes.map(|byte| &self.squeezed[byte]);
        let count = |n: usize| u32::from(squeezed[n][0xff]).trailing_ones();
        Compressor {
            squeezed,
            spread: bytes.map(|byte| &self.spread[byte]),
            places: [count(0), count(0) + count(1)],
        }
    }
}

impl Compressor<'_> {
    /// The set pushed together; points outside the mask are lost.
    #[inline]
    pub(crate) fn of(&self, set: u32) -> u32 {
        let byte = |n: usize| u32::from(self.squeezed[n][(set >> (8 * n)) as usize & 0xff]);
        byte(0) | byte(1) << self.places[0] | byte(2) << self.places[1]
    }

    /// Undoes [`of`](Compressor::of).
    #[inline]
    pub(crate) fn spread(&self, squeezed: u32) -> u32 {
        let byte = |n: usize, place: u32| {
            let value = (squeezed >> place) as usize & 0xff;
            u32::from(self.spread[n][value]) << (8 * n)
        };
        byte(0, 0) | byte(1, self.places[0]) | byte(2, self.places[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_squeezed_spreads_again() {
        let squeezes = Compressors::new();
        for mask in [0xff_ffff, 0x00_ff00, 0xa5_0f3c, 0x80_0001] {
            let squeeze = squeezes.by(mask);
            for squeezed in 0..1 << mask.count_ones().min(12) {
                let set = squeeze.spread(squeezed);
                assert_eq!(set & !mask, 0);
                assert_eq!(squeeze.of(set | !mask & 0xff_ffff), squeezed);
            }
        }
    }
}
