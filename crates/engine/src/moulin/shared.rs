use std::path::Path;
use std::sync::Arc;

use moulin::Rules;

use super::{Knowledge, Library};
use crate::SharedData;

/// What is known about these rules without a search, read once for all who share this data.
#[must_use]
pub fn knowledge(rules: &Rules, shared: &SharedData) -> Arc<Knowledge> {
    let by_heart = shared.by_heart();
    let library = shared.get(|folder| Library::new(folder.map(Path::to_owned), by_heart));
    library.of(rules)
}
