use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::limits::TooSoon;
use crate::owner::Network;

/// Bytes made for the people of one address that they have not read yet. A class that opens forty
/// long games at once has a tenth of it.
const OF_AN_ADDRESS: usize = 8 << 20;

/// The same for everybody.
const OF_ALL: usize = 64 << 20;

/// What an address may always have on its way, however much others leave unread: whoever reads what
/// he asks for is never refused for those who do not. An attacker pays for it with as many
/// addresses.
const ALWAYS: usize = 256 << 10;

/// How long to wait until something may have been read.
const WAIT: Duration = Duration::from_secs(2);

/// What was made and is not read yet: answers that are being sent, messages that wait.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    all: AtomicUsize,
    by_address: Mutex<HashMap<Network, Arc<Hold>>>,
}

/// What the people of one address have not read.
#[derive(Debug, Default)]
struct Hold {
    bytes: AtomicUsize,
}

/// The part of it that belongs to one address. Whoever holds it may add and take away.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    flight: Arc<Flight>,
    hold: Arc<Hold>,
}

/// Bytes on their way; they have arrived, or never will, when this goes.
#[derive(Debug)]
pub(crate) struct Aboard {
    account: Account,
    bytes: usize,
}

/// Addresses before those are forgotten that have nothing on its way.
const MANY: usize = 1000;

impl Flight {
    /// Bytes that nobody has read yet.
    pub(crate) fn bytes(&self) -> usize {
        self.all.load(Ordering::Relaxed)
    }

    /// What belongs to an address.
    pub(crate) fn account(self: &Arc<Flight>, network: Network) -> Account {
        let mut accounts = self
            .by_address
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if accounts.len() >= MANY && !accounts.contains_key(&network) {
            accounts.retain(|_, hold| Arc::strong_count(hold) > 1);
        }
        Account {
            flight: Arc::clone(self),
            hold: Arc::clone(accounts.entry(network).or_default()),
        }
    }
}

impl Account {
    /// One that is nobody's, for tests.
    #[cfg(test)]
    pub(crate) fn of_nobody() -> Account {
        let nobody = std::net::Ipv4Addr::UNSPECIFIED.into();
        let flight: Arc<Flight> = Arc::default();
        flight.account(Network::of(nobody))
    }

    /// Refuses to make more where too much waits to be read.
    pub(crate) fn check(&self) -> Result<(), TooSoon> {
        let own = self.hold.bytes.load(Ordering::Relaxed);
        let all = self.flight.all.load(Ordering::Relaxed);
        if own >= OF_AN_ADDRESS || (all >= OF_ALL && own >= ALWAYS) {
            return Err(TooSoon { wait: WAIT });
        }
        Ok(())
    }

    /// So many bytes are on their way from now on.
    pub(crate) fn board(&self, bytes: usize) -> Aboard {
        self.hold.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.flight.all.fetch_add(bytes, Ordering::Relaxed);
        Aboard {
            account: self.clone(),
            bytes,
        }
    }
}

impl Drop for Aboard {
    fn drop(&mut self) {
        let Aboard { account, bytes } = self;
        account.hold.bytes.fetch_sub(*bytes, Ordering::Relaxed);
        account.flight.all.fetch_sub(*bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        Network::of(text.parse().unwrap())
    }

    #[test]
    fn an_address_that_reads_nothing_is_refused_and_others_are_not() {
        let flight: Arc<Flight> = Arc::default();
        let greedy = flight.account(network("192.0.2.1"));
        let other = flight.account(network("192.0.2.2"));
        let mut aboard = Vec::new();
        while greedy.check().is_ok() {
            aboard.push(greedy.board(64 << 10));
        }
        assert_eq!(aboard.len() * (64 << 10), OF_AN_ADDRESS);
        let again = flight.account(network("192.0.2.1"));
        assert_eq!(again.check(), Err(TooSoon { wait: WAIT }));
        assert_eq!(other.check(), Ok(()));
        aboard.pop();
        assert_eq!(again.check(), Ok(()));
    }

    #[test]
    fn many_addresses_together_are_refused_as_well_and_all_is_given_back() {
        let flight: Arc<Flight> = Arc::default();
        let mut aboard = Vec::new();
        for number in 0..100 {
            let account = flight.account(network(&format!("192.0.2.{number}")));
            aboard.push(account.board(ALWAYS));
            while account.check().is_ok() {
                aboard.push(account.board(ALWAYS));
            }
        }
        assert!(flight.bytes() <= OF_ALL + 100 * ALWAYS);
        let reader = flight.account(network("198.51.100.1"));
        assert_eq!(reader.check(), Ok(()), "who reads is not refused");
        drop(aboard);
        assert_eq!(flight.all.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn addresses_with_nothing_on_its_way_are_forgotten() {
        let flight: Arc<Flight> = Arc::default();
        let kept = flight.account(network("2001:db8::1")).board(1);
        for number in 0..3 * MANY {
            flight.account(network(&format!("10.0.{}.{}", number / 250, number % 250)));
        }
        assert!(flight.by_address.lock().unwrap().len() <= MANY);
        let own = flight.account(network("2001:db8::1"));
        assert_eq!(own.hold.bytes.load(Ordering::Relaxed), 1);
        drop(kept);
    }
}
