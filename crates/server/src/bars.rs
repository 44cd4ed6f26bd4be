use std::net::IpAddr;
use std::sync::{Mutex, PoisonError, RwLock};

use crate::admin::{Bar, Inner};
use crate::log::Addresses;
use crate::rooms::Outbox;
use crate::uptime::calendar;

/// The addresses that are kept out.
#[derive(Debug, Default)]
pub(crate) struct Bars {
    list: RwLock<Vec<Bar>>,
    /// The connections that are open, by where they come from.
    open: Mutex<Vec<(IpAddr, Outbox)>>,
}

/// Whoever comes from there is kept out until this moment, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptOut {
    pub(crate) until: u64,
}

impl Bars {
    /// Keeps these out from now on, and nobody else; connections they have are closed.
    pub(crate) fn replace(&self, bars: Vec<Bar>, addresses: &Addresses) {
        *self.list.write().unwrap_or_else(PoisonError::into_inner) = bars;
        self.with_open(|open| {
            for (address, outbox) in open {
                if self.admit(*address, addresses).is_err() {
                    outbox.cut();
                }
            }
        });
    }

    /// A connection has opened, and is closed when its address is kept out.
    pub(crate) fn enter(&self, address: IpAddr, outbox: &Outbox, addresses: &Addresses) {
        self.with_open(|open| open.push((address, outbox.clone())));
        // Others may have been kept out since it was let in.
        if self.admit(address, addresses).is_err() {
            outbox.cut();
        }
    }

    /// It has closed.
    pub(crate) fn leave(&self, outbox: &Outbox) {
        self.with_open(|open| {
            if let Some(index) = open.iter().position(|(_, other)| other.is(outbox)) {
                open.swap_remove(index);
            }
        });
    }

    fn with_open(&self, work: impl FnOnce(&mut Vec<(IpAddr, Outbox)>)) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut open);
    }

    /// Whether an address may come in.
    pub(crate) fn admit(&self, address: IpAddr, addresses: &Addresses) -> Result<(), KeptOut> {
        let list = self.list.read().unwrap_or_else(PoisonError::into_inner);
        if list.is_empty() {
            return Ok(());
        }
        let now = calendar();
        let meant = |bar: &&Bar| match bar.place.0 {
            Inner::Subnet(subnet) => subnet.contains(address),
            Inner::Pseudonym(pseudonym) => addresses.pseudonym(pseudonym.day, address) == pseudonym,
        };
        let valid = list.iter().filter(|bar| bar.until > now);
        match valid.filter(meant).map(|bar| bar.until).max() {
            None => Ok(()),
            Some(until) => Err(KeptOut { until }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::AddressForm;

    #[test]
    fn an_address_is_kept_out_by_its_network_or_by_its_name_in_the_log_for_a_time() {
        let (bars, addresses) = (
            Bars::default(),
            Addresses::new(AddressForm::Hashed, [7; 32]),
        );
        let ip = |text: &str| -> IpAddr { text.parse().unwrap() };
        let known = addresses.pseudonym(20_000, ip("198.51.100.7"));
        let bar = |place: &str, until| Bar {
            place: place.parse().unwrap(),
            until,
        };
        let later = calendar() + 60_000;
        bars.replace(
            vec![
                bar("192.0.2.0/24", later),
                bar("203.0.113.1", 1),
                bar(&known.to_string(), later),
            ],
            &addresses,
        );
        let kept_out = |text| bars.admit(ip(text), &addresses).is_err();
        assert!(kept_out("192.0.2.9"));
        assert!(kept_out("::ffff:192.0.2.9"));
        assert!(kept_out("198.51.100.7"));
        assert!(!kept_out("198.51.100.8"));
        assert!(!kept_out("203.0.113.1"), "its time is over");
        bars.replace(Vec::new(), &addresses);
        assert!(!kept_out("192.0.2.9"));
    }

    #[tokio::test]
    async fn connections_of_who_is_kept_out_are_closed_and_others_are_not() {
        use crate::flight::Account;
        use crate::rooms::{Outgoing, outbox};
        let (bars, addresses) = (Bars::default(), Addresses::new(AddressForm::None, [7; 32]));
        let ip = |text: &str| -> IpAddr { text.parse().unwrap() };
        let ((bad, mut told), (good, mut free)) =
            (outbox(Account::of_nobody()), outbox(Account::of_nobody()));
        bars.enter(ip("192.0.2.9"), &bad, &addresses);
        bars.enter(ip("192.0.3.9"), &good, &addresses);
        let bar = Bar {
            place: "192.0.2.0/24".parse().unwrap(),
            until: u64::MAX,
        };
        bars.replace(vec![bar], &addresses);
        assert_eq!(told.next().await, Outgoing::Cut);
        let (late, mut told) = outbox(Account::of_nobody());
        bars.enter(ip("192.0.2.10"), &late, &addresses);
        assert_eq!(told.next().await, Outgoing::Cut);
        let silent = tokio::time::timeout(std::time::Duration::from_millis(20), free.next());
        assert!(silent.await.is_err());
        for outbox in [&bad, &good, &late] {
            bars.leave(outbox);
        }
        assert!(bars.open.lock().unwrap().is_empty());
    }
}
