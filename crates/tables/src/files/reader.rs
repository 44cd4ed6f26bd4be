use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::fault::{Fault, FileFault};
use super::header::Header;
use super::product::Product;
use super::unpacker::Unpacker;

/// A table file, block by block.
#[derive(Debug)]
pub(crate) struct Reader {
    path: PathBuf,
    source: Source,
    header: Header,
    blocks: Vec<Block>,
}

/// Where the bytes of a table file are.
#[derive(Debug)]
enum Source {
    Disk(File),
    /// In the program itself.
    Memory(&'static [u8]),
}

/// Where a block is, and the checksum of its bytes.
#[derive(Clone, Copy, Debug)]
struct Block {
    offset: u64,
    length: usize,
    checksum: u32,
}

/// Bytes of a block in the index.
const ENTRY: usize = 8;

/// Bytes after the index: its checksum and that of the whole file.
const TAIL: usize = 4 + blake3::OUT_LEN;

impl Reader {
    /// Opens the file that should begin with this header.
    pub(crate) fn open(path: &Path, header: Header) -> Result<Reader, FileFault> {
        let file = File::open(path).map_err(|error| Fault::from(error).at(path))?;
        Reader::new(path, Source::Disk(file), header)
    }

    /// A file that is part of the program, under the name it had.
    pub(crate) fn embedded(
        name: &Path,
        bytes: &'static [u8],
        header: Header,
    ) -> Result<Reader, FileFault> {
        Reader::new(name, Source::Memory(bytes), header)
    }

    fn new(path: &Path, source: Source, header: Header) -> Result<Reader, FileFault> {
        let read = || {
            let length = source.length()?;
            let mut found = [0; Header::LENGTH];
            let least = (Header::LENGTH + header.blocks() * ENTRY + TAIL) as u64;
            if length < least {
                return Err(Fault::Length {
                    expected: least,
                    found: length,
                });
            }
            source.read_at(&mut found, 0)?;
            header.check(&found)?;
            let mut index = vec![0; header.blocks() * ENTRY + 4];
            let tail = (index.len() + blake3::OUT_LEN) as u64;
            source.read_at(&mut index, length - tail)?;
            let blocks = read_index(&index)?;
            let end = blocks.last().map_or(Header::LENGTH as u64, Block::end);
            let expected = end + tail;
            if length != expected {
                return Err(Fault::Length {
                    expected,
                    found: length,
                });
            }
            Ok(blocks)
        };
        let blocks = read().map_err(|fault| fault.at(path))?;
        Ok(Reader {
            path: path.to_owned(),
            source,
            header,
            blocks,
        })
    }

    /// Where a slot of such files is: its block and its place in it.
    pub(crate) fn place(product: Product, slot: usize) -> (usize, usize) {
        (slot / product.block(), slot % product.block())
    }

    /// Bytes of the file.
    pub(crate) fn bytes(&self) -> u64 {
        let end = self.blocks.last().map_or(Header::LENGTH as u64, Block::end);
        end + (self.blocks.len() * ENTRY + TAIL) as u64
    }

    /// The content of a block.
    pub(crate) fn block(
        &self,
        number: usize,
        unpacker: &mut Unpacker,
    ) -> Result<Vec<u8>, FileFault> {
        let mut content = vec![0; self.header.bytes_of(number)];
        let read = self.read_block(number, &mut content, unpacker);
        read.map_err(|fault| fault.at(&self.path))?;
        Ok(content)
    }

    /// The content of all blocks.
    pub(crate) fn content(&self) -> Result<Vec<u8>, FileFault> {
        let product = self.header.product;
        let mut content = vec![0; product.bytes(self.header.slots as usize)];
        let blocks = content.par_chunks_mut(product.bytes(product.block()));
        let read = blocks.enumerate();
        let read = read.map_init(Unpacker::new, |unpacker, (number, content)| {
            self.read_block(number, content, unpacker)
        });
        let read: Result<(), Fault> = read.collect();
        read.map_err(|fault| fault.at(&self.path))?;
        Ok(content)
    }

    fn read_block(
        &self,
        number: usize,
        content: &mut [u8],
        unpacker: &mut Unpacker,
    ) -> Result<(), Fault> {
        let block = self.blocks[number];
        unpacker.packed.resize(block.length, 0);
        self.source.read_at(&mut unpacker.packed, block.offset)?;
        let sound = crc32fast::hash(&unpacker.packed) == block.checksum && unpacker.unpack(content);
        if sound {
            Ok(())
        } else {
            Err(Fault::Block { number })
        }
    }

    /// Whether the checksum of the whole file is that of its content.
    pub(crate) fn check_whole(&self) -> Result<(), FileFault> {
        let check = || {
            let mut hash = blake3::Hasher::new();
            let end = self.bytes() - blake3::OUT_LEN as u64;
            match &self.source {
                Source::Disk(_) => {
                    hash.update_reader(File::open(&self.path)?.take(end))?;
                }
                Source::Memory(bytes) => {
                    hash.update(&bytes[..end as usize]);
                }
            }
            let mut expected = [0; blake3::OUT_LEN];
            self.source.read_at(&mut expected, end)?;
            if hash.finalize() == expected {
                Ok(())
            } else {
                Err(Fault::Checksum)
            }
        };
        check().map_err(|fault: Fault| fault.at(&self.path))
    }
}

impl Block {
    fn end(&self) -> u64 {
        self.offset + self.length as u64
    }
}

/// Reads the list of blocks, with its checksum at the end.
fn read_index(index: &[u8]) -> Result<Vec<Block>, Fault> {
    let (entries, checksum) = index.split_at(index.len() - 4);
    if crc32fast::hash(entries).to_le_bytes() != checksum {
        return Err(Fault::Index);
    }
    let mut offset = Header::LENGTH as u64;
    let (entries, _) = entries.as_chunks::<ENTRY>();
    let blocks = entries.iter().map(|[a, b, c, d, checksum @ ..]| {
        let block = Block {
            offset,
            length: u32::from_le_bytes([*a, *b, *c, *d]) as usize,
            checksum: u32::from_le_bytes(*checksum),
        };
        offset = block.end();
        block
    });
    Ok(blocks.collect())
}

impl Source {
    fn length(&self) -> io::Result<u64> {
        match self {
            Source::Disk(file) => Ok(file.metadata()?.len()),
            Source::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills `bytes` from this place; several threads may at the same time.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        match self {
            Source::Disk(file) => read_at(file, bytes, offset),
            Source::Memory(all) => {
                let rest = all.get(offset as usize..).unwrap_or_default();
                let found = rest.get(..bytes.len());
                bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

/// [`Source::read_at`] of a file.
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset);
    #[cfg(windows)]
    {
        let mut done = 0;
        while done < bytes.len() {
            let place = offset + done as u64;
            match std::os::windows::fs::FileExt::seek_read(file, &mut bytes[done..], place)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => done += read,
            }
        }
        Ok(())
    }
}
