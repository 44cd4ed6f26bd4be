use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use moulin::Rules;

use super::knowledge::Knowledge;

/// What is known by heart about the mill family, for each rule set that was asked about. Clones
/// share it.
#[derive(Clone, Default)]
pub struct Library {
    /// Where the tables of all rules are.
    tables: Option<PathBuf>,
    known: Arc<Mutex<Vec<Arc<Knowledge>>>>,
}

impl Library {
    /// With the tables below a folder, as far as they are there.
    #[must_use]
    pub fn with_tables(folder: PathBuf) -> Library {
        Library {
            tables: Some(folder),
            ..Library::default()
        }
    }

    /// What is known about these rules.
    #[must_use]
    pub fn of(&self, rules: &Rules) -> Arc<Knowledge> {
        // What is known stays valid whoever panicked while looking it up.
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|known| known.rules() == rules) {
            return Arc::clone(known);
        }
        let known = Arc::new(Knowledge::new(*rules, self.tables.as_deref()));
        all.push(Arc::clone(&known));
        known
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("tables", &self.tables)
            .finish_non_exhaustive()
    }
}
