use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use crate::seat::PersonId;

/// Who does not want to meet whom, in memory: it is asked for each challenge that is shown. The
/// store has it too.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pairs: Mutex<HashSet<Pair>>,
}

/// Somebody who has blocked somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pair {
    pub(crate) person: PersonId,
    pub(crate) blocked: PersonId,
}

impl Blocks {
    pub(crate) fn add(&self, pairs: impl IntoIterator<Item = Pair>) {
        self.with(|all| all.extend(pairs));
    }

    /// These and no others.
    pub(crate) fn replace(&self, pairs: impl IntoIterator<Item = Pair>) {
        let new = pairs.into_iter().collect();
        self.with(|all| *all = new);
    }

    pub(crate) fn remove(&self, pair: Pair) {
        self.with(|all| all.remove(&pair));
    }

    /// Nobody has blocked a person who is forgotten, nor they anybody.
    pub(crate) fn forget(&self, person: PersonId) {
        self.with(|all| all.retain(|pair| pair.person != person && pair.blocked != person));
    }

    /// Whether a person has blocked another.
    pub(crate) fn has(&self, person: PersonId, blocked: PersonId) -> bool {
        self.with(|all| all.contains(&Pair { person, blocked }))
    }

    /// Whether two people are not to meet, whoever of them wishes it.
    pub(crate) fn part(&self, one: PersonId, other: PersonId) -> bool {
        self.has(one, other) || self.has(other, one)
    }

    /// Whether a person meets everybody.
    pub(crate) fn leave_alone(&self, person: PersonId) -> bool {
        let about = |pair: &Pair| pair.person == person || pair.blocked == person;
        self.with(|all| !all.iter().any(about))
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashSet<Pair>) -> T) -> T {
        let mut pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut pairs)
    }
}
