use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::Resources;
use play::Setup;
use play::analysis::Analyst;

/// Analysts that nobody asks at the moment, with what they remember: to make one takes time, and one that
/// has seen a game goes on with it sooner. There are never more of them, busy or not, than desks: what is
/// remembered has a size.
pub(super) struct Shelf {
    resources: Resources,
    most: usize,
    analysts: Mutex<State>,
}

#[derive(Default)]
struct State {
    busy: usize,
    /// With the setups they are for, the last used at the end.
    idle: Vec<(String, Analyst)>,
}

/// Idle analysts that are kept.
const KEPT: usize = 4;

/// Bytes of memory of each.
const MEMORY: usize = 8 << 20;

impl Shelf {
    /// With what all analysts share, and at most so many of them.
    pub(super) fn new(resources: &Resources, most: usize) -> Shelf {
        Shelf {
            resources: Resources {
                memory: MEMORY,
                threads: 1,
                ..resources.clone()
            },
            most,
            analysts: Mutex::default(),
        }
    }

    /// One who judges this setup.
    pub(super) fn take(&self, setup: &Setup) -> Taken<'_> {
        let name = setup.to_string();
        let mut state = self.state();
        let State { busy, idle } = &mut *state;
        *busy += 1;
        let known = idle.iter().rposition(|(known, _)| *known == name);
        let known = known.map(|index| idle.remove(index).1);
        let over = (*busy + idle.len()).saturating_sub(self.most);
        let forgotten: Vec<_> = idle.drain(..over.min(idle.len())).collect();
        drop(state);
        // Not while others wait for the lock: it is large, and so is a new one.
        drop(forgotten);
        let analyst = known.unwrap_or_else(|| Analyst::new(setup, &self.resources));
        Taken {
            shelf: self,
            name,
            analyst,
            place: Place(self),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.analysts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An analyst who is busy.
pub(super) struct Taken<'a> {
    shelf: &'a Shelf,
    name: String,
    analyst: Analyst,
    place: Place<'a>,
}

impl Taken<'_> {
    /// Puts it back. One that is dropped is forgotten.
    pub(super) fn put_back(self) {
        let mut state = self.shelf.state();
        state.idle.push((self.name, self.analyst));
        let forgotten = (state.idle.len() > KEPT).then(|| state.idle.remove(0));
        drop(state);
        drop(forgotten);
        drop(self.place);
    }
}

impl Deref for Taken<'_> {
    type Target = Analyst;

    fn deref(&self) -> &Analyst {
        &self.analyst
    }
}

impl DerefMut for Taken<'_> {
    fn deref_mut(&mut self) -> &mut Analyst {
        &mut self.analyst
    }
}

/// The place of one who is busy.
struct Place<'a>(&'a Shelf);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Families;

    #[test]
    fn the_least_recently_used_analyst_is_forgotten() {
        let shelf = Shelf::new(&Resources::new(0), 5);
        let families = Families::standard();
        let setups = ["sets=2", "sets=3", "opening=edge", "opening=anywhere"];
        let setups = setups.map(|rest| families.setup(&format!("mijnlieff:{rest}")).unwrap());
        for setup in &setups {
            shelf.take(setup).put_back();
        }
        shelf.take(&setups[0]).put_back();
        let other = families.setup("moulin:classique").unwrap();
        shelf.take(&other).put_back();
        let kept = || {
            let state = shelf.state();
            let names = state.idle.iter().map(|(name, _)| name.clone());
            names.collect::<Vec<String>>()
        };
        let expected = [&setups[2], &setups[3], &setups[0], &other].map(|setup| setup.to_string());
        assert_eq!(kept(), expected);
        // Busy ones take the place of idle ones.
        let busy = [(); 3].map(|()| shelf.take(&setups[1]));
        assert_eq!(kept(), expected[2..]);
        drop(busy);
        assert_eq!(shelf.state().busy, 0);
    }
}
