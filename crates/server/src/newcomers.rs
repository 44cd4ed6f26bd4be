use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use crate::owner::Network;
use crate::seat::PersonId;

/// The latest guests of each network, to let the oldest idle ones go when there are too many. It is
/// kept in memory only: nothing that is stored says where somebody came from.
#[derive(Debug, Default)]
pub(crate) struct Newcomers {
    networks: Mutex<HashMap<Network, VecDeque<PersonId>>>,
}

/// Guests who came from one network and may be idle at the same time: several schools of them.
const MOST: usize = 1000;

/// How many are looked at when one comes that is too many.
const LOOKED_AT: usize = 8;

/// Networks that are remembered. Beyond them those with the fewest guests are forgotten, whose guests
/// are then kept as long as any.
const NETWORKS: usize = 10_000;

impl Newcomers {
    /// A guest has come. Returns those who came before them and may go unless they play or are here.
    pub(crate) fn add(&self, network: Network, guest: PersonId) -> Vec<PersonId> {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        if networks.len() >= NETWORKS && !networks.contains_key(&network) {
            let fewest = networks.values().map(VecDeque::len).min().unwrap_or(0);
            networks.retain(|_, guests| guests.len() > fewest);
        }
        let guests = networks.entry(network).or_default();
        guests.push_back(guest);
        let excess = guests.len().saturating_sub(MOST).min(LOOKED_AT);
        guests.drain(..excess).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(number: u32) -> Network {
        Network::of(std::net::Ipv4Addr::from(number).into())
    }

    #[test]
    fn of_a_flood_the_oldest_go_and_nobody_else() {
        let newcomers = Newcomers::default();
        for class in 0..40 {
            assert_eq!(newcomers.add(network(1), PersonId(class)), []);
        }
        for guest in 0..MOST as i64 {
            assert_eq!(newcomers.add(network(2), PersonId(100 + guest)), []);
        }
        for guest in 0..500 {
            let gone = newcomers.add(network(2), PersonId(10_000 + guest));
            assert_eq!(gone, [PersonId(100 + guest)]);
        }
    }

    #[test]
    fn it_remembers_no_more_than_it_has_room_for() {
        let newcomers = Newcomers::default();
        for guest in 0..50 {
            newcomers.add(network(0), PersonId(guest));
        }
        for number in 1..30_000 {
            newcomers.add(network(number), PersonId(i64::from(number)));
        }
        let networks = newcomers.networks.lock().unwrap();
        assert!(networks.len() <= NETWORKS);
        assert_eq!(networks[&network(0)].len(), 50, "a flood is not forgotten");
    }
}
