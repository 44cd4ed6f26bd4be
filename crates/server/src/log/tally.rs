use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Addresses, Event};
use crate::owner::Network;

/// A minute: within it something is told once of an address, and counted.
const SPAN: Duration = Duration::from_secs(60);

/// What is told at the same time; an attack from more addresses is told without them.
const MANY: usize = 1000;

/// What an address is told of for. Limits have their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Offence {
    /// More than a limit allows.
    Limit(&'static str),
    /// What cannot be read.
    Malformed,
    /// A browser that another site makes ask.
    OtherSite,
    /// Somebody whose address is kept out.
    Barred,
}

impl Offence {
    /// How often it happens within a minute before it is worth a line.
    fn worth(self) -> u64 {
        match self {
            // Programs that are being written say such things.
            Offence::Malformed => 20,
            Offence::Limit(_) | Offence::OtherSite | Offence::Barred => 1,
        }
    }

    fn event(self) -> Event {
        match self {
            Offence::Limit(_) => Event::Limit,
            Offence::Malformed => Event::Malformed,
            Offence::OtherSite => Event::OtherSite,
            Offence::Barred => Event::BarredAddress,
        }
    }
}

/// What addresses do too much of: one line per address, kind and minute, however often it happens.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    recent: Mutex<HashMap<(Network, Offence), Recent>>,
}

#[derive(Debug)]
struct Recent {
    address: IpAddr,
    since: Instant,
    /// How often since.
    count: u64,
    /// How much of it a line has told.
    told: u64,
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    kind: Offence,
    address: IpAddr,
    count: u64,
}

impl Tally {
    /// Counts one more, and tells it if it is the first worth a line.
    pub(crate) fn count(&self, kind: Offence, address: IpAddr, addresses: &Addresses) {
        if let Some(line) = self.add(kind, address, Instant::now()) {
            tell(line, addresses);
        }
    }

    /// Tells what has happened more often since, when its minute is over.
    pub(crate) fn settle(&self, addresses: &Addresses) {
        for line in self.over(Instant::now()) {
            tell(line, addresses);
        }
    }

    fn add(&self, kind: Offence, address: IpAddr, now: Instant) -> Option<Line> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (Network::of(address), kind);
        if recent.len() >= MANY && !recent.contains_key(&key) {
            return None;
        }
        let one = recent.entry(key).or_insert(Recent {
            address,
            since: now,
            count: 0,
            told: 0,
        });
        one.count += 1;
        let worth_it = one.told == 0 && one.count >= kind.worth();
        worth_it.then(|| {
            one.told = one.count;
            let count = one.count;
            Line {
                kind,
                address,
                count,
            }
        })
    }

    fn over(&self, now: Instant) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|(_, kind), one| {
            if now.saturating_duration_since(one.since) < SPAN {
                return true;
            }
            let more = one.told > 0 && one.count > one.told;
            if more {
                lines.push(Line {
                    kind: *kind,
                    address: one.address,
                    count: one.count - one.told,
                });
                // Its next minute begins, in which it was told just now.
                (one.since, one.count, one.told) = (now, 1, 1);
            }
            more
        });
        lines
    }
}

fn tell(
    Line {
        kind,
        address,
        count,
    }: Line,
    addresses: &Addresses,
) {
    let (event, address) = (kind.event().word(), addresses.write(address));
    match kind {
        Offence::Limit(limit) => tracing::warn!(event, limit, address, count, "more than allowed"),
        Offence::Malformed => tracing::warn!(event, address, count, "not readable"),
        Offence::OtherSite => tracing::warn!(event, address, count, "asked by another site"),
        Offence::Barred => tracing::warn!(event, address, count, "kept out"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_line_per_kind_and_minute() {
        let (tally, start) = (Tally::default(), Instant::now());
        let home: IpAddr = "192.0.2.1".parse().unwrap();
        let kind = Offence::Limit("requests");
        let lines = (0..5000).filter_map(|_| tally.add(kind, home, start));
        assert_eq!(lines.map(|line| line.count).collect::<Vec<_>>(), [1]);
        assert_eq!(tally.add(Offence::OtherSite, home, start).unwrap().count, 1);
        assert_eq!(tally.over(start + SPAN / 2), []);
        let over = tally.over(start + SPAN);
        assert_eq!(over.len(), 1);
        assert_eq!((over[0].kind, over[0].count), (kind, 4999));
        assert_eq!(tally.add(kind, home, start + SPAN), None, "the same minute");
        assert_eq!(tally.over(start + 2 * SPAN)[0].count, 1);
        assert_eq!(tally.over(start + 3 * SPAN), []);
        assert!(tally.recent.lock().unwrap().is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_told_when_it_is_much() {
        let (tally, start) = (Tally::default(), Instant::now());
        let home: IpAddr = "2001:db8::1".parse().unwrap();
        let told = (1..=100).filter(|_| tally.add(Offence::Malformed, home, start).is_some());
        assert_eq!(told.count(), 1);
        for number in 0..=2 * MANY as u32 {
            let other = std::net::Ipv4Addr::from(number).into();
            tally.add(Offence::Barred, other, start);
        }
        assert_eq!(tally.recent.lock().unwrap().len(), MANY);
    }
}
