use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use game::Excerpt;
use play::text::Text;
use serde::{Deserialize, Serialize};

use crate::owner::Network;
use crate::seat::PersonId;

/// How much somebody may ask for. Many people share an address, such as a class behind one router:
/// what is counted by address is wide enough for them, and each limit counts what it protects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// Work a minute for an address, where a plain request counts as one, a costly one as several,
    /// and a file of the page as nothing.
    pub requests: u32,
    /// Requests a minute of a person that change something.
    pub changes: u32,
    /// New guests a minute from an address.
    pub guests: u32,
    /// Passwords a minute that are hashed for an address: new accounts, log-ins, new passwords.
    pub entries: u32,
    /// Wrong passwords and codes a minute from an address that the account does not know; five times as
    /// many at once.
    pub attempts: u32,
    /// Open connections from an address that ask for pages and answers, sockets not counted.
    pub connections: u32,
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
            requests: 6000,
            changes: 120,
            guests: 300,
            entries: 300,
            attempts: 20,
            connections: 1000,
            sockets: 1000,
            messages: 10,
            traffic: 1000,
        }
    }
}

impl LimitSettings {
    /// The names of the limits.
    pub const NAMES: [&str; 9] = [
        "requests",
        "changes",
        "guests",
        "entries",
        "attempts",
        "connections",
        "sockets",
        "messages",
        "traffic",
    ];

    /// Sets a limit by a text such as `sockets=100`.
    pub fn set(&mut self, text: &str) -> Result<(), LimitError> {
        let (name, value) = text.split_once('=').ok_or_else(|| LimitError::Form {
            text: Excerpt::of(text),
        })?;
        let limit = match name {
            "requests" => &mut self.requests,
            "changes" => &mut self.changes,
            "guests" => &mut self.guests,
            "entries" => &mut self.entries,
            "attempts" => &mut self.attempts,
            "connections" => &mut self.connections,
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

/// What is asked for is more than there is now: when there will be enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooSoon {
    pub(crate) wait: Duration,
}

/// The longest anybody is told to wait, where nothing ever comes.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

impl Bucket {
    /// Takes so much out, if there is enough.
    fn take(&mut self, amount: f64, flow: Flow, now: Instant) -> Result<(), TooSoon> {
        self.fill(flow, now);
        // What costs more than a bucket holds is granted by a full one.
        let missing = amount.min(flow.most) - self.level;
        if missing > 0.0 {
            let wait = Duration::try_from_secs_f64(missing / flow.a_second);
            return Err(TooSoon {
                wait: wait.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT),
            });
        }
        self.level -= amount;
        Ok(())
    }

    /// Takes so much out, whether there is enough or not: it was done before it was known what it
    /// costs. Nobody owes more than a bucket holds.
    fn charge(&mut self, amount: f64, flow: Flow, now: Instant) {
        self.fill(flow, now);
        self.level = (self.level - amount).max(-flow.most);
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

    fn take(&self, key: K, amount: u32) -> Result<(), TooSoon> {
        self.with(key, |bucket, now| {
            bucket.take(f64::from(amount), self.flow, now)
        })
    }

    fn charge(&self, key: K, amount: f64) {
        self.with(key, |bucket, now| bucket.charge(amount, self.flow, now));
    }

    fn with<T>(&self, key: K, work: impl FnOnce(&mut Bucket, Instant) -> T) -> T {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY && !buckets.contains_key(&key) {
            buckets.retain(|_, bucket| {
                bucket.fill(self.flow, now);
                bucket.level < self.flow.most
            });
        }
        let bucket = buckets.entry(key).or_insert_with(|| self.flow.full(now));
        work(bucket, now)
    }
}

/// Limits that hold for all nodes of a site together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shared {
    Guests,
    Entries,
}

/// Everybody's limits.
#[derive(Debug)]
pub(crate) struct Limits {
    requests: Buckets<Network>,
    changes: Buckets<PersonId>,
    guests: Buckets<Network>,
    entries: Buckets<Network>,
    messages: Buckets<Speaker>,
    traffic: Buckets<Network>,
    refusals: Buckets<Network>,
    connections: Arc<Connections>,
    sockets: Mutex<HashMap<Network, u32>>,
    most_sockets: u32,
}

/// How many refusals an address gets at once. A class that is told to wait gets a few each; whoever
/// goes on asking all the same waits for the next one.
const REFUSALS: Flow = Flow {
    a_second: 5.0,
    most: 200.0,
};

/// How long a refusal waits that comes too soon after many others. A client that asks as fast as it
/// is refused then costs no more than one that waits.
const LATE: Duration = Duration::from_secs(1);

/// Whose messages are counted together: a person's, or those of all at an address who are nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Speaker {
    Person(PersonId),
    Nobody(Network),
}

/// What a second of one processor is worth in plain requests: little enough that a class that shares all
/// processors of a large machine is not refused, and as much as whoever asks for a value pays in advance.
const A_SECOND: f64 = 4.0;

/// How long to wait for a socket: somebody else has to close one.
const SOCKET_WAIT: Duration = Duration::from_secs(10);

impl Limits {
    pub(crate) fn new(settings: LimitSettings) -> Limits {
        Limits {
            requests: Buckets::new(Flow::a_minute(settings.requests)),
            changes: Buckets::new(Flow::a_minute(settings.changes)),
            guests: Buckets::new(Flow::a_minute(settings.guests)),
            entries: Buckets::new(Flow::a_minute(settings.entries)),
            messages: Buckets::new(Flow::a_second(settings.messages)),
            traffic: Buckets::new(Flow::a_second(settings.traffic)),
            refusals: Buckets::new(REFUSALS),
            connections: Arc::new(Connections {
                open: Mutex::default(),
                most: settings.connections,
            }),
            sockets: Mutex::default(),
            most_sockets: settings.sockets,
        }
    }

    /// A request that is so much work.
    pub(crate) fn request(&self, address: IpAddr, work: u32) -> Result<(), TooSoon> {
        if work == 0 {
            return Ok(());
        }
        self.requests.take(Network::of(address), work)
    }

    /// What was done for an address was so much work beyond what it has paid.
    pub(crate) fn charge(&self, network: Network, work: f64) {
        self.requests.charge(network, work);
    }

    /// Somebody has had processors work for so long; so much of it was paid in advance.
    pub(crate) fn charge_time(&self, network: Network, worked: Duration, paid: u32) {
        let work = worked.as_secs_f64() * A_SECOND - f64::from(paid);
        if work > 0.0 {
            self.requests.charge(network, work);
        }
    }

    /// A request was refused for a limit: how long its answer is to wait.
    pub(crate) fn refusal(&self, address: IpAddr) -> Duration {
        let taken = self.refusals.take(Network::of(address), 1);
        taken.map_or(LATE, |()| Duration::ZERO)
    }

    /// Takes one more connection, if there may be one; it counts for as long as what is returned is
    /// kept.
    pub(crate) fn connect(&self, address: IpAddr) -> Result<OpenConnection, TooSoon> {
        let network = Network::of(address);
        let mut open = self.connections.open();
        let count = open.entry(network).or_default();
        if *count >= self.connections.most {
            return Err(TooSoon { wait: SOCKET_WAIT });
        }
        *count += 1;
        Ok(OpenConnection {
            connections: Arc::clone(&self.connections),
            network,
        })
    }

    pub(crate) fn change(&self, person: PersonId) -> Result<(), TooSoon> {
        self.changes.take(person, 1)
    }

    pub(crate) fn guest(&self, address: IpAddr) -> Result<(), TooSoon> {
        self.guests.take(Network::of(address), 1)
    }

    /// Somebody at an address has used one up at another node.
    pub(crate) fn spent(&self, limit: Shared, network: Network) {
        let buckets = match limit {
            Shared::Guests => &self.guests,
            Shared::Entries => &self.entries,
        };
        buckets.charge(network, 1.0);
    }

    /// A password is to be hashed.
    pub(crate) fn entry(&self, address: IpAddr) -> Result<(), TooSoon> {
        self.entries.take(Network::of(address), 1)
    }

    /// Somebody, or nobody, says something over a socket.
    pub(crate) fn message(&self, person: Option<PersonId>, address: IpAddr) -> Result<(), TooSoon> {
        let address = Network::of(address);
        let speaker = person.map_or(Speaker::Nobody(address), Speaker::Person);
        self.messages.take(speaker, 1)?;
        self.traffic.take(address, 1)
    }

    /// Opens one more socket, if there may be one.
    pub(crate) fn open_socket(&self, address: IpAddr) -> Result<(), TooSoon> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let open = sockets.entry(Network::of(address)).or_default();
        if *open >= self.most_sockets {
            return Err(TooSoon { wait: SOCKET_WAIT });
        }
        *open += 1;
        Ok(())
    }

    pub(crate) fn close_socket(&self, address: IpAddr) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let address = Network::of(address);
        if let Some(open) = sockets.get_mut(&address) {
            *open -= 1;
            if *open == 0 {
                sockets.remove(&address);
            }
        }
    }
}

/// The connections of each address.
#[derive(Debug)]
struct Connections {
    open: Mutex<HashMap<Network, u32>>,
    most: u32,
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, HashMap<Network, u32>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the connections an address may have.
#[derive(Debug)]
pub(crate) struct OpenConnection {
    connections: Arc<Connections>,
    network: Network,
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        if let Some(count) = open.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_more_work_than_was_paid_is_charged_afterwards() {
        let settings = LimitSettings {
            requests: 300,
            ..LimitSettings::default()
        };
        let limits = Limits::new(settings);
        let address = IpAddr::from([192, 0, 2, 1]);
        let network = Network::of(address);
        limits.charge_time(network, Duration::from_secs(5), 20);
        assert!(limits.request(address, 90).is_ok(), "it was paid for");
        limits.charge_time(network, Duration::from_secs(20), 20);
        assert!(limits.request(address, 1).is_err());
    }
    use play::Lang;

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
            assert_ne!(refused.get(Lang::EN), refused.get(Lang::FR), "{text}");
        }
        assert_eq!(limits, LimitSettings::default());
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let flow = Flow::a_second(2);
        let start = Instant::now();
        let mut bucket = flow.full(start);
        let taken = (0..10).filter(|_| bucket.take(1.0, flow, start).is_ok());
        assert_eq!(taken.count(), 6);
        let wait = Duration::from_millis(500);
        assert_eq!(bucket.take(1.0, flow, start), Err(TooSoon { wait }));
        assert_eq!(bucket.take(1.0, flow, start + wait), Ok(()));
        let soon = bucket.take(1.0, flow, start + wait + Duration::from_millis(100));
        let wait = Duration::from_millis(400);
        assert_eq!(soon, Err(TooSoon { wait }));
    }

    #[test]
    fn what_costs_more_than_a_bucket_holds_waits_for_a_full_one() {
        let flow = Flow::a_second(1);
        let start = Instant::now();
        let mut bucket = flow.full(start);
        assert_eq!(bucket.take(10.0, flow, start), Ok(()));
        let wait = Duration::from_secs(8);
        assert_eq!(bucket.take(1.0, flow, start), Err(TooSoon { wait }));
    }

    #[test]
    fn a_limit_of_nothing_tells_an_end_to_the_wait() {
        let flow = Flow::a_minute(0);
        let start = Instant::now();
        let mut bucket = flow.full(start);
        assert_eq!(bucket.take(1.0, flow, start), Ok(()));
        let wait = LONGEST_WAIT;
        assert_eq!(bucket.take(1.0, flow, start), Err(TooSoon { wait }));
    }

    /// A class behind one address at the start of the hour, and a school.
    #[test]
    fn a_class_comes_in_at_once() {
        let limits = Limits::new(LimitSettings::default());
        let school: IpAddr = "192.0.2.1".parse().unwrap();
        for pupil in 0..100 {
            for _ in 0..15 {
                assert_eq!(limits.request(school, 1), Ok(()), "pupil {pupil}");
            }
            assert_eq!(limits.guest(school), Ok(()), "pupil {pupil}");
            assert_eq!(limits.open_socket(school), Ok(()), "pupil {pupil}");
        }
        let refused = (0..1000).filter(|_| limits.guest(school).is_err()).count();
        assert!(refused > 900, "{refused} of a thousand more guests refused");
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
        assert_eq!(limits.open_socket(home), Ok(()));
        assert_eq!(limits.open_socket(same), Ok(()));
        assert!(limits.open_socket(home).is_err());
        assert_eq!(limits.open_socket(other), Ok(()));
        limits.close_socket(same);
        assert_eq!(limits.open_socket(home), Ok(()));
    }

    /// Forty phones with six connections each are no crowd.
    #[test]
    fn an_address_has_so_many_connections() {
        let limits = Limits::new(LimitSettings::default());
        let school: IpAddr = "192.0.2.1".parse().unwrap();
        let mut open: Vec<_> = (0..1000).map(|_| limits.connect(school).unwrap()).collect();
        assert!(limits.connect(school).is_err());
        assert!(limits.connect("192.0.2.2".parse().unwrap()).is_ok());
        open.pop();
        assert!(limits.connect(school).is_ok());
        drop(open);
        assert!(limits.connections.open().is_empty());
    }

    #[test]
    fn what_is_charged_afterwards_is_owed() {
        let flow = Flow::a_second(1);
        let start = Instant::now();
        let mut bucket = flow.full(start);
        bucket.charge(4.0, flow, start);
        let wait = Duration::from_secs(2);
        assert_eq!(bucket.take(1.0, flow, start), Err(TooSoon { wait }));
        bucket.charge(1000.0, flow, start);
        assert_eq!(
            bucket.take(1.0, flow, start + Duration::from_secs(4)),
            Ok(())
        );
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
        let heard = |person, address| {
            let messages = (0..9).filter(|_| limits.message(person, address).is_ok());
            messages.count()
        };
        assert_eq!(heard(Some(PersonId(1)), home), 3);
        assert_eq!(heard(Some(PersonId(1)), other), 0, "the same person");
        assert_eq!(heard(Some(PersonId(2)), home), 3);
        assert_eq!(heard(None, home), 0, "the same address");
        assert_eq!(heard(None, other), 3);
    }
}
