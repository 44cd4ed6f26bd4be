use std::path::Path;
use std::sync::OnceLock;

use game::{Game, Side};
use moulin::{Flights, Moulin, Position, Rules};
use tables::{Endings, Exact, FileFault, Openings, Stones, Store, Wdl};

use super::probe::{Ending, Probe};

/// What is known by heart under one rule set: the endings with fewest stones, solved when they are
/// first needed, the openings that the program carries, and the table files that are there.
pub struct Knowledge {
    moulin: Moulin,
    endings: Endings,
    store: Store,
    /// What files there are beside what the program carries.
    tables: Option<Tables>,
    /// What was wrong with a file. Nothing is asked of the files from then on.
    fault: OnceLock<FileFault>,
}

struct Tables {
    /// The most stones of the moving phase, of both players, of which some layer is there.
    stones: u8,
    extent: Extent,
}

/// How much table files tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Something of some positions, or nothing.
    Part,
    /// Of every position whether it is won, drawn or lost.
    Fates,
    /// Of every position that and how long it takes.
    Values,
}

impl Tables {
    /// Those that are there, if any.
    fn of(store: &Store) -> Option<Tables> {
        let stones = store.most_stones().unwrap_or_default();
        let extent = if store.is_complete() {
            Extent::Values
        } else if store.knows_all_fates() {
            Extent::Fates
        } else {
            Extent::Part
        };
        let there = stones > 0 || extent != Extent::Part;
        there.then_some(Tables { stones, extent })
    }
}

impl Knowledge {
    /// With the tables below a folder that holds those of all rules, if there are any.
    pub(super) fn new(rules: Rules, tables: Option<&Path>) -> Knowledge {
        let store = match tables {
            Some(folder) => Store::new(rules, folder),
            None => Store::carried(rules),
        };
        let tables = tables.and_then(|_| Tables::of(&store));
        Knowledge {
            moulin: Moulin::new(rules),
            endings: Endings::new(rules),
            store,
            tables,
            fault: OnceLock::new(),
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.moulin.rules()
    }

    /// How much is known.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.tables().map_or(Extent::Part, |tables| tables.extent)
    }

    /// What was wrong with a table file, so that none is asked any more.
    #[must_use]
    pub fn fault(&self) -> Option<&FileFault> {
        self.fault.get()
    }

    fn tables(&self) -> Option<&Tables> {
        self.tables.as_ref().filter(|_| self.fault.get().is_none())
    }

    /// What a file says; a fault is kept and silences all files.
    fn told<T>(&self, told: Result<Option<T>, FileFault>) -> Option<T> {
        told.unwrap_or_else(|fault| {
            self.fault.get_or_init(|| fault);
            None
        })
    }
}

impl Probe for Knowledge {
    fn most_stones(&self) -> u32 {
        let tables = self.tables().map_or(0, |tables| tables.stones);
        tables.max(Endings::STONES).into()
    }

    fn probe(&self, ending: &Ending) -> Option<Exact> {
        let stones = Stones {
            mover: ending.mine,
            other: ending.theirs,
        };
        let sides = Side::BOTH.into_iter();
        let used = sides.filter(|side| ending.flights >> side.index() & 1 == 0);
        let flights = used.fold(Flights::BOTH, Flights::without);
        if let Some(exact) = self.endings.look(stones, flights) {
            return Some(exact);
        }
        let layer = stones.layer(flights);
        self.tables()?;
        self.told(self.store.look(stones, layer))
    }

    fn position(&self, position: &Position) -> Option<Exact> {
        if self.moulin.outcome(position).is_some() {
            return Some(Exact::Loss(0));
        }
        if let Some(exact) = self.endings.probe(position) {
            return Some(exact);
        }
        let store = &self.store;
        self.told(match self.tables()?.extent {
            Extent::Values => store.probe(position),
            // To search for what is not there takes long and finds nothing.
            Extent::Part | Extent::Fates => {
                let (stones, layer) = Stones::of(position);
                store.look(stones, layer)
            }
        })
    }

    fn fate(&self, position: &Position) -> Option<Wdl> {
        let (_, layer) = Stones::of(position);
        let known = self.extent() != Extent::Part || Openings::reach(layer);
        let silent = self.fault.get().is_some();
        (known && !silent).then(|| self.told(self.store.fate(position)))?
    }
}
