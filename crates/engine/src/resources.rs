use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Stop;

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
    /// When a computer player is to give up a thought that nobody waits for any more, and whose turn it is
    /// to think. Whoever asks for an analysis says that with each question.
    pub stop: Stop,
}

impl Resources {
    /// So many bytes, one thread, and no tables but those inside the program.
    #[must_use]
    pub fn new(memory: usize) -> Resources {
        Resources {
            memory,
            threads: 1,
            shared: SharedData::default(),
            stop: Stop::never(),
        }
    }
}

/// How much may be known by heart, in bytes: what a family computes once under each set of rules and
/// keeps. What was not asked about for longest is forgotten first. Rules that are printed on a sheet
/// have their own place and are never forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByHeart {
    /// Under one set of rules.
    pub each: usize,
    /// Under all sets of rules together.
    pub all: usize,
}

impl Default for ByHeart {
    /// For one person at their own machine.
    fn default() -> ByHeart {
        ByHeart {
            each: 16 << 20,
            all: 256 << 20,
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
    by_heart: ByHeart,
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

    /// The same with so much known by heart. What was loaded before is left behind.
    #[must_use]
    pub fn knowing(self, by_heart: ByHeart) -> SharedData {
        SharedData {
            by_heart,
            tables: self.tables,
            by_type: Arc::default(),
        }
    }

    /// How much may be known by heart.
    #[must_use]
    pub fn by_heart(&self) -> ByHeart {
        self.by_heart
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
