use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use moulin::Position;
use tables::{Exact, FileFault, Wdl};

use super::probe::{Ending, Probe};

/// The damaged tables that one search asked, by name; its threads share it.
#[derive(Debug, Default)]
pub(super) struct Damage {
    tables: Mutex<BTreeSet<String>>,
}

impl Damage {
    #[inline]
    fn note<T>(&self, told: Result<Option<T>, FileFault>) -> Option<T> {
        told.unwrap_or_else(|fault| {
            let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.insert(fault.name());
            None
        })
    }

    /// The names, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.iter().cloned().collect()
    }
}

/// The tables that a search asks. A damaged one tells nothing and is noted.
#[derive(Clone, Copy)]
pub(super) struct NotingProbe<'a> {
    pub(super) probe: &'a dyn Probe,
    pub(super) damage: &'a Damage,
}

impl NotingProbe<'_> {
    /// [`Probe::most_stones`]
    #[inline]
    pub(super) fn most_stones(self) -> u32 {
        self.probe.most_stones()
    }

    /// [`Probe::probe`]
    #[inline]
    pub(super) fn ending(self, ending: &Ending) -> Option<Exact> {
        self.damage.note(self.probe.probe(ending))
    }

    /// [`Probe::position`]
    pub(super) fn position(self, position: &Position) -> Option<Exact> {
        self.damage.note(self.probe.position(position))
    }

    /// [`Probe::wdl`]
    pub(super) fn wdl(self, position: &Position) -> Option<Wdl> {
        self.damage.note(self.probe.wdl(position))
    }
}
