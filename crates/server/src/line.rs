use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use crate::owner::{Network, Owner};
use crate::seat::PersonId;
use crate::shares::Shares;

/// Work that waits, to be begun by turns: whoever has had least lately goes first (see [`Shares`]).
#[derive(Debug)]
pub(crate) struct Line<T> {
    space: Space,
    shares: Shares,
    networks: HashMap<Network, Queue<T>>,
    waiting: usize,
    /// The number of the next to come.
    next: u64,
}

/// How much may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// Of one person.
    pub(crate) person: usize,
    /// Of all at one address.
    pub(crate) network: usize,
    /// Of everybody.
    pub(crate) all: usize,
}

/// There is no room for what came, or no more for this that waited.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoRoom<T>(pub(crate) T);

/// What waits for one network.
#[derive(Debug)]
struct Queue<T> {
    people: HashMap<Option<PersonId>, VecDeque<(u64, T)>>,
    waiting: usize,
}

impl<T> Line<T> {
    pub(crate) fn new(space: Space) -> Line<T> {
        Line {
            space,
            shares: Shares::default(),
            networks: HashMap::new(),
            waiting: 0,
            next: 0,
        }
    }

    /// Lets something wait; its number. Where everybody together has too much waiting, the last of
    /// the network that has most makes room, and is given back with the number: never what came from
    /// a network that has less.
    pub(crate) fn push(&mut self, owner: Owner, work: T) -> Result<(u64, Option<T>), NoRoom<T>> {
        let queue = self.networks.get(&owner.network);
        let in_network = queue.map_or(0, |queue| queue.waiting);
        let own = queue.and_then(|queue| queue.people.get(&owner.person));
        let own = own.map_or(0, VecDeque::len);
        // Nobody in particular is everybody at an address who is not known yet.
        let most = match owner.person {
            Some(_) => self.space.person,
            None => self.space.network,
        };
        if own >= most || in_network >= self.space.network {
            return Err(NoRoom(work));
        }
        let mut moved = None;
        if self.waiting >= self.space.all {
            let longest = self.networks.iter().max_by_key(|(_, queue)| queue.waiting);
            let longest = longest.filter(|(_, queue)| queue.waiting > in_network + 1);
            let Some(network) = longest.map(|(network, _)| *network) else {
                return Err(NoRoom(work));
            };
            moved = self.last_of(network);
        }
        let number = self.next;
        self.next += 1;
        self.waiting += 1;
        let queue = self.networks.entry(owner.network).or_default();
        queue.waiting += 1;
        let own = queue.people.entry(owner.person).or_default();
        own.push_back((number, work));
        Ok((number, moved))
    }

    /// What is next, and whose it is. What it costs is told by [`charge`](Line::charge).
    pub(crate) fn pop(&mut self) -> Option<(Owner, u64, T)> {
        self.pop_of(&|_| true)
    }

    /// What is next among some networks.
    pub(crate) fn pop_of(&mut self, may: &dyn Fn(Network) -> bool) -> Option<(Owner, u64, T)> {
        let shares = &self.shares;
        let had = |network: Network, person| shares.had(Owner { network, person });
        // Who had the same goes in the order they came.
        let networks = self.networks.iter().filter(|(network, _)| may(**network));
        let first = networks.flat_map(|(network, queue)| {
            let people = queue.people.iter();
            people.filter_map(|(person, own)| {
                let (number, _) = own.front()?;
                Some((had(*network, *person), *number, *network, *person))
            })
        });
        let (_, number, network, person) = first.min_by_key(|(had, number, ..)| (*had, *number))?;
        let owner = Owner { network, person };
        let work = self.take(owner, number)?;
        self.shares.serve(owner);
        Some((owner, number, work))
    }

    /// Takes something out that nobody waits for any more, if it is still there.
    pub(crate) fn take(&mut self, owner: Owner, number: u64) -> Option<T> {
        let queue = self.networks.get_mut(&owner.network)?;
        let own = queue.people.get_mut(&owner.person)?;
        let index = own.iter().position(|(other, _)| *other == number)?;
        let (_, work) = own.remove(index)?;
        if own.is_empty() {
            queue.people.remove(&owner.person);
        }
        queue.waiting -= 1;
        if queue.waiting == 0 {
            self.networks.remove(&owner.network);
        }
        self.waiting -= 1;
        Some(work)
    }

    /// All that waits.
    pub(crate) fn len(&self) -> usize {
        self.waiting
    }

    /// About how much goes before something that waits, as turns go round; nothing where it does not
    /// wait any more.
    pub(crate) fn ahead(&self, owner: Owner, number: u64) -> Option<usize> {
        let queue = self.networks.get(&owner.network)?;
        let own = queue.people.get(&owner.person)?;
        let index = own.iter().position(|(other, _)| *other == number)?;
        let had = self.shares.had(owner);
        // Others have a turn before each of those before it, and one more if they had less.
        let turns =
            |index: usize, waiting: usize, first: bool| waiting.min(index + usize::from(first));
        let others = queue
            .people
            .iter()
            .filter(|(person, _)| **person != owner.person);
        let inside = others.map(|(person, waits)| {
            let person = Owner {
                person: *person,
                ..owner
            };
            let first = self.shares.had(person).person <= had.person;
            turns(index, waits.len(), first)
        });
        let inside = index + inside.sum::<usize>();
        let others = self.networks.iter();
        let others = others.filter(|(network, _)| **network != owner.network);
        let outside = others.map(|(network, waits)| {
            let network = Owner {
                network: *network,
                person: None,
            };
            let first = self.shares.had(network).network <= had.network;
            turns(inside, waits.waiting, first)
        });
        Some(inside + outside.sum::<usize>())
    }

    /// An owner's work has cost so much.
    pub(crate) fn charge(&mut self, owner: Owner, cost: Duration) {
        self.shares.charge(owner, cost);
    }

    /// Takes the last out of the person in a network who has most waiting.
    fn last_of(&mut self, network: Network) -> Option<T> {
        let queue = self.networks.get(&network)?;
        let (person, own) = queue.people.iter().max_by_key(|(_, own)| own.len())?;
        let (person, (number, _)) = (*person, own.back()?);
        self.take(Owner { network, person }, *number)
    }
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue {
            people: HashMap::new(),
            waiting: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(network: u8, person: i64) -> Owner {
        Owner::of(Some(PersonId(person)), [192, 0, 2, network].into())
    }

    const SPACE: Space = Space {
        person: 3,
        network: 5,
        all: 8,
    };

    #[test]
    fn turns_go_round_among_networks_and_inside_them_among_people() {
        let mut line = Line::new(SPACE);
        for (network, person, name) in [
            (1, 1, "a1"),
            (1, 1, "a2"),
            (1, 1, "a3"),
            (1, 2, "b1"),
            (1, 2, "b2"),
            (2, 3, "c1"),
            (2, 3, "c2"),
        ] {
            line.push(owner(network, person), name).unwrap();
        }
        let mut order = Vec::new();
        while let Some((owner, _, name)) = line.pop() {
            line.charge(owner, Duration::from_millis(10));
            order.push(name);
        }
        assert_eq!(order, ["a1", "c1", "b1", "c2", "a2", "b2", "a3"]);
    }

    #[test]
    fn nobody_fills_the_line_for_others() {
        let mut line = Line::new(SPACE);
        for work in 0..3 {
            line.push(owner(1, 1), work).unwrap();
        }
        assert_eq!(line.push(owner(1, 1), 3), Err(NoRoom(3)));
        line.push(owner(1, 2), 4).unwrap();
        line.push(owner(1, 3), 5).unwrap();
        assert_eq!(line.push(owner(1, 4), 6), Err(NoRoom(6)));
        for work in 7..10 {
            line.push(owner(2, 5), work).unwrap();
        }
        // All is full: who has most makes room for who has less, not the other way round.
        let (_, moved) = line.push(owner(3, 6), 10).unwrap();
        assert_eq!(moved, Some(2));
        assert_eq!(line.push(owner(1, 7), 11), Err(NoRoom(11)));
    }

    #[test]
    fn who_waits_knows_how_many_go_before() {
        let mut line = Line::new(SPACE);
        let mut numbers = Vec::new();
        for (network, person) in [(1, 1), (1, 1), (1, 1), (1, 2), (2, 3)] {
            let (number, _) = line.push(owner(network, person), ()).unwrap();
            numbers.push((owner(network, person), number));
        }
        let (last, number) = numbers[2];
        assert_eq!(line.ahead(last, number), Some(4));
        let mut before = Vec::new();
        while let Some((owner, number, ())) = line.pop() {
            line.charge(owner, Duration::from_millis(10));
            before.push(number);
        }
        assert_eq!(before.last(), Some(&number));
        assert_eq!(line.ahead(last, number), None);
    }

    #[test]
    fn who_goes_away_leaves_nothing_behind() {
        let mut line = Line::new(SPACE);
        let (number, _) = line.push(owner(1, 1), "gone").unwrap();
        assert_eq!(line.take(owner(1, 1), number), Some("gone"));
        assert_eq!(line.take(owner(1, 1), number), None);
        assert!(line.pop().is_none() && line.networks.is_empty());
    }
}
