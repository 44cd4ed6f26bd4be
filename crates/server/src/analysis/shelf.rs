use std::sync::{Mutex, MutexGuard};

use engine::Resources;
use play::Setup;
use play::analysis::Analyst;

/// Analysts that nobody asks at the moment, with what they remember: to make one takes time, and one that
/// has seen a game goes on with it sooner.
pub(super) struct Shelf {
    resources: Resources,
    /// With the setups they are for, the last used at the end.
    idle: Mutex<Vec<(String, Analyst)>>,
}

/// Analysts that are kept.
const KEPT: usize = 4;

/// Bytes of memory of each.
const MEMORY: usize = 16 << 20;

impl Shelf {
    /// With what all analysts share.
    pub(super) fn new(resources: &Resources) -> Shelf {
        Shelf {
            resources: Resources {
                memory: MEMORY,
                threads: 1,
                ..resources.clone()
            },
            idle: Mutex::default(),
        }
    }

    /// One who judges this setup.
    pub(super) fn take(&self, setup: &Setup) -> Analyst {
        let name = setup.to_string();
        let mut idle = self.idle();
        if let Some(index) = idle.iter().rposition(|(known, _)| *known == name) {
            return idle.remove(index).1;
        }
        drop(idle);
        Analyst::new(setup, &self.resources)
    }

    /// Puts one back.
    pub(super) fn put(&self, setup: &Setup, analyst: Analyst) {
        let mut idle = self.idle();
        idle.push((setup.to_string(), analyst));
        if idle.len() > KEPT {
            idle.remove(0);
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(String, Analyst)>> {
        self.idle
            .lock()
            .expect("nothing panics while it holds the lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Families;

    #[test]
    fn the_least_recently_used_analyst_is_dropped() {
        let shelf = Shelf::new(&Resources::new(0));
        let families = Families::standard();
        let setups = ["sets=2", "sets=3", "opening=edge", "opening=anywhere"];
        let setups = setups.map(|rest| families.setup(&format!("mijnlieff:{rest}")).unwrap());
        for setup in &setups {
            shelf.put(setup, shelf.take(setup));
        }
        let first = shelf.take(&setups[0]);
        shelf.put(&setups[0], first);
        let other = families.setup("moulin:classique").unwrap();
        shelf.put(&other, shelf.take(&other));
        let kept: Vec<String> = shelf.idle().iter().map(|(name, _)| name.clone()).collect();
        let expected = [&setups[2], &setups[3], &setups[0], &other].map(|setup| setup.to_string());
        assert_eq!(kept, expected);
    }
}
