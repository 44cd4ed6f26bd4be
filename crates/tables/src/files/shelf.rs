use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use moulin::Rules;

use super::openings::Openings;
use super::{Fault, FileFault, Header, Product, Reader, Unpacker, fingerprint};
use crate::numbering::layer::Layer;

/// The files of one product of one rule set, opened when first needed. A damaged one takes away only
/// what it holds.
pub(crate) struct Shelf {
    product: Product,
    rules: Rules,
    fingerprint: [u8; 32],
    /// None where only what the program carries is asked.
    folder: Option<PathBuf>,
    /// What the program carries.
    openings: Option<Openings>,
    open: Mutex<HashMap<(Source, Layer), Opened>>,
    recent: Mutex<Recent>,
    /// What is wrong with blocks that are damaged.
    damaged: Mutex<HashMap<Key, FileFault>>,
    /// Those nobody is using.
    unpackers: Mutex<Vec<Unpacker>>,
}

/// Where a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Source {
    Folder,
    Program,
}

/// A block of a layer's file.
type Key = (Source, Layer, usize);

/// The file of a layer if there is one, or what is wrong with it.
type Opened = Result<Option<Arc<Reader>>, FileFault>;

/// Blocks that were unpacked of late.
#[derive(Default)]
struct Recent {
    blocks: HashMap<Key, Arc<Vec<u8>>>,
    /// The oldest first.
    order: VecDeque<Key>,
}

impl Recent {
    /// The most blocks that are kept, 16 KiB each at most: 16 MiB.
    const MOST: usize = 1 << 10;

    fn keep(&mut self, key: Key, block: &Arc<Vec<u8>>) {
        if self.blocks.insert(key, Arc::clone(block)).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > Recent::MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.blocks.remove(&oldest);
        }
    }
}

/// Content with a slot, and where in there.
pub(crate) struct Found {
    pub(crate) content: Arc<Vec<u8>>,
    pub(crate) place: usize,
}

impl Shelf {
    /// The memory of what was unpacked of late, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let recent = held(&self.recent);
        recent.blocks.values().map(|block| block.len()).sum()
    }

    /// In a folder, where nothing need be, and in what the program carries.
    pub(crate) fn new(
        product: Product,
        rules: Rules,
        folder: Option<&Path>,
        openings: Option<Openings>,
    ) -> Shelf {
        Shelf {
            product,
            rules,
            fingerprint: fingerprint(&rules),
            folder: folder.map(Path::to_owned),
            openings,
            open: Mutex::default(),
            recent: Mutex::default(),
            damaged: Mutex::default(),
            unpackers: Mutex::default(),
        }
    }

    /// The file of a layer.
    pub(crate) fn path(&self, layer: Layer) -> PathBuf {
        let name = layer.text(&self.rules).replace(':', "_");
        let mut path = self.folder.clone().unwrap_or_default().join(name);
        path.add_extension(self.product.extension());
        path
    }

    /// What the file of a layer of so many slots begins with.
    pub(crate) fn header(&self, layer: Layer, slots: usize) -> Header {
        Header {
            rules: self.fingerprint,
            layer,
            product: self.product,
            slots: slots as u64,
        }
    }

    /// Opens the file of a layer of so many slots.
    pub(crate) fn reader(&self, layer: Layer, slots: usize) -> Result<Reader, FileFault> {
        Reader::open(&self.path(layer), self.header(layer, slots))
    }

    /// A slot of a layer of so many, if the layer's file is there. Where the one in the folder is
    /// damaged, the one that the program carries serves as well.
    pub(crate) fn look(
        &self,
        layer: Layer,
        slots: impl Fn() -> usize,
        slot: usize,
    ) -> Result<Option<Found>, FileFault> {
        match self.look_in(Source::Folder, layer, &slots, slot) {
            Ok(Some(found)) => Ok(Some(found)),
            other => match self.look_in(Source::Program, layer, &slots, slot)? {
                Some(found) => Ok(Some(found)),
                None => other,
            },
        }
    }

    fn look_in(
        &self,
        source: Source,
        layer: Layer,
        slots: &impl Fn() -> usize,
        slot: usize,
    ) -> Result<Option<Found>, FileFault> {
        let (number, place) = Reader::place(self.product, slot);
        let key = (source, layer, number);
        let known = held(&self.recent).blocks.get(&key).cloned();
        if let Some(content) = known {
            return Ok(Some(Found { content, place }));
        }
        let Some(reader) = self.opened(source, layer, slots)? else {
            return Ok(None);
        };
        if let Some(fault) = held(&self.damaged).get(&key) {
            return Err(fault.clone());
        }
        let content = self.unpack(&reader, number).inspect_err(|fault| {
            if fault.fault.is_damage() {
                held(&self.damaged).insert(key, fault.clone());
            }
        })?;
        let content = Arc::new(content);
        held(&self.recent).keep(key, &content);
        Ok(Some(Found { content, place }))
    }

    /// A block, by an unpacker that is idle.
    fn unpack(&self, reader: &Reader, number: usize) -> Result<Vec<u8>, FileFault> {
        let unpacker = held(&self.unpackers).pop();
        let mut unpacker = unpacker.unwrap_or_else(Unpacker::new);
        let content = reader.block(number, &mut unpacker);
        held(&self.unpackers).push(unpacker);
        content
    }

    /// The open file of a layer, if there is one.
    fn opened(&self, source: Source, layer: Layer, slots: &impl Fn() -> usize) -> Opened {
        let mut open = held(&self.open);
        if let Some(opened) = open.get(&(source, layer)) {
            return opened.clone();
        }
        let most = self.rules.stones;
        let exists = layer.mover <= most && layer.other <= most;
        let opened = if exists {
            self.find(source, layer, slots)
                .map(|reader| reader.map(Arc::new))
        } else {
            Ok(None)
        };
        if opened
            .as_ref()
            .err()
            .is_none_or(|fault| fault.fault.is_damage())
        {
            open.insert((source, layer), opened.clone());
        }
        opened
    }

    /// Opens the file of a layer of so many slots, if it is there.
    fn find(
        &self,
        source: Source,
        layer: Layer,
        slots: &impl Fn() -> usize,
    ) -> Result<Option<Reader>, FileFault> {
        match source {
            Source::Folder if self.folder.is_some() => match self.reader(layer, slots()) {
                Err(fault) if fault.fault.is_absence() => Ok(None),
                opened => opened.map(Some),
            },
            Source::Program if self.product == Product::Compact => {
                let file = self.openings.and_then(|openings| openings.file(layer));
                let embedded = file.map(|bytes| {
                    Reader::embedded(&self.path(layer), bytes, self.header(layer, slots()))
                });
                embedded.transpose()
            }
            _ => Ok(None),
        }
    }

    /// That this block of a layer's file is damaged.
    pub(crate) fn damaged(&self, layer: Layer, slot: usize) -> FileFault {
        let (number, _) = Reader::place(self.product, slot);
        Fault::Block { number }.at(&self.path(layer))
    }
}

/// What a lock guards: it stays valid whoever panicked while holding it.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
