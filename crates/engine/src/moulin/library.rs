use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use moulin::Rules;

use super::knowledge::Knowledge;
use crate::ByHeart;

/// What is known by heart about the mill family, for each rule set that was asked about of late. Clones
/// share it.
///
/// Rule sets with a sheet stay. There are only some of them; of all others together no more is kept than
/// a limit allows, and what was not asked about for longest is forgotten.
#[derive(Clone, Default)]
pub struct Library {
    /// Where the tables of all rules are.
    tables: Option<PathBuf>,
    by_heart: ByHeart,
    /// Those last asked about at the end.
    known: Arc<Mutex<Vec<Arc<Knowledge>>>>,
}

impl Library {
    /// With the tables below a folder, as far as they are there.
    #[must_use]
    pub fn with_tables(folder: PathBuf) -> Library {
        Library::new(Some(folder), ByHeart::default())
    }

    /// With the tables below a folder, if there is one, and so much kept in memory.
    #[must_use]
    pub fn new(tables: Option<PathBuf>, by_heart: ByHeart) -> Library {
        Library {
            tables,
            by_heart,
            known: Arc::default(),
        }
    }

    /// What is known about these rules. To be asked anew for each search: what nobody holds can be
    /// forgotten.
    #[must_use]
    pub fn of(&self, rules: &Rules) -> Arc<Knowledge> {
        // What is known stays valid whoever panicked while looking it up.
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = match all.iter().position(|known| known.rules() == rules) {
            Some(index) => all.remove(index),
            None => {
                let tables = self.tables.as_deref();
                Arc::new(Knowledge::new(*rules, tables, self.by_heart.each))
            }
        };
        all.push(Arc::clone(&known));
        let forgotten = self.forget(&mut all);
        drop(all);
        // Not while others wait for the lock: it is large.
        drop(forgotten);
        known
    }

    /// The bytes of memory that are taken by what is known under rules that are on no sheet.
    #[must_use]
    pub fn memory(&self) -> usize {
        let all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let odd = all.iter().filter(|known| !known.is_on_a_sheet());
        odd.map(|known| known.memory()).sum()
    }

    /// Takes out what was not asked about for longest, until the rest fits.
    fn forget(&self, all: &mut Vec<Arc<Knowledge>>) -> Vec<Arc<Knowledge>> {
        let mut room = self.by_heart.all;
        let last = all.len().saturating_sub(1);
        let mut forgotten = Vec::new();
        for index in (0..all.len()).rev() {
            let known = &all[index];
            if known.is_on_a_sheet() {
                continue;
            }
            let memory = known.memory();
            match room.checked_sub(memory) {
                Some(left) => room = left,
                // Somebody is about to use the last.
                None if index == last => room = 0,
                None => {
                    room = 0;
                    forgotten.push(all.remove(index));
                }
            }
        }
        forgotten
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("tables", &self.tables)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use moulin::{CLASSIQUE, Double, ENVOL, Flight, Stuck};

    use super::*;
    use crate::Stop;

    #[test]
    fn what_is_known_under_odd_rules_has_a_size_and_sheets_stay() {
        let by_heart = ByHeart {
            each: 1 << 20,
            all: 4 << 20,
        };
        let library = Library::new(None, by_heart);
        let sheet = library.of(&CLASSIQUE);
        let odd = |at| Rules {
            flight: Flight::At(at),
            double: Double::Two,
            ..CLASSIQUE
        };
        for at in 3..=9 {
            let known = library.of(&odd(at));
            assert!(known.prepare(&Stop::never()));
            assert!(known.memory() > 1 << 19, "{}", known.memory());
            assert!(library.memory() <= by_heart.all + by_heart.each);
        }
        let last = library.of(&odd(9));
        assert!(last.is_ready(), "what was used last is remembered");
        assert!(!library.of(&odd(3)).is_ready(), "what was not is forgotten");
        assert!(Arc::ptr_eq(&sheet, &library.of(&CLASSIQUE)));
        let mut sheets = moulin::SHEETS.iter();
        assert!(sheets.all(|(_, rules)| library.of(rules).is_on_a_sheet()));
        let odd = Rules {
            stuck: Stuck::Pass,
            ..ENVOL
        };
        assert!(!library.of(&odd).is_on_a_sheet());
    }
}
