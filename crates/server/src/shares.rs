use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use crate::owner::{Network, Owner};
use crate::seat::PersonId;

/// How much of something scarce each owner has had lately. Whoever had least goes first: among
/// networks, then inside a network among its people. So who asks for little hardly waits,
/// whatever others ask for, and all who ask for more than there is get the same.
#[derive(Debug, Default)]
pub(crate) struct Shares {
    networks: Account<Network>,
    people: HashMap<Network, Account<Option<PersonId>>>,
}

/// Who goes before whom: the less had, the sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Had {
    pub(crate) network: Duration,
    pub(crate) person: Duration,
}

/// What each of many has had, counted from what the one who goes first has had.
#[derive(Debug)]
pub(crate) struct Account<K> {
    had: HashMap<K, Duration>,
    /// What the last one who went first had had before: virtual time.
    now: Duration,
    /// How far behind the others one who was away may be: so much work goes first before others have
    /// their share again.
    credit: Duration,
}

/// The credit where nothing else is said: about the longest thought of the computer.
const CREDIT: Duration = Duration::from_secs(1);

/// Keys that are remembered.
const MANY: usize = 4096;

impl Shares {
    /// Among networks whose newcomers are only so far behind. Where little is to be shared, the credit of
    /// a few newcomers is long for all others.
    pub(crate) fn crediting(credit: Duration) -> Shares {
        Shares {
            networks: Account::crediting(credit),
            people: HashMap::new(),
        }
    }

    /// What an owner has had.
    pub(crate) fn had(&self, owner: Owner) -> Had {
        let person = self.people.get(&owner.network);
        Had {
            network: self.networks.had(owner.network),
            person: person.map_or(Duration::ZERO, |account| account.had(owner.person)),
        }
    }

    /// An owner goes first.
    pub(crate) fn serve(&mut self, owner: Owner) {
        self.networks.serve(owner.network);
        if let Some(account) = self.people.get_mut(&owner.network) {
            account.serve(owner.person);
        }
    }

    /// An owner has had so much more.
    pub(crate) fn charge(&mut self, owner: Owner, amount: Duration) {
        self.networks.charge(owner.network, amount);
        let people = self.people.entry(owner.network).or_default();
        people.charge(owner.person, amount);
        if self.people.len() > self.networks.had.len() {
            let networks = &self.networks.had;
            self.people
                .retain(|network, _| networks.contains_key(network));
        }
    }
}

impl<K> Default for Account<K> {
    fn default() -> Account<K> {
        Account::crediting(CREDIT)
    }
}

impl<K> Account<K> {
    fn crediting(credit: Duration) -> Account<K> {
        Account {
            had: HashMap::new(),
            // So that there is something to be behind.
            now: credit,
            credit,
        }
    }
}

impl<K: Copy + Eq + Hash> Account<K> {
    fn least(&self) -> Duration {
        self.now.saturating_sub(self.credit)
    }

    pub(crate) fn had(&self, key: K) -> Duration {
        let had = self.had.get(&key).copied().unwrap_or_default();
        had.max(self.least())
    }

    /// One goes first.
    pub(crate) fn serve(&mut self, key: K) {
        self.now = self.now.max(self.had(key));
    }

    /// One has had so much more.
    pub(crate) fn charge(&mut self, key: K, amount: Duration) {
        let had = self.had(key) + amount;
        self.had.insert(key, had);
        if self.had.len() > MANY {
            self.forget();
        }
    }

    /// Forgets those who are so far behind that it makes no difference, and at least the half that is
    /// furthest behind.
    fn forget(&mut self) {
        let mut all: Vec<Duration> = self.had.values().copied().collect();
        let (_, middle, _) = all.select_nth_unstable(MANY / 2);
        self.now = self.now.max(*middle + self.credit);
        let least = self.least();
        self.had.retain(|_, had| *had > least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(network: u8, person: i64) -> Owner {
        Owner::of(Some(PersonId(person)), [192, 0, 2, network].into())
    }

    const STEP: Duration = Duration::from_millis(20);

    /// Who gets how many of so many steps, when all want all they can get.
    fn share(shares: &mut Shares, owners: &[Owner], steps: usize) -> Vec<usize> {
        let mut got = vec![0; owners.len()];
        for _ in 0..steps {
            let first = (0..owners.len()).min_by_key(|index| shares.had(owners[*index]));
            let first = first.unwrap();
            shares.serve(owners[first]);
            shares.charge(owners[first], STEP);
            got[first] += 1;
        }
        got
    }

    #[test]
    fn a_network_with_many_people_has_the_share_of_a_network() {
        let crowd: Vec<Owner> = (0..9).map(|person| owner(1, person)).collect();
        let all = [crowd.as_slice(), &[owner(2, 100)]].concat();
        let got = share(&mut Shares::default(), &all, 1800);
        assert_eq!(got[9], 900, "{got:?}");
        assert_eq!(got[..9], [100; 9], "{got:?}");
    }

    #[test]
    fn who_asks_for_little_goes_first_and_cannot_save_up() {
        let mut shares = Shares::default();
        let busy = [owner(1, 1), owner(2, 2)];
        share(&mut shares, &busy, 1000);
        let all = [owner(1, 1), owner(2, 2), owner(3, 3)];
        let credit = (CREDIT.as_millis() / STEP.as_millis()) as usize;
        assert_eq!(share(&mut shares, &all, credit), [0, 0, credit]);
        let later = share(&mut shares, &all, 300);
        assert!(
            later.iter().all(|got| (99..=101).contains(got)),
            "{later:?}"
        );
    }

    #[test]
    fn however_many_come_few_are_remembered() {
        let mut shares = Shares::default();
        for number in 0..50_000u32 {
            let address = std::net::Ipv4Addr::from(number).into();
            let owner = Owner::of(Some(PersonId(number.into())), address);
            shares.serve(owner);
            shares.charge(owner, STEP);
        }
        assert!(shares.networks.had.len() <= MANY);
        assert!(shares.people.len() <= MANY + 1);
    }
}
