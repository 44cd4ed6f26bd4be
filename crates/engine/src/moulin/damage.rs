use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tables::FileFault;

/// The damaged tables that one search asked, by name; its threads share it.
#[derive(Debug, Default)]
pub(super) struct Damage {
    tables: Mutex<BTreeSet<String>>,
}

impl Damage {
    /// What a probe tells; nothing, and the table is noted, where that is damaged.
    #[inline]
    pub(super) fn note<T>(&self, told: Result<Option<T>, FileFault>) -> Option<T> {
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
