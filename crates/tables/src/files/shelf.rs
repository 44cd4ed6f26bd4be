use std::collections::{HashMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use moulin::Rules;

use super::openings;
use super::{Fault, FileFault, Header, Product, Reader, Unpacker, fingerprint};
use crate::numbering::layer::Layer;

/// The files of one product of one rule set, opened when first needed.
pub(crate) struct Files {
    product: Product,
    rules: Rules,
    fingerprint: [u8; 32],
    /// None where only what the program carries is asked.
    folder: Option<PathBuf>,
    open: Mutex<HashMap<Layer, Option<Arc<Reader>>>>,
    recent: Mutex<Recent>,
    /// Those nobody is using.
    unpackers: Mutex<Vec<Unpacker>>,
}

/// Blocks that were unpacked of late.
#[derive(Default)]
struct Recent {
    blocks: HashMap<(Layer, usize), Arc<Vec<u8>>>,
    /// The oldest first.
    order: VecDeque<(Layer, usize)>,
}

impl Recent {
    /// The most blocks that are kept, 16 KiB each at most.
    const MOST: usize = 1 << 12;

    fn keep(&mut self, key: (Layer, usize), block: &Arc<Vec<u8>>) {
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

impl Files {
    /// In a folder, where nothing need be, and in what the program carries.
    pub(crate) fn new(product: Product, rules: Rules, folder: Option<&Path>) -> Files {
        Files {
            product,
            rules,
            fingerprint: fingerprint(&rules),
            folder: folder.map(Path::to_owned),
            open: Mutex::default(),
            recent: Mutex::default(),
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

    /// A slot of a layer of so many, if the layer's file is there.
    pub(crate) fn look(
        &self,
        layer: Layer,
        slots: impl FnOnce() -> usize,
        slot: usize,
    ) -> Result<Option<Found>, FileFault> {
        let (number, place) = Reader::place(self.product, slot);
        let key = (layer, number);
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent.blocks.get(&key).cloned();
        drop(recent);
        if let Some(content) = known {
            return Ok(Some(Found { content, place }));
        }
        let Some(reader) = self.opened(layer, slots)? else {
            return Ok(None);
        };
        let content = Arc::new(self.unpack(&reader, number)?);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.keep(key, &content);
        Ok(Some(Found { content, place }))
    }

    /// A block, by an unpacker that is idle.
    fn unpack(&self, reader: &Reader, number: usize) -> Result<Vec<u8>, FileFault> {
        let idle = || {
            self.unpackers
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let unpacker = idle().pop();
        let mut unpacker = unpacker.unwrap_or_else(Unpacker::new);
        let content = reader.block(number, &mut unpacker);
        idle().push(unpacker);
        content
    }

    /// The open file of a layer, if there is one.
    fn opened(
        &self,
        layer: Layer,
        slots: impl FnOnce() -> usize,
    ) -> Result<Option<Arc<Reader>>, FileFault> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reader) = open.get(&layer) {
            return Ok(reader.clone());
        }
        let sizes = [layer.mover, layer.other];
        let most = self.rules.stones;
        let exists = sizes.into_iter().all(|stones| stones <= most);
        let reader = if exists {
            self.find(layer, slots())?.map(Arc::new)
        } else {
            None
        };
        open.insert(layer, reader.clone());
        Ok(reader)
    }

    /// Opens the file of a layer of so many slots: the one in the folder, or the one that the
    /// program carries.
    fn find(&self, layer: Layer, slots: usize) -> Result<Option<Reader>, FileFault> {
        if self.folder.is_some() {
            match self.reader(layer, slots) {
                Err(FileFault {
                    fault: Fault::Io(error),
                    ..
                }) if error.kind() == io::ErrorKind::NotFound => {}
                opened => return opened.map(Some),
            }
        }
        if self.product != Product::Compact {
            return Ok(None);
        }
        let Some(bytes) = openings::file(&self.rules, layer) else {
            return Ok(None);
        };
        Reader::embedded(&self.path(layer), bytes, self.header(layer, slots)).map(Some)
    }

    /// That this block of a layer's file is damaged.
    pub(crate) fn damaged(&self, layer: Layer, slot: usize) -> FileFault {
        let (number, _) = Reader::place(self.product, slot);
        Fault::Block { number }.at(&self.path(layer))
    }
}
