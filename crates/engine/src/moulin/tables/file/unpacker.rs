use zstd::bulk::Decompressor;

/// What unpacks blocks, kept between them: making it takes as long as unpacking two.
pub(in crate::moulin::tables) struct Unpacker {
    decompressor: Decompressor<'static>,
    /// The packed bytes of the block.
    pub(super) packed: Vec<u8>,
}

impl Unpacker {
    pub(in crate::moulin::tables) fn new() -> Unpacker {
        Unpacker {
            decompressor: Decompressor::new().expect("there is memory for it"),
            packed: Vec::new(),
        }
    }

    /// Whether the packed bytes are exactly this much content.
    pub(super) fn unpack(&mut self, content: &mut [u8]) -> bool {
        let unpacked = self
            .decompressor
            .decompress_to_buffer(&self.packed, content);
        unpacked.ok() == Some(content.len())
    }
}
