use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Mutex, PoisonError};

use crate::owner::{Network, Owner};
use crate::seat::PersonId;

/// Where people were last seen, to share among networks what is done for them while they wait.
#[derive(Debug, Default)]
pub(crate) struct Whereabouts {
    seen: Mutex<Seen>,
}

/// In two parts of which the older is forgotten when the newer is full.
#[derive(Debug, Default)]
struct Seen {
    newer: HashMap<PersonId, Network>,
    older: HashMap<PersonId, Network>,
}

/// People in each part.
const MOST: usize = 20_000;

impl Whereabouts {
    /// Somebody asks for something from an address.
    pub(crate) fn saw(&self, person: PersonId, address: IpAddr) {
        // Each entry stands for itself, whoever panicked.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.newer.len() >= MOST {
            seen.older = std::mem::take(&mut seen.newer);
        }
        seen.newer.insert(person, Network::of(address));
    }

    /// Whose work it is what is done for somebody. Those who were not seen share one network.
    pub(crate) fn owner(&self, person: Option<PersonId>) -> Owner {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let known = person.and_then(|person| {
            let newer = seen.newer.get(&person);
            newer.or_else(|| seen.older.get(&person)).copied()
        });
        Owner {
            network: known.unwrap_or(Network::of(Ipv4Addr::UNSPECIFIED.into())),
            person,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_is_where_they_were_last_seen_and_few_are_remembered() {
        let whereabouts = Whereabouts::default();
        let address = |last| IpAddr::from([192, 0, 2, last]);
        whereabouts.saw(PersonId(1), address(1));
        whereabouts.saw(PersonId(1), address(2));
        let network = |person| whereabouts.owner(Some(PersonId(person))).network;
        assert_eq!(network(1), Network::of(address(2)));
        assert_eq!(network(2), Network::of(Ipv4Addr::UNSPECIFIED.into()));
        for person in 0..100_000 {
            whereabouts.saw(PersonId(person), address(3));
        }
        let seen = whereabouts.seen.lock().unwrap();
        assert!(seen.newer.len() + seen.older.len() <= 2 * MOST);
    }
}
