use std::collections::HashSet;

use super::fault::{CardFault, Disagreement};
use crate::files::store::Store;
use crate::numbering::index::Index;
use crate::numbering::layer::Layer;
use crate::solving::build::{Batch, BuildError};

/// The card of a program that was built without the `cuda` feature: there is none.
pub enum Card {}

impl Card {
    /// Says that there is none.
    pub fn open(_store: &Store) -> Result<Card, CardFault> {
        Err(CardFault::NotBuilt)
    }

    /// What the driver calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        match *self {}
    }

    /// The number of positions looked at, or the first that is wrong.
    pub fn agree(
        &self,
        _store: &Store,
        _stones: u8,
        _samples: usize,
        _seed: u64,
    ) -> Result<Result<u64, Disagreement>, CardFault> {
        match *self {}
    }

    pub(crate) fn has(&self, _layer: Layer) -> bool {
        match *self {}
    }

    pub(crate) fn put(&mut self, _layer: Layer, _values: &[u8]) -> Result<(), CardFault> {
        match *self {}
    }

    pub(crate) fn solve(&mut self, _index: &Index, _batch: Batch) -> Result<(), BuildError> {
        match *self {}
    }

    pub(crate) fn values(&self, _index: &Index, _layer: Layer) -> Result<Vec<u8>, CardFault> {
        match *self {}
    }

    pub(crate) fn forget_all_but(&mut self, _needed: &HashSet<Layer>) {
        match *self {}
    }
}
