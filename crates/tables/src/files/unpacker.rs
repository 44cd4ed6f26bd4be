use zstd::bulk::Decompressor;

/// What unpacks blocks, kept between them: making it takes as long as unpacking two.
pub(crate) struct Unpacker {
    decompressor: Decompressor<'static>,
    /// The packed bytes of the block.
    pub(crate) packed: Vec<u8>,
}

impl Unpacker {
    pub(crate) fn new() -> Unpacker {
        Unpacker {
            decompressor: Decompressor::new().expect("there is memory for it"),
            packed: Vec::new(),
        }
    }

    /// Whether the packed bytes are exactly this much content.
    pub(crate) fn unpack(&mut self, content: &mut [u8]) -> bool {
        let unpacked = self
            .decompressor
            .decompress_to_buffer(&self.packed, content);
        unpacked.ok() == Some(content.len())
    }
}
