use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::game_id::GameId;
use crate::owner::Network;

/// Games that wait for somebody, by the network they were made from. It counts from the start of the
/// server on: what waited before is bounded by person.
#[derive(Debug, Default)]
pub(crate) struct Openings {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    games: HashMap<GameId, Network>,
    counts: HashMap<Network, usize>,
}

/// Games that may wait from one network: some for everybody in several classes.
pub(super) const MOST: usize = 400;

impl Openings {
    /// Whether one more may wait from this network.
    pub(crate) fn has_room(&self, network: Network) -> bool {
        self.with(|state| state.counts.get(&network).is_none_or(|count| *count < MOST))
    }

    /// A game waits.
    pub(crate) fn add(&self, game: GameId, network: Network) {
        self.with(|state| {
            if state.games.insert(game, network).is_none() {
                *state.counts.entry(network).or_default() += 1;
            }
        });
    }

    /// It waits no more.
    pub(crate) fn remove(&self, game: GameId) {
        self.with(|state| {
            let Some(network) = state.games.remove(&game) else {
                return;
            };
            if let Some(count) = state.counts.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    state.counts.remove(&network);
                }
            }
        });
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_full_until_one_of_its_games_is_joined() {
        let openings = Openings::default();
        let network = |text: &str| Network::of(text.parse().unwrap());
        let (one, other) = (network("192.0.2.1"), network("192.0.2.2"));
        let games: Vec<GameId> = (0..MOST).map(|_| GameId::random()).collect();
        for game in &games {
            assert!(openings.has_room(one));
            openings.add(*game, one);
            openings.add(*game, one);
        }
        assert!(!openings.has_room(one));
        assert!(openings.has_room(other));
        openings.remove(games[0]);
        openings.remove(games[0]);
        assert!(openings.has_room(one));
        games.iter().for_each(|game| openings.remove(*game));
        assert!(openings.with(|state| state.counts.is_empty() && state.games.is_empty()));
    }
}
