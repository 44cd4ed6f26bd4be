use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

use game::Excerpt;
use play::text::Text;
use serde::{Deserialize, Serialize};

use crate::seat::PersonId;

/// How much somebody may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// Requests a minute from an address.
    pub requests: u32,
    /// Requests a minute of a person that change something.
    pub changes: u32,
    /// New guests, accounts and log-ins a minute from an address; log-ins a minute by a name.
    pub entries: u32,
    /// Open sockets and streams from an address.
    pub sockets: u32,
    /// Messages a second of a person, over all their sockets.
    pub messages: u32,
    /// Messages a second from an address.
    pub traffic: u32,
}

impl Default for LimitSettings {
    fn default() -> LimitSettings {
        LimitSettings {
            requests: 600,
            changes: 120,
            entries: 20,
            sockets: 100,
            messages: 10,
            traffic: 200,
        }
    }
}

impl LimitSettings {
    /// The names of the limits.
    pub const NAMES: [&str; 6] = [
        "requests", "changes", "entries", "sockets", "messages", "traffic",
    ];

    /// Sets a limit by a text such as `sockets=100`.
    pub fn set(&mut self, text: &str) -> Result<(), LimitError> {
        let (name, value) = text.split_once('=').ok_or_else(|| LimitError::Form {
            text: Excerpt::of(text),
        })?;
        let limit = match name {
            "requests" => &mut self.requests,
            "changes" => &mut self.changes,
            "entries" => &mut self.entries,
            "sockets" => &mut self.sockets,
            "messages" => &mut self.messages,
            "traffic" => &mut self.traffic,
            _ => {
                let name = Excerpt::of(name);
                return Err(LimitError::Name { name });
            }
        };
        *limit = value.parse().map_err(|_| LimitError::Number {
            value: Excerpt::of(value),
        })?;
        Ok(())
    }
}

/// Why a limit is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitError {
    /// It is not a name, `=` and a number.
    Form {
        /// What was there.
        text: Excerpt,
    },
    /// No limit has this name.
    Name {
        /// What was there.
        name: Excerpt,
    },
    /// It is not a whole number.
    Number {
        /// What was there.
        value: Excerpt,
    },
}

impl LimitError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        let names = LimitSettings::NAMES.join(", ");
        match self {
            LimitError::Form { text } => Text::new(
                format!("'{text}' is not a limit: write NAME=NUMBER, such as sockets=100"),
                format!("« {text} » n'est pas une limite : écrivez NOM=NOMBRE, comme sockets=100"),
            ),
            LimitError::Name { name } => Text::new(
                format!("there is no limit '{name}' (limits: {names})"),
                format!("il n'y a pas de limite « {name} » (limites : {names})"),
            ),
            LimitError::Number { value } => Text::new(
                format!("'{value}' is not a whole number from 0 to {}", u32::MAX),
                format!("« {value} » n'est pas un nombre entier de 0 à {}", u32::MAX),
            ),
        }
    }
}

/// A bucket that fills with time: so much at once, and so much per second in the long run. The crates
/// that have this bring a dozen others, for the forty lines here.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    level: f64,
    seen: Instant,
}

/// How a bucket fills.
#[derive(Clone, Copy, Debug)]
struct Flow {
    a_second: f64,
    most: f64,
}

impl Flow {
    /// So much a minute, a third of it at once.
    fn a_minute(amount: u32) -> Flow {
        Flow {
            a_second: f64::from(amount) / 60.0,
            most: (f64::from(amount) / 3.0).max(1.0),
        }
    }

    /// So much a second, three seconds' worth at once.
    fn a_second(amount: u32) -> Flow {
        Flow {
            a_second: f64::from(amount),
            most: (3.0 * f64::from(amount)).max(1.0),
        }
    }

    fn full(self, now: Instant) -> Bucket {
        Bucket {
            level: self.most,
            seen: now,
        }
    }
}

impl Bucket {
    /// Takes one out, if there is one.
    fn take(&mut self, flow: Flow, now: Instant) -> bool {
        self.fill(flow, now);
        let enough = self.level >= 1.0;
        if enough {
            self.level -= 1.0;
        }
        enough
    }

    fn fill(&mut self, flow: Flow, now: Instant) {
        let since = now.saturating_duration_since(self.seen).as_secs_f64();
        self.level = (self.level + since * flow.a_second).min(flow.most);
        self.seen = now;
    }
}

/// A bucket for each of many.
#[derive(Debug)]
struct Buckets<K> {
    flow: Flow,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// Buckets before those that are full again are dropped.
const MANY: usize = 10_000;

impl<K: Eq + Hash> Buckets<K> {
    fn new(flow: Flow) -> Buckets<K> {
        Buckets {
            flow,
            buckets: Mutex::default(),
        }
    }

    fn take(&self, key: K) -> bool {
        let now = Instant::now();
        let mut buckets = self
            .buckets
            .lock()
            .expect("nothing panics while it holds the lock");
        if buckets.len() >= MANY && !buckets.contains_key(&key) {
            buckets.retain(|_, bucket| {
                bucket.fill(self.flow, now);
                bucket.level < self.flow.most
            });
        }
        let bucket = buckets.entry(key).or_insert_with(|| self.flow.full(now));
        bucket.take(self.flow, now)
    }
}

/// Everybody's limits.
#[derive(Debug)]
pub(crate) struct Limits {
    requests: Buckets<IpAddr>,
    changes: Buckets<PersonId>,
    entries: Buckets<IpAddr>,
    names: Buckets<String>,
    messages: Buckets<Speaker>,
    traffic: Buckets<IpAddr>,
    sockets: Mutex<HashMap<IpAddr, u32>>,
    most_sockets: u32,
}

/// Whose messages are counted together: a person's, or those of all at an address who are nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Speaker {
    Person(PersonId),
    Nobody(IpAddr),
}

impl Limits {
    pub(crate) fn new(settings: LimitSettings) -> Limits {
        Limits {
            requests: Buckets::new(Flow::a_minute(settings.requests)),
            changes: Buckets::new(Flow::a_minute(settings.changes)),
            entries: Buckets::new(Flow::a_minute(settings.entries)),
            names: Buckets::new(Flow::a_minute(settings.entries)),
            messages: Buckets::new(Flow::a_second(settings.messages)),
            traffic: Buckets::new(Flow::a_second(settings.traffic)),
            sockets: Mutex::default(),
            most_sockets: settings.sockets,
        }
    }

    pub(crate) fn request(&self, address: IpAddr) -> bool {
        self.requests.take(network(address))
    }

    pub(crate) fn change(&self, person: PersonId) -> bool {
        self.changes.take(person)
    }

    pub(crate) fn entry(&self, address: IpAddr) -> bool {
        self.entries.take(network(address))
    }

    /// Somebody tries to log in by a name, from wherever.
    pub(crate) fn log_in(&self, key: &str) -> bool {
        self.names.take(key.to_owned())
    }

    /// Somebody, or nobody, says something over a socket.
    pub(crate) fn message(&self, person: Option<PersonId>, address: IpAddr) -> bool {
        let address = network(address);
        let speaker = person.map_or(Speaker::Nobody(address), Speaker::Person);
        self.messages.take(speaker) && self.traffic.take(address)
    }

    /// Opens one more socket, if there may be one.
    pub(crate) fn open_socket(&self, address: IpAddr) -> bool {
        let mut sockets = self
            .sockets
            .lock()
            .expect("nothing panics while it holds the lock");
        let open = sockets.entry(network(address)).or_default();
        let allowed = *open < self.most_sockets;
        if allowed {
            *open += 1;
        }
        allowed
    }

    pub(crate) fn close_socket(&self, address: IpAddr) {
        let mut sockets = self
            .sockets
            .lock()
            .expect("nothing panics while it holds the lock");
        let address = network(address);
        if let Some(open) = sockets.get_mut(&address) {
            *open -= 1;
            if *open == 0 {
                sockets.remove(&address);
            }
        }
    }
}

/// What counts as one address: in IPv6 a household has 2⁶⁴ of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mask = u128::MAX << 64;
            IpAddr::V6((u128::from(address) & mask).into())
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Lang;
    use std::time::Duration;

    #[test]
    fn a_limit_is_set_by_its_name() {
        for name in LimitSettings::NAMES {
            let mut limits = LimitSettings::default();
            assert_eq!(limits.set(&format!("{name}=123456")), Ok(()));
            assert_ne!(limits, LimitSettings::default());
        }
        let mut limits = LimitSettings::default();
        for text in [
            "sockets",
            "socket=1",
            "sockets=",
            "sockets=-1",
            "sockets=4294967296",
        ] {
            let refused = limits.set(text).unwrap_err().text();
            assert_ne!(refused.get(Lang::En), refused.get(Lang::Fr), "{text}");
        }
        assert_eq!(limits, LimitSettings::default());
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let flow = Flow::a_second(2);
        let start = Instant::now();
        let mut bucket = flow.full(start);
        let taken = (0..10).filter(|_| bucket.take(flow, start)).count();
        assert_eq!(taken, 6);
        assert!(bucket.take(flow, start + Duration::from_millis(600)));
        assert!(!bucket.take(flow, start + Duration::from_millis(700)));
    }

    #[test]
    fn an_address_has_so_many_sockets() {
        let limits = Limits::new(LimitSettings {
            sockets: 2,
            ..LimitSettings::default()
        });
        let home: IpAddr = "2001:db8::1".parse().unwrap();
        let same: IpAddr = "2001:db8::2:1".parse().unwrap();
        let other: IpAddr = "2001:db8:0:1::1".parse().unwrap();
        assert!(limits.open_socket(home) && limits.open_socket(same));
        assert!(!limits.open_socket(home));
        assert!(limits.open_socket(other));
        limits.close_socket(same);
        assert!(limits.open_socket(home));
    }

    #[test]
    fn messages_are_counted_by_person_and_by_address() {
        let limits = Limits::new(LimitSettings {
            messages: 1,
            traffic: 2,
            ..LimitSettings::default()
        });
        let home: IpAddr = "192.0.2.1".parse().unwrap();
        let other: IpAddr = "192.0.2.2".parse().unwrap();
        let heard = |person, address| (0..9).filter(|_| limits.message(person, address)).count();
        assert_eq!(heard(Some(PersonId(1)), home), 3);
        assert_eq!(heard(Some(PersonId(1)), other), 0, "the same person");
        assert_eq!(heard(Some(PersonId(2)), home), 3);
        assert_eq!(heard(None, home), 0, "the same address");
        assert_eq!(heard(None, other), 3);
    }
}
