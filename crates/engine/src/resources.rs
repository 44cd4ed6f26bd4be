use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What a search may use.
///
/// Clones share their [`SharedData`]: give one to all who play the same games.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Bytes for what a search finds out, at most.
    pub memory: usize,
    /// Threads of a search.
    pub threads: usize,
    /// What is loaded once for all searches.
    pub shared: SharedData,
}

impl Resources {
    /// So many bytes, one thread, and no tables but those inside the program.
    #[must_use]
    pub fn new(memory: usize) -> Resources {
        Resources {
            memory,
            threads: 1,
            shared: SharedData::default(),
        }
    }
}

/// Where table files are, and what each family of games has loaded from them or computed once for
/// all its searches. Clones share it.
///
/// A family keeps one value of a type of its own here, so this part knows no game.
///
/// ```
/// use engine::SharedData;
/// use std::sync::Arc;
///
/// struct Openings(Vec<u8>);
///
/// let shared = SharedData::default();
/// let openings = shared.get(|_folder| Openings(vec![1, 2, 3]));
/// let again = shared.clone().get(|_folder| Openings(Vec::new()));
/// assert!(Arc::ptr_eq(&openings, &again));
/// assert_eq!(again.0, [1, 2, 3]);
/// ```
#[derive(Clone, Default)]
pub struct SharedData {
    tables: Option<PathBuf>,
    by_type: Arc<Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>>,
}

impl SharedData {
    /// With the table files below a folder, as far as they are there.
    #[must_use]
    pub fn with_tables(folder: PathBuf) -> SharedData {
        SharedData {
            tables: Some(folder),
            ..SharedData::default()
        }
    }

    /// The one value of this type, made from the folder of the table files when it is first asked
    /// for. All others wait while it is made: what takes long belongs inside the value, to be done
    /// when it is needed.
    pub fn get<T: Any + Send + Sync>(&self, make: impl FnOnce(Option<&Path>) -> T) -> Arc<T> {
        // A value is put there whole or not at all, so it is valid whoever panicked.
        let mut by_type = self.by_type.lock().unwrap_or_else(PoisonError::into_inner);
        let value = by_type
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Arc::new(make(self.tables.as_deref())));
        Arc::downcast(Arc::clone(value)).expect("a value is kept under its own type")
    }
}

impl fmt::Debug for SharedData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedData")
            .field("tables", &self.tables)
            .finish_non_exhaustive()
    }
}
