use crate::moulin::Library;

/// What thinking may use.
///
/// Clones share what their library has found out: give one to all who play the same games.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Bytes for what a search finds out, at most.
    pub memory: usize,
    /// Threads of a search.
    pub threads: usize,
    /// What is known by heart.
    pub library: Library,
}

impl Resources {
    /// So many bytes, one thread, and a library of its own.
    #[must_use]
    pub fn new(memory: usize) -> Resources {
        Resources {
            memory,
            threads: 1,
            library: Library::default(),
        }
    }
}
