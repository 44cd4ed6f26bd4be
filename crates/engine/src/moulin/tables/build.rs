use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::time::Duration;

use game::Side;
use moulin::{Double, Flight};
use rayon::ThreadPoolBuilder;

use super::file::{Fault, FileFault};
use super::layer::{FEWEST, Layer, Pair};
use super::solve::{TooLong, solve};
use super::store::Store;

/// Tables to be made and written to files.
pub struct Build<'a> {
    store: &'a Store,
    /// Each after those it leads to.
    pairs: Vec<Pair>,
}

/// A pair whose files are written.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    /// The pair.
    pub pair: Pair,
    /// Slots of its layers.
    pub slots: u64,
    /// Bytes of its files.
    pub bytes: u64,
    /// What solving alone took.
    pub solving: Duration,
}

/// Why tables are not made to the end. What was finished before stays.
#[derive(Debug)]
pub enum BuildError {
    /// A file cannot be read or written.
    File(FileFault),
    /// Somebody else is making these tables.
    Busy {
        /// Where.
        folder: std::path::PathBuf,
    },
    /// More memory is needed than was allowed.
    Memory {
        /// For this pair.
        pair: Pair,
        /// Bytes needed.
        needed: u64,
    },
    /// A game takes longer than the form of the tables can tell.
    TooLong(TooLong),
}

impl From<FileFault> for BuildError {
    fn from(fault: FileFault) -> BuildError {
        BuildError::File(fault)
    }
}

impl<'a> Build<'a> {
    /// All layers of the moving phase with at most so many stones, in this order or the other.
    #[must_use]
    pub fn up_to(store: &'a Store, rows: u8, columns: u8) -> Build<'a> {
        let pairs = Pair::up_to(store.rules(), rows, columns);
        Build { store, pairs }
    }

    /// The pairs that are not there yet.
    #[must_use]
    pub fn missing(&self) -> Vec<Pair> {
        let missing = |pair: &&Pair| !pair.layers().iter().all(|layer| self.store.has(*layer));
        self.pairs.iter().filter(missing).copied().collect()
    }

    /// All layers.
    #[must_use]
    pub fn layers(&self) -> Vec<Layer> {
        self.pairs.iter().flat_map(|pair| pair.layers()).collect()
    }

    /// Slots of a pair's layers.
    #[must_use]
    pub fn slots(&self, pair: Pair) -> u64 {
        let layers = pair.layers().into_iter();
        layers.map(|layer| self.store.slots(layer) as u64).sum()
    }

    /// Bytes of memory that solving a pair takes.
    #[must_use]
    pub fn memory(&self, pair: Pair) -> u64 {
        let table = self.store.slots(pair.rows_to_move()) as u64;
        let loaded = leads_to(self.store, pair).into_iter();
        let loaded: u64 = loaded.map(|layer| self.store.slots(layer) as u64).sum();
        // Two halves of two bytes a slot, a bit a slot, and what is taken before the second half.
        5 * table + loaded
    }

    /// Solves what is missing with so many threads and at most so much memory, telling of each pair
    /// when its files are there.
    pub fn run(
        &self,
        threads: usize,
        memory: u64,
        mut done: impl FnMut(Built),
    ) -> Result<(), BuildError> {
        let missing = self.missing();
        if missing.is_empty() {
            return Ok(());
        }
        for pair in &missing {
            let needed = self.memory(*pair);
            if needed > memory {
                let pair = *pair;
                return Err(BuildError::Memory { pair, needed });
            }
        }
        self.store.make_folder()?;
        let _lock = self.lock()?;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("threads can be started");
        for pair in missing {
            done(pool.install(|| self.solve(pair))?);
        }
        Ok(())
    }

    fn solve(&self, pair: Pair) -> Result<Built, BuildError> {
        let mut finished = HashMap::new();
        for layer in leads_to(self.store, pair) {
            finished.insert(layer, self.store.values(layer)?);
        }
        let begun = std::time::Instant::now();
        let solved = solve(&self.store.index, pair, &finished).map_err(BuildError::TooLong)?;
        let solving = begun.elapsed();
        drop(finished);
        let mut bytes = 0;
        for (layer, values) in solved {
            bytes += self.store.write(layer, &values)?;
        }
        Ok(Built {
            pair,
            slots: self.slots(pair),
            bytes,
            solving,
        })
    }

    /// Keeps others from making the same tables; gone with the file, also when we are killed.
    fn lock(&self) -> Result<File, BuildError> {
        let path = self.store.folder().join("lock");
        let file = File::create(&path).map_err(|error| Fault::Io(error).at(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(BuildError::Busy {
                folder: self.store.folder().to_owned(),
            }),
            Err(TryLockError::Error(error)) => Err(Fault::Io(error).at(&path).into()),
        }
    }
}

/// The layers that captures and flights of a pair lead to.
fn leads_to(store: &Store, pair: Pair) -> Vec<Layer> {
    let rules = store.rules();
    let flown = |side, stones| match rules.flight {
        Flight::Once(at) => stones <= at && pair.flights.has(side),
        Flight::Never | Flight::At(_) => false,
    };
    let mut rights = vec![pair.flights];
    let mut layers = Vec::new();
    for (side, stones) in [(Side::White, pair.rows), (Side::Black, pair.columns)] {
        if flown(side, stones) {
            let pair = Pair {
                flights: pair.flights.without(side),
                ..pair
            };
            rights.push(pair.flights);
            layers.extend([pair.rows_to_move(), pair.columns_to_move()]);
        }
    }
    let lost: &[u8] = match rules.double {
        Double::One => &[1],
        Double::Two => &[1, 2],
    };
    for (flights, lost) in rights
        .iter()
        .flat_map(|rights| lost.iter().map(|lost| (*rights, *lost)))
    {
        let fewer = |stones: u8| stones.checked_sub(lost).filter(|left| *left >= FEWEST);
        if let Some(columns) = fewer(pair.columns) {
            layers.push(
                Pair {
                    columns,
                    flights,
                    ..pair
                }
                .columns_to_move(),
            );
        }
        if let Some(rows) = fewer(pair.rows) {
            layers.push(
                Pair {
                    rows,
                    flights,
                    ..pair
                }
                .rows_to_move(),
            );
        }
    }
    layers.sort_unstable_by_key(|layer| layer.text(rules));
    layers.dedup();
    layers
}
