//! Table files: a header, compressed blocks, an index of them, checksums. `docs/tables.md` has the
//! layout byte by byte.

mod fault;
mod fingerprint;
mod header;
mod product;
mod reader;
mod unpacker;
mod writer;

pub use fault::{Fault, FileFault};
pub(super) use fingerprint::fingerprint;
pub(super) use header::Header;
pub use product::Product;
pub(super) use reader::Reader;
pub(super) use unpacker::Unpacker;
pub(super) use writer::write;
