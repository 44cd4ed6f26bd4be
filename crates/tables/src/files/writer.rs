use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use rayon::prelude::*;

use super::header::Header;

/// Blocks packed at a time.
const BATCH: usize = 1 << 10;

/// Writes a table from its values, one byte per slot. Whoever looks finds the whole file or none: it is written under another name
/// first. The bytes it takes.
pub(crate) fn write(path: &Path, header: &Header, values: &[u8]) -> io::Result<u64> {
    let part = path.with_added_extension("part");
    let written = write_part(&part, header, values);
    if written.is_err() {
        // What is wrong with the disk has been said; a file that cannot be removed adds nothing.
        let _ = fs::remove_file(&part);
    }
    let bytes = written?;
    fs::rename(&part, path)?;
    if let Some(folder) = path.parent() {
        sync_folder(folder)?;
    }
    Ok(bytes)
}

fn write_part(part: &Path, header: &Header, values: &[u8]) -> io::Result<u64> {
    let mut out = Hashed {
        file: BufWriter::new(File::create(part)?),
        hash: blake3::Hasher::new(),
        bytes: 0,
    };
    out.write_all(&header.bytes())?;
    let mut index = Vec::new();
    let product = header.product;
    for batch in values.chunks(BATCH * product.block()) {
        let blocks = batch.par_chunks(product.block());
        let packed = blocks.map(|block| {
            let content = product.content(block);
            zstd::bulk::compress(&content, product.level())
        });
        for block in packed.collect::<io::Result<Vec<Vec<u8>>>>()? {
            index.extend((block.len() as u32).to_le_bytes());
            index.extend(crc32fast::hash(&block).to_le_bytes());
            out.write_all(&block)?;
        }
    }
    out.write_all(&index)?;
    out.write_all(&crc32fast::hash(&index).to_le_bytes())?;
    let hash = out.hash.finalize();
    out.write_all(hash.as_bytes())?;
    let bytes = out.bytes;
    let file = out.file.into_inner()?;
    file.sync_all()?;
    Ok(bytes)
}

/// A file with the hash and the number of the bytes written.
struct Hashed {
    file: BufWriter<File>,
    hash: blake3::Hasher,
    bytes: u64,
}

impl Hashed {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes)
    }
}

/// Makes a new name in a folder last, where the system knows how.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
