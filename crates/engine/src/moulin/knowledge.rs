use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Game, Side};
use moulin::{Flights, Moulin, Position, Rules};
use tables::{Endings, Exact, FileFault, Openings, Stones, Store, Wdl};

use super::probe::{Ending, Probe};
use super::sheet;
use crate::Stop;

/// What is known by heart under one rule set: the endings with fewest stones, solved when they are
/// first needed, the openings that the program carries, and the table files that are there.
pub struct Knowledge {
    moulin: Moulin,
    endings: Endings,
    store: Store,
    /// What files there are beside what the program carries.
    tables: Option<Tables>,
    /// What is wrong with files that were found damaged, one fault per file.
    damaged: Mutex<Vec<FileFault>>,
    is_on_a_sheet: bool,
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
    Wdl,
    /// Of every position that and how long it takes.
    Values,
}

impl Tables {
    /// Those that are there, if any.
    fn of(store: &Store) -> Option<Tables> {
        let stones = store.most_stones().unwrap_or_default();
        let extent = if store.is_complete() {
            Extent::Values
        } else if store.knows_all_wdl() {
            Extent::Wdl
        } else {
            Extent::Part
        };
        let there = stones > 0 || extent != Extent::Part;
        there.then_some(Tables { stones, extent })
    }
}

impl Knowledge {
    /// With the tables below a folder that holds those of all rules, if there are any. Rules on no sheet
    /// have so many bytes for the values of their endings.
    pub(super) fn new(rules: Rules, tables: Option<&Path>, most: usize) -> Knowledge {
        let is_on_a_sheet = moulin::SHEETS.iter().any(|(_, known)| *known == rules);
        let store = sheet::store(rules, tables);
        let tables = tables.and_then(|_| Tables::of(&store));
        Knowledge {
            moulin: Moulin::new(rules),
            endings: if is_on_a_sheet {
                Endings::new(rules)
            } else {
                Endings::within(rules, most)
            },
            store,
            tables,
            damaged: Mutex::default(),
            is_on_a_sheet,
        }
    }

    /// Whether every answer comes at once. Before, the first that needs the endings waits until they are
    /// solved, a second or two, and cannot be stopped: see [`prepare`](Knowledge::prepare).
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.endings.are_solved()
    }

    /// Waits until the endings are solved, in the time of whoever asks: while it is not their turn
    /// nothing is done for them. Whether they are, or it was told to stop.
    pub fn prepare(&self, stop: &Stop) -> bool {
        self.endings.solve(&|| stop.is_due()).is_some()
    }

    /// Has the endings solved in a thread of their own, where they are of use to everybody: under rules
    /// that are printed on a sheet.
    pub fn prepare_for_all(&self) {
        if self.is_on_a_sheet {
            self.endings.solve_for_all();
        }
    }

    /// Whether the rules are printed on a sheet.
    #[must_use]
    pub fn is_on_a_sheet(&self) -> bool {
        self.is_on_a_sheet
    }

    /// The memory it takes by now, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.endings.bytes() + self.store.memory()
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.moulin.rules()
    }

    /// How much is known for certain: what damaged files hold is not.
    #[must_use]
    pub fn extent(&self) -> Extent {
        if self.faults().is_empty() {
            self.there()
        } else {
            Extent::Part
        }
    }

    /// What is wrong with table files that were found damaged so far, one fault per file. All other files
    /// are asked as before.
    #[must_use]
    pub fn damaged(&self) -> Vec<FileFault> {
        self.faults().clone()
    }

    fn faults(&self) -> MutexGuard<'_, Vec<FileFault>> {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How much the files tell that are there, damaged or not.
    fn there(&self) -> Extent {
        let tables = self.tables.as_ref();
        tables.map_or(Extent::Part, |tables| tables.extent)
    }

    /// What a file says; which files are damaged is remembered.
    fn remembered<T>(&self, told: Result<T, FileFault>) -> Result<T, FileFault> {
        told.inspect_err(|fault| {
            let mut faults = self.faults();
            if faults.iter().all(|known| known.path != fault.path) {
                faults.push(fault.clone());
            }
        })
    }
}

impl Probe for Knowledge {
    fn most_stones(&self) -> u32 {
        let tables = self.tables.as_ref().map_or(0, |tables| tables.stones);
        tables.max(Endings::STONES).into()
    }

    fn probe(&self, ending: &Ending) -> Result<Option<Exact>, FileFault> {
        let stones = Stones {
            mover: ending.mine,
            other: ending.theirs,
        };
        let sides = Side::BOTH.into_iter();
        let used = sides.filter(|side| ending.flights >> side.index() & 1 == 0);
        let flights = used.fold(Flights::BOTH, Flights::without);
        if let Some(exact) = self.endings.look(stones, flights) {
            return Ok(Some(exact));
        }
        if self.tables.is_none() {
            return Ok(None);
        }
        let layer = stones.layer(flights);
        self.remembered(self.store.look(stones, layer))
    }

    fn position(&self, position: &Position) -> Result<Option<Exact>, FileFault> {
        if self.moulin.outcome(position).is_some() {
            return Ok(Some(Exact::Loss(0)));
        }
        if let Some(exact) = self.endings.probe(position) {
            return Ok(Some(exact));
        }
        let Some(tables) = &self.tables else {
            return Ok(None);
        };
        let store = &self.store;
        self.remembered(match tables.extent {
            Extent::Values => store.probe(position),
            // To search for what is not there takes long and finds nothing.
            Extent::Part | Extent::Wdl => {
                let (stones, layer) = Stones::of(position);
                store.look(stones, layer)
            }
        })
    }

    fn wdl(&self, position: &Position) -> Result<Option<Wdl>, FileFault> {
        let (_, layer) = Stones::of(position);
        if self.there() == Extent::Part && !Openings::reach(layer) {
            return Ok(None);
        }
        self.remembered(self.store.wdl(position))
    }
}
