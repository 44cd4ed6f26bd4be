//! Table files: a header, compressed blocks, an index of them, checksums. `docs/tables.md` has the
//! layout byte by byte.

mod fault;
mod fingerprint;
mod header;
mod openings;
pub(crate) mod packed;
mod packing;
mod product;
mod reader;
mod shelf;
pub(crate) mod store;
mod unpacker;
mod writer;

pub use fault::{Fault, FileFault};
pub use openings::Openings;
pub use packing::Packing;
pub use product::Product;
pub use store::Store;

use fingerprint::fingerprint;
use header::Header;
use reader::Reader;
use unpacker::Unpacker;
use writer::write;
