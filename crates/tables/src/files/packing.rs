use rayon::{ThreadPool, ThreadPoolBuilder};

use super::store::Store;
use super::{FileFault, Product};
use crate::numbering::layer::Layer;
use crate::solving::build::BuildError;

/// Compact tables to be made from full ones.
pub struct Packing<'a> {
    full: &'a Store,
    compact: &'a Store,
    pool: ThreadPool,
}

impl<'a> Packing<'a> {
    /// From the full tables of one store into another of the same rules, or into the same, with so
    /// many threads. Their number changes no byte.
    #[must_use]
    pub fn new(full: &'a Store, compact: &'a Store, threads: usize) -> Packing<'a> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        Packing {
            full,
            compact,
            pool: pool.expect("threads can be started"),
        }
    }

    /// The layers that are there in full and not yet compact.
    #[must_use]
    pub fn missing(&self) -> Vec<Layer> {
        let there = self.compact.layers_of(Product::Compact);
        let layers = self.full.compact_layers().into_iter();
        let layers = layers.filter(|layer| self.full.has(*layer) && !there.contains(layer));
        layers.collect()
    }

    /// The layers that complete compact tables need and that are not there in full.
    #[must_use]
    pub fn lacking(&self) -> Vec<Layer> {
        let there = self.compact.layers_of(Product::Compact);
        let layers = self.full.compact_layers().into_iter();
        let layers = layers.filter(|layer| !self.full.has(*layer) && !there.contains(layer));
        layers.collect()
    }

    /// Packs what is missing, telling of each layer and the bytes of its file.
    pub fn run(&self, mut done: impl FnMut(Layer, u64)) -> Result<(), BuildError> {
        let missing = self.missing();
        if missing.is_empty() {
            return Ok(());
        }
        self.compact.make_folder()?;
        let _lock = self.compact.lock()?;
        for layer in missing {
            let bytes: Result<u64, FileFault> = self.pool.install(|| {
                let values = self.full.values(layer)?;
                self.compact.write(Product::Compact, layer, &values)
            });
            done(layer, bytes?);
        }
        Ok(())
    }
}
