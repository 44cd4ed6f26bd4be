use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::build::{Batch, BuildError};
use super::cuda::{Card, CardFault};
use super::placing;
use super::retrograde::solve;
use crate::files::store::Store;
use crate::numbering::index::Index;
use crate::numbering::layer::Layer;

/// What solves layers and holds those that others need. The values do not depend on which it is.
pub enum Solver {
    /// The processor.
    Processor(Processor),
    /// A graphics card.
    Card(Box<Card>),
}

/// The processor, with layers in main memory.
pub struct Processor {
    pool: ThreadPool,
    /// Bytes of memory it may use.
    pub(crate) memory: u64,
    layers: HashMap<Layer, Vec<u8>>,
}

impl Solver {
    /// The processor, with so many threads and at most so many bytes of memory.
    #[must_use]
    pub fn processor(threads: usize, memory: u64) -> Solver {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        Solver::Processor(Processor {
            pool: pool.expect("threads can be started"),
            memory,
            layers: HashMap::new(),
        })
    }

    /// The first graphics card of this machine.
    pub fn card(store: &Store) -> Result<Solver, CardFault> {
        Ok(Solver::Card(Box::new(Card::open(store)?)))
    }

    pub(crate) fn has(&self, layer: Layer) -> bool {
        match self {
            Solver::Processor(processor) => processor.layers.contains_key(&layer),
            Solver::Card(card) => card.has(layer),
        }
    }

    /// Gives it a finished layer to hold.
    pub(crate) fn put(&mut self, layer: Layer, values: Vec<u8>) -> Result<(), BuildError> {
        match self {
            Solver::Processor(processor) => {
                processor.layers.insert(layer, values);
            }
            Solver::Card(card) => card.put(layer, &values)?,
        }
        Ok(())
    }

    /// Solves and holds the layers of a batch; those it leads to are held already.
    pub(crate) fn solve(&mut self, index: &Index, batch: Batch) -> Result<(), BuildError> {
        match self {
            Solver::Processor(processor) => processor.solve(index, batch),
            Solver::Card(card) => card.solve(index, batch),
        }
    }

    /// The values of a layer it holds.
    pub(crate) fn values(&self, index: &Index, layer: Layer) -> Result<Cow<'_, [u8]>, BuildError> {
        match self {
            Solver::Processor(processor) => Ok(Cow::Borrowed(&processor.layers[&layer])),
            Solver::Card(card) => Ok(Cow::Owned(card.values(index, layer)?)),
        }
    }

    /// Lets go of all other layers.
    pub(crate) fn forget_all_but(&mut self, needed: &HashSet<Layer>) {
        match self {
            Solver::Processor(processor) => {
                processor.layers.retain(|layer, _| needed.contains(layer));
            }
            Solver::Card(card) => card.forget_all_but(needed),
        }
    }
}

impl Processor {
    fn solve(&mut self, index: &Index, batch: Batch) -> Result<(), BuildError> {
        let layers = &self.layers;
        let solved = self.pool.install(|| match batch {
            Batch::Moving(pair) => solve(index, pair, layers),
            Batch::Placing(layer) => {
                let values = placing::solve(index, layer, layers);
                values.map(|values| vec![(layer, values)])
            }
        });
        self.layers.extend(solved.map_err(BuildError::TooLong)?);
        Ok(())
    }

    /// Does something with as many threads as it solves with.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }
}
