use std::fmt;
use std::sync::{Arc, Mutex};

use moulin::Rules;

use super::tables::Endings;

/// What is known by heart about the mill family, for each rule set that was asked about. Clones
/// share it.
#[derive(Clone, Default)]
pub struct Library {
    endings: Arc<Mutex<Vec<Known>>>,
}

struct Known {
    rules: Rules,
    endings: Arc<Endings>,
}

impl Library {
    /// The endings under these rules; solved when they are first needed.
    #[must_use]
    pub fn endings(&self, rules: &Rules) -> Arc<Endings> {
        // What is known stays valid whoever panicked while looking it up.
        let mut all = self.endings.lock().unwrap_or_else(|held| held.into_inner());
        if let Some(known) = all.iter().find(|known| known.rules == *rules) {
            return Arc::clone(&known.endings);
        }
        let endings = Arc::new(Endings::new(*rules));
        all.push(Known {
            rules: *rules,
            endings: Arc::clone(&endings),
        });
        endings
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").finish_non_exhaustive()
    }
}
