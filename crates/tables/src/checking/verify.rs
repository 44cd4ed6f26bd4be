use std::collections::HashMap;
use std::io;

use game::Random;
use moulin::{Moulin, Position};
use rayon::prelude::*;

use super::expected::expected;
use crate::files::packed;
use crate::files::store::Store;
use crate::files::{Fault, FileFault, Product};
use crate::numbering::layer::Layer;
use crate::numbering::stones::Stones;
use crate::{Exact, Wdl};

/// Holds tables against the rules: every value must follow from those of the successors.
///
/// It shares the rules, the numbering of positions and the reader of files with what made the
/// tables, and nothing else.
pub struct Verification<'a> {
    store: &'a Store,
    moulin: Moulin,
}

/// Positions that one thread looks at together.
const LEAST: usize = 1 << 12;

/// A layer and those its turns lead to, with their values: none where the turns to come are searched.
///
/// They are read before the work is shared. A thread that read one while others wait for it could be
/// given their work meanwhile, and wait for itself.
struct Near(Vec<(Layer, Option<Vec<u8>>)>);

impl Near {
    /// Nothing if the layer was not read.
    fn get(&self, layer: Layer) -> Option<Option<&[u8]>> {
        let mut near = self.0.iter();
        let (_, values) = near.find(|(known, _)| *known == layer)?;
        Some(values.as_deref())
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

impl Sample {
    /// Looks at slots of so many on all threads. How many, or the first that is wrong.
    fn look(
        self,
        slots: usize,
        wrong: impl Fn(usize) -> Option<Wrong> + Send + Sync,
    ) -> Result<usize, Wrong> {
        let (looked, first) = match self {
            Sample::Whole => {
                let all = (0..slots).into_par_iter().with_min_len(LEAST);
                (slots, all.find_map_first(wrong))
            }
            Sample::Random { count, seed } => {
                let mut random = Random::new(seed);
                let picked = (0..count).map(|_| random.below(slots as u64) as usize);
                let mut picked: Vec<usize> = picked.collect();
                // Neighbours lead to neighbours: in order their values are near each other.
                picked.par_sort_unstable();
                let picked = picked.into_par_iter().with_min_len(LEAST);
                (count, picked.find_map_first(wrong))
            }
        };
        first.map_or(Ok(looked), Err)
    }
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
    /// A WDL value in a compact table that does not follow.
    Wdl {
        /// Where.
        position: Position,
        /// What the table says.
        stored: Wdl,
        /// What the full table says, or what follows from the successors.
        found: Wdl,
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
        }
    }

    /// Looks at positions of a layer, its checksums first. How many positions, or the first fault.
    pub fn layer(&self, layer: Layer, sample: Sample) -> Result<usize, Wrong> {
        self.store.check_file(Product::Full, layer)?;
        let mut near = Near(vec![(layer, Some(self.store.values(layer)?))]);
        self.read_after(layer, &mut near)?;
        let values = near.get(layer).flatten().unwrap_or_default();
        let columns = self.store.index.columns(layer.pair());
        let wrong = |slot: usize| {
            let stones = self.store.index.stones(layer, slot, &columns);
            self.look(&near, stones, layer, Exact::from_byte(values[slot]))
                .err()
        };
        sample.look(values.len(), wrong)
    }

    /// Looks at a layer's compact file, its checksums first. It is held against the full one where
    /// that is there; otherwise positions must follow from their successors, which finds what is
    /// wrong in one place, but not two mistakes that support each other. How many positions, or
    /// the first fault.
    pub fn compact(&self, layer: Layer, sample: Sample) -> Result<usize, Wrong> {
        let store = self.store;
        store.check_file(Product::Compact, layer)?;
        let content = store.reader(Product::Compact, layer)?.content()?;
        let columns = store.index.columns(layer.pair());
        let position = |slot: usize| {
            let stones = store.index.stones(layer, slot, &columns);
            let position = stones.position(&self.moulin, layer);
            position.expect("a slot is a position of these rules")
        };
        let judge = |slot: usize, found: Wdl| {
            let stored = packed::wdl(&content, slot);
            let Some(stored) = stored else {
                return Some(Wrong::File(store.damaged(layer, slot)));
            };
            (stored != found).then(|| Wrong::Wdl {
                position: position(slot),
                stored,
                found,
            })
        };
        if store.has(layer) {
            let values = store.values(layer)?;
            return Sample::Whole.look(values.len(), |slot| {
                judge(slot, Exact::from_byte(values[slot]).into())
            });
        }
        sample.look(store.slots(layer), |slot| {
            let found = store.wdl_by_turns(&position(slot), &mut HashMap::new());
            match found {
                Ok(Some(found)) => judge(slot, found),
                Ok(None) => {
                    let path = store.path_of(Product::Compact, layer);
                    let missing = Fault::from(io::Error::from(io::ErrorKind::NotFound));
                    Some(Wrong::File(missing.at(&path)))
                }
                Err(fault) => Some(Wrong::File(fault)),
            }
        })
    }

    /// Holds one value against those of the successors.
    fn look(&self, near: &Near, stones: Stones, layer: Layer, stored: Exact) -> Result<(), Wrong> {
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
    fn value(&self, near: &Near, position: &Position) -> Result<Exact, FileFault> {
        let (stones, layer) = Stones::of(position);
        match near.get(layer) {
            Some(Some(values)) => Ok(Exact::from_byte(values[self.store.index.slot(stones)])),
            Some(None) => {
                let mut fault = None;
                let found = expected(&self.moulin, position, |next| {
                    let value = self.value(near, next);
                    value.map_err(|found| fault = Some(found)).ok()
                });
                found.ok_or_else(|| fault.expect("what is not known has a fault"))
            }
            None => {
                let path = self.store.path(layer);
                Err(Fault::from(io::Error::from(io::ErrorKind::NotFound)).at(&path))
            }
        }
    }

    /// Reads the files of the layers that the turns of one may lead to. One that is not there is
    /// missed only if a turn does lead to it.
    fn read_after(&self, layer: Layer, near: &mut Near) -> Result<(), FileFault> {
        for next in layer.followers(&self.store.index.laws) {
            let next = next.layer;
            if near.get(next).is_some() {
                continue;
            }
            if self.store.has(next) {
                near.0.push((next, Some(self.store.values(next)?)));
            } else if next.is_searched() {
                near.0.push((next, None));
                self.read_after(next, near)?;
            }
        }
        Ok(())
    }
}
