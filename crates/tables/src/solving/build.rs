use std::collections::HashSet;
use std::time::{Duration, Instant};

use moulin::FEWEST;

use super::cuda::CardFault;
use super::solver::Solver;
use crate::byte::TooLong;
use crate::files::store::Store;
use crate::files::{FileFault, Product};
use crate::numbering::index::Index;
use crate::numbering::layer::{Layer, Pair};

/// Tables to be made and written to files.
pub struct Build<'a> {
    store: &'a Store,
    /// Each after those it leads to.
    pairs: Vec<Pair>,
    phases: Phases,
    late: Late,
}

/// What becomes of the placing turns that a probe can search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Late {
    /// Their layers are made, used and removed again.
    Searched,
    /// Their files stay: a probe need not search, and `verify` can look at every layer.
    Kept,
}

/// How much of a game is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phases {
    Moving,
    MovingAndPlacing,
}

/// What is solved at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// Both layers of a pair of the moving phase.
    Moving(Pair),
    /// A layer of the placing phase.
    Placing(Layer),
}

impl Batch {
    /// The layers it makes.
    #[must_use]
    pub fn layers(self) -> Vec<Layer> {
        match self {
            Batch::Moving(pair) => pair.layers(),
            Batch::Placing(layer) => vec![layer],
        }
    }
}

/// A batch whose files are written.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    /// The batch.
    pub batch: Batch,
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
        /// For this layer.
        layer: Layer,
        /// Bytes needed.
        needed: u64,
    },
    /// A game takes longer than the form of the tables can tell.
    TooLong(TooLong),
    /// The graphics card does not do it.
    Card(CardFault),
}

impl From<CardFault> for BuildError {
    fn from(fault: CardFault) -> BuildError {
        BuildError::Card(fault)
    }
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
        Build {
            store,
            pairs: Pair::up_to(store.rules(), rows, columns),
            phases: Phases::Moving,
            late: Late::Searched,
        }
    }

    /// All layers of the moving phase with at most so many stones together.
    #[must_use]
    pub fn of_stones(store: &'a Store, stones: u8) -> Build<'a> {
        let counts = 2 * FEWEST..=stones;
        let pairs = counts.flat_map(|stones| Pair::of_stones(store.rules(), stones));
        Build {
            pairs: pairs.collect(),
            ..Build::up_to(store, FEWEST, FEWEST)
        }
    }

    /// The same, with the late placing turns kept or not.
    #[must_use]
    pub fn with_late(self, late: Late) -> Build<'a> {
        Build { late, ..self }
    }

    /// The whole game.
    #[must_use]
    pub fn whole(store: &'a Store) -> Build<'a> {
        let most = store.rules().stones;
        Build {
            phases: Phases::MovingAndPlacing,
            ..Build::up_to(store, most, most)
        }
    }

    /// Everything, each after what it leads to; also what is searched later.
    #[must_use]
    pub(crate) fn batches(&self) -> Vec<Batch> {
        let moving = self.pairs.iter().map(|pair| Batch::Moving(*pair));
        let mut batches: Vec<Batch> = moving.collect();
        if self.phases == Phases::MovingAndPlacing {
            let turns = (0..2 * self.store.rules().stones).rev();
            let layers = turns.flat_map(|turn| Layer::placing(self.store.rules(), turn));
            batches.extend(layers.map(Batch::Placing));
        }
        batches
    }

    pub(crate) fn index(&self) -> &Index {
        &self.store.index
    }

    /// What is not there yet, each after what it leads to.
    #[must_use]
    pub fn missing(&self) -> Vec<Batch> {
        let missing = |batch: &Batch| !batch.layers().iter().all(|layer| self.store.has(*layer));
        let moving = self.pairs.iter().map(|pair| Batch::Moving(*pair));
        let mut batches: Vec<Batch> = moving.filter(missing).collect();
        if self.phases == Phases::MovingAndPlacing {
            // A turn that is searched later is made only for the turn before it.
            let mut needed = true;
            let mut placing = Vec::new();
            for turn in 0..2 * self.store.rules().stones {
                let layers = Layer::placing(self.store.rules(), turn).into_iter();
                let layers = layers.filter(|layer| needed || self.keeps(*layer));
                let turn: Vec<Batch> = layers.map(Batch::Placing).filter(missing).collect();
                needed = !turn.is_empty();
                placing.push(turn);
            }
            batches.extend(placing.into_iter().rev().flatten());
        }
        batches
    }

    /// All layers that are kept.
    #[must_use]
    pub fn layers(&self) -> Vec<Layer> {
        let mut layers: Vec<Layer> = self.pairs.iter().copied().flat_map(Pair::layers).collect();
        if self.phases == Phases::MovingAndPlacing {
            let turns = (0..2 * self.store.rules().stones).rev();
            let placing = turns.flat_map(|turn| Layer::placing(self.store.rules(), turn));
            layers.extend(placing.filter(|layer| self.keeps(*layer)));
        }
        layers
    }

    /// Whether the file of a layer stays.
    fn keeps(&self, layer: Layer) -> bool {
        self.late == Late::Kept || !layer.is_searched()
    }

    /// Slots of a batch's layers.
    #[must_use]
    pub fn slots(&self, batch: Batch) -> u64 {
        let layers = batch.layers().into_iter();
        layers.map(|layer| self.store.slots(layer) as u64).sum()
    }

    /// Bytes of memory that a batch takes.
    #[must_use]
    pub fn memory(&self, batch: Batch) -> u64 {
        let slots = |layer: Layer| self.store.slots(layer) as u64;
        let loaded: u64 = self.leads_to(batch).into_iter().map(slots).sum();
        match batch {
            // Two halves of two bytes per slot, a bit per slot, and what mills take before the second.
            Batch::Moving(pair) => 5 * slots(pair.rows_to_move()) + loaded,
            // What mills take has as many slots as the next layer, or is that layer turned.
            Batch::Placing(layer) => slots(layer) + 2 * loaded,
        }
    }

    /// Solves what is missing, telling of each batch when its files are there.
    pub fn run(&self, solver: &mut Solver, mut done: impl FnMut(Built)) -> Result<(), BuildError> {
        let missing = self.missing();
        if let Solver::Processor(processor) = solver {
            for batch in &missing {
                let needed = self.memory(*batch);
                if needed > processor.memory {
                    let layer = batch.layers()[0];
                    return Err(BuildError::Memory { layer, needed });
                }
            }
        }
        if !missing.is_empty() {
            self.store.make_folder()?;
            let _lock = self.store.lock()?;
            for (number, batch) in missing.iter().enumerate() {
                done(self.solve(solver, *batch)?);
                self.tidy(*batch)?;
                // Main memory is bounded, and files are read again. A card holds what it can.
                let later = match solver {
                    Solver::Processor(_) => &[],
                    Solver::Card(_) => &missing[number + 1..],
                };
                let needed = later.iter().flat_map(|batch| self.leads_to(*batch));
                solver.forget_all_but(&needed.collect::<HashSet<Layer>>());
            }
        }
        Ok(())
    }

    fn solve(&self, solver: &mut Solver, batch: Batch) -> Result<Built, BuildError> {
        for layer in self.leads_to(batch) {
            if !solver.has(layer) {
                solver.put(layer, self.store.values(layer)?)?;
            }
        }
        let begun = Instant::now();
        solver.solve(&self.store.index, batch)?;
        let solving = begun.elapsed();
        let mut bytes = 0;
        for layer in batch.layers() {
            bytes += self.write(solver, layer)?;
        }
        Ok(Built {
            batch,
            slots: self.slots(batch),
            bytes,
            solving,
        })
    }

    /// Writes the file of a solved layer; the bytes it takes.
    fn write(&self, solver: &Solver, layer: Layer) -> Result<u64, BuildError> {
        // The card itself holds for the turn before what is searched later.
        if matches!(solver, Solver::Card(_)) && !self.keeps(layer) {
            return Ok(0);
        }
        let values = solver.values(&self.store.index, layer)?;
        let write = || self.store.write(Product::Full, layer, &values);
        Ok(match solver {
            Solver::Processor(processor) => processor.install(write),
            Solver::Card(_) => write(),
        }?)
    }

    /// After the last layer of a placing turn: removes the turn after it, if that is searched.
    fn tidy(&self, batch: Batch) -> Result<(), BuildError> {
        let Batch::Placing(layer) = batch else {
            return Ok(());
        };
        let rules = self.store.rules();
        let turn = 2 * rules.stones - layer.hands.iter().sum::<u8>();
        let left = Layer::placing(rules, turn).into_iter();
        if left.rev().any(|layer| !self.store.has(layer)) || turn + 1 == 2 * rules.stones {
            return Ok(());
        }
        let next = Layer::placing(rules, turn + 1).into_iter();
        for layer in next.filter(|layer| !self.keeps(*layer)) {
            self.store.remove(layer)?;
        }
        Ok(())
    }

    /// The layers that a batch needs: those its turns lead to, but none of its own.
    pub(crate) fn leads_to(&self, batch: Batch) -> Vec<Layer> {
        let (own, laws) = (batch.layers(), &self.store.index.laws);
        let followers = own.iter().flat_map(|layer| layer.followers(laws));
        let mut layers: Vec<Layer> = followers.map(|follower| follower.layer).collect();
        layers.retain(|layer| !own.contains(layer));
        layers.sort_unstable_by_key(|layer| layer.text(self.store.rules()));
        layers.dedup();
        layers
    }
}
