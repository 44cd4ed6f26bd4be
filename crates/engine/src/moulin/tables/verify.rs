use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use game::Random;
use moulin::{Moulin, Position};
use rayon::prelude::*;

use super::check::expected;
use super::exact::Exact;
use super::file::FileFault;
use super::layer::Layer;
use super::stones::Stones;
use super::store::Store;

/// Holds tables against the rules: every value must follow from those of the successors.
///
/// It shares the rules, the numbering of positions and the reader of files with what made the
/// tables, and nothing else.
pub struct Verification<'a> {
    store: &'a Store,
    moulin: Moulin,
    loaded: RwLock<HashMap<Layer, Arc<Vec<u8>>>>,
}

/// Positions that one thread looks at together.
const LEAST: usize = 1 << 12;

/// The few layers that a thread asks, none where it must search: with a list of its own it waits for
/// no other thread.
#[derive(Default)]
struct Near(Vec<(Layer, Option<Arc<Vec<u8>>>)>);

impl Near {
    /// The values of a layer, loaded when first asked for.
    fn values(
        &mut self,
        layer: Layer,
        load: impl FnOnce() -> Result<Option<Arc<Vec<u8>>>, FileFault>,
    ) -> Result<Option<&[u8]>, FileFault> {
        let known = self.0.iter().position(|(known, _)| *known == layer);
        let place = match known {
            Some(place) => place,
            None => {
                self.0.push((layer, load()?));
                self.0.len() - 1
            }
        };
        let (_, values) = &self.0[place];
        Ok(values.as_ref().map(|values| values.as_slice()))
    }
}

/// Which positions of a layer are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// All.
    Whole,
    /// So many, picked at random.
    Random {
        /// How many.
        count: usize,
        /// What chance comes from.
        seed: u64,
    },
}

/// What is wrong with tables.
#[derive(Debug)]
pub enum Wrong {
    /// A file is damaged or missing.
    File(FileFault),
    /// A value that does not follow from its successors.
    Contradiction {
        /// Where.
        position: Position,
        /// What the table says.
        stored: Exact,
        /// What follows from the successors.
        found: Exact,
    },
}

impl From<FileFault> for Wrong {
    fn from(fault: FileFault) -> Wrong {
        Wrong::File(fault)
    }
}

impl<'a> Verification<'a> {
    /// Of the tables in a store.
    #[must_use]
    pub fn new(store: &'a Store) -> Verification<'a> {
        Verification {
            store,
            moulin: Moulin::new(*store.rules()),
            loaded: RwLock::default(),
        }
    }

    /// Looks at positions of a layer, its checksums first. How many positions, or the first fault.
    pub fn layer(&self, layer: Layer, sample: Sample) -> Result<usize, Wrong> {
        self.store.check_file(layer)?;
        self.forget();
        let values = self.load(layer)?;
        let columns = self.store.index.columns(layer.pair());
        let wrong = |near: &mut Near, slot: usize| {
            let stones = self.store.index.stones(layer, slot, &columns);
            self.look(near, stones, layer, Exact::from_byte(values[slot]))
                .err()
        };
        let (looked, first) = match sample {
            Sample::Whole => {
                let slots = (0..values.len()).into_par_iter().with_min_len(LEAST);
                let found = slots.map_init(Near::default, wrong);
                (values.len(), found.find_map_first(|wrong| wrong))
            }
            Sample::Random { count, seed } => {
                let mut random = Random::new(seed);
                let slots = (0..count).map(|_| random.below(values.len() as u64) as usize);
                let slots: Vec<usize> = slots.collect();
                let slots = slots.into_par_iter().with_min_len(LEAST);
                let found = slots.map_init(Near::default, wrong);
                (count, found.find_map_first(|wrong| wrong))
            }
        };
        first.map_or(Ok(looked), Err)
    }

    /// Holds one value against those of the successors.
    fn look(
        &self,
        near: &mut Near,
        stones: Stones,
        layer: Layer,
        stored: Exact,
    ) -> Result<(), Wrong> {
        let position = stones
            .position(&self.moulin, layer)
            .expect("a slot is a position of these rules");
        let mut fault = None;
        let found = expected(&self.moulin, &position, |next| {
            self.value(near, next)
                .map_err(|found| fault = Some(found))
                .ok()
        });
        match (fault, found) {
            (Some(fault), _) => Err(Wrong::File(fault)),
            (None, Some(found)) if found != stored => Err(Wrong::Contradiction {
                position,
                stored,
                found,
            }),
            _ => Ok(()),
        }
    }

    /// The value of a successor: from its table, or, late in the placing phase, from its own
    /// successors.
    fn value(&self, near: &mut Near, position: &Position) -> Result<Exact, FileFault> {
        let (stones, layer) = Stones::of(position);
        let searched = || layer.is_searched() && !self.store.has(layer);
        let load = || (!searched()).then(|| self.load(layer)).transpose();
        if let Some(values) = near.values(layer, load)? {
            return Ok(Exact::from_byte(values[self.store.index.slot(stones)]));
        }
        let mut fault = None;
        let found = expected(&self.moulin, position, |next| {
            let value = self.value(near, next);
            value.map_err(|found| fault = Some(found)).ok()
        });
        found.ok_or_else(|| fault.expect("what is not known has a fault"))
    }

    /// The values of a layer, read from its file when first asked for.
    fn load(&self, layer: Layer) -> Result<Arc<Vec<u8>>, FileFault> {
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(values) = loaded.get(&layer) {
            return Ok(Arc::clone(values));
        }
        drop(loaded);
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(values) = loaded.get(&layer) {
            return Ok(Arc::clone(values));
        }
        let values = Arc::new(self.store.values(layer)?);
        loaded.insert(layer, Arc::clone(&values));
        Ok(values)
    }

    /// Frees what was loaded for the layer before.
    fn forget(&self) {
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        loaded.clear();
    }
}
