use std::sync::Arc;

use moulin::Rules;

use super::{Knowledge, Library};
use crate::SharedData;

/// What is known about these rules without a search, read once for all who share this data.
#[must_use]
pub fn knowledge(rules: &Rules, shared: &SharedData) -> Arc<Knowledge> {
    let library = shared.get(|folder| match folder {
        Some(folder) => Library::with_tables(folder.to_owned()),
        None => Library::default(),
    });
    library.of(rules)
}
