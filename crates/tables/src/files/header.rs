use super::fault::Fault;
use super::product::Product;
use crate::numbering::layer::Layer;

/// The beginning of a table file: what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// Of the rules it was made for.
    pub(crate) rules: [u8; 32],
    pub(crate) layer: Layer,
    pub(crate) product: Product,
    pub(crate) slots: u64,
}

impl Header {
    /// Bytes it takes.
    pub(crate) const LENGTH: usize = 64;

    const MAGIC: [u8; 8] = *b"merelle\n";
    const VERSION: u16 = 1;

    pub(crate) fn blocks(&self) -> usize {
        (self.slots as usize).div_ceil(self.product.block())
    }

    /// Bytes of content of a block.
    pub(crate) fn bytes_of(&self, block: usize) -> usize {
        let slots = self.product.block();
        let left = self.slots as usize - block * slots;
        self.product.bytes(left.min(slots))
    }

    pub(crate) fn bytes(&self) -> [u8; Header::LENGTH] {
        let layer = &self.layer;
        let mut bytes = [0; Header::LENGTH];
        bytes[..8].copy_from_slice(&Header::MAGIC);
        bytes[8..10].copy_from_slice(&Header::VERSION.to_le_bytes());
        bytes[10] = self.product.code();
        bytes[11] = self.layer.rights();
        bytes[12..14].copy_from_slice(&layer.hands);
        bytes[14..16].copy_from_slice(&[layer.mover, layer.other]);
        bytes[16..48].copy_from_slice(&self.rules);
        bytes[48..56].copy_from_slice(&self.slots.to_le_bytes());
        bytes[56..60].copy_from_slice(&(self.product.block() as u32).to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..60]);
        bytes[60..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Whether a file says that it is of this layer.
    pub(crate) fn is_of(file: &[u8], layer: Layer) -> bool {
        let stones = [layer.hands[0], layer.hands[1], layer.mover, layer.other];
        file.get(11..16) == Some(&[layer.rights(), stones[0], stones[1], stones[2], stones[3]])
    }

    /// Whether these bytes are this header, and if not, why.
    pub(crate) fn check(&self, found: &[u8; Header::LENGTH]) -> Result<(), Fault> {
        let expected = self.bytes();
        if *found == expected {
            return Ok(());
        }
        if found[..8] != expected[..8] {
            return Err(Fault::NotATable);
        }
        if crc32fast::hash(&found[..60]).to_le_bytes() != found[60..] {
            return Err(Fault::Header);
        }
        let version = u16::from_le_bytes([found[8], found[9]]);
        if version != Header::VERSION {
            return Err(Fault::Version { found: version });
        }
        if found[16..48] != expected[16..48] {
            return Err(Fault::OtherRules);
        }
        if found[..56] == expected[..56] {
            return Err(Fault::OtherBlocks);
        }
        Err(Fault::OtherLayer)
    }
}

#[cfg(test)]
mod tests {
    use moulin::Flights;

    use super::*;

    #[test]
    fn every_flipped_bit_of_a_header_is_found() {
        let header = Header {
            rules: [7; 32],
            layer: Layer {
                hands: [0, 0],
                mover: 4,
                other: 3,
                flights: Flights::NONE,
            },
            product: Product::Full,
            slots: 862_980,
        };
        for bit in 0..8 * Header::LENGTH {
            let mut bytes = header.bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(header.check(&bytes).is_err(), "bit {bit}");
        }
        assert!(header.check(&header.bytes()).is_ok());
    }

    #[test]
    fn blocks_of_another_size_are_named() {
        let header = Header {
            rules: [7; 32],
            layer: Layer {
                hands: [0, 0],
                mover: 4,
                other: 3,
                flights: Flights::NONE,
            },
            product: Product::Full,
            slots: 862_980,
        };
        let mut bytes = header.bytes();
        bytes[56..60].copy_from_slice(&8_192_u32.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..60]);
        bytes[60..].copy_from_slice(&checksum.to_le_bytes());
        assert!(matches!(header.check(&bytes), Err(Fault::OtherBlocks)));
    }
}
