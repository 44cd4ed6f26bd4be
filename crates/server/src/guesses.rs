use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::limits::TooSoon;
use crate::owner::Network;
use crate::secret::random_bytes;
use crate::store::Place;

/// What is guessed at. Guesses at one-time codes are counted apart from those at passwords: a code is
/// much shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Target {
    Password,
    Code,
}

/// How guessing at one name is slowed.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// Mistakes at one place before the first wait, of a second; each further one doubles it.
    free: u32,
    /// The longest wait, at places the account does not know and at those it does.
    longest: [Duration; 2],
    /// Mistakes at all unknown places together: so many at once, and so many a day in the long run.
    at_once: f64,
    a_day: f64,
}

/// A quarter of an hour makes some hundred guesses a day from one place. Four places, which is what an
/// attacker has at hand, do not use up what all unknown places have together, so that the owner gets in
/// from a new one too; nobody gets more than a thousand a day.
const PASSWORDS: Pace = Pace {
    free: 5,
    longest: [Duration::from_secs(900), Duration::from_secs(120)],
    at_once: 200.0,
    a_day: 800.0,
};

/// Who guesses codes knows the password. Three of a million codes are right at a time: sixty guesses
/// a day are right once in fifteen years.
const CODES: Pace = Pace {
    free: 3,
    longest: [Duration::from_secs(3600), Duration::from_secs(120)],
    at_once: 20.0,
    a_day: 40.0,
};

/// Mistakes after which the waits do not grow any more, whatever the pace.
const MOST_DOUBLINGS: u32 = 16;

/// How long a mistake is remembered.
const MEMORY: Duration = Duration::from_secs(86_400);

/// Places and names that are remembered at most: some megabytes.
const MOST: usize = 50_000;

/// At one address as many mistakes may be made at once as in five minutes.
const ADDRESS_BURST: f64 = 5.0;

/// Wrong passwords and codes, and how long whoever makes them has to wait. A right one costs nothing
/// and waits for nobody's mistakes but those of its own place: who guesses elsewhere keeps nobody out.
/// What is counted by name is counted for names that nobody has, too.
#[derive(Debug)]
pub(crate) struct Guesses {
    /// Mistakes a minute at one address, at any names.
    a_minute: f64,
    /// What names and places are hashed by: the same at every node, so that they can tell each other.
    key: RwLock<[u8; 32]>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By what is guessed at, name and place.
    places: HashMap<u64, Mistakes>,
    /// By what is guessed at and name, from unknown places.
    names: HashMap<u64, Level>,
    /// By address.
    addresses: HashMap<u64, Level>,
}

/// What went wrong at one place for one name.
#[derive(Clone, Copy, Debug)]
struct Mistakes {
    count: u32,
    /// When the next attempt may be made.
    next: Instant,
}

/// How many mistakes may be made: so many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug)]
struct Flow {
    most: f64,
    a_second: f64,
}

/// How many mistakes may still be made.
#[derive(Clone, Copy, Debug)]
struct Level {
    flow: Flow,
    left: f64,
    seen: Instant,
}

/// An attempt that was let through. It counts as a mistake until it is known to be none.
/// Other nodes are told of it without names or addresses.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    target: Target,
    place: u64,
    /// Nothing where the account knows the place: what others do does not matter there.
    unknown: Option<Unknown>,
}

/// What is counted besides, where an account does not know the place.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Unknown {
    name: u64,
    address: u64,
}

impl Guesses {
    /// So many mistakes a minute at one address.
    pub(crate) fn new(a_minute: u32) -> Guesses {
        Guesses {
            a_minute: f64::from(a_minute),
            // Until the keys are read.
            key: RwLock::new(random_bytes()),
            state: Mutex::default(),
        }
    }

    /// Somebody is about to show a password or a code for a name. Nothing is looked at before this.
    pub(crate) fn attempt(
        &self,
        target: Target,
        name: &str,
        place: Place,
        address: IpAddr,
        now: Instant,
    ) -> Result<Attempt, TooSoon> {
        let known = is_known(target, place);
        let attempt = Attempt {
            target,
            place: match place {
                Place::Device(device) => self.hash((target, name, device)),
                Place::Network | Place::Unknown => self.hash((target, name, door(address))),
            },
            unknown: (!known).then(|| Unknown {
                name: self.hash((target, name)),
                address: self.hash(Network::of(address)),
            }),
        };
        let mut state = self.state();
        state.make_room(now);
        let earliest = state.places.get(&attempt.place).map(|kept| kept.next);
        if let Some(next) = earliest.filter(|next| *next > now) {
            return Err(TooSoon { wait: next - now });
        }
        if let Some(Unknown { name, address }) = attempt.unknown {
            let State {
                names, addresses, ..
            } = &mut *state;
            let name = names.entry(name).or_insert(pace(target).flow().full(now));
            let address = addresses
                .entry(address)
                .or_insert(self.address_flow().full(now));
            name.check(now)?;
            address.check(now)?;
            name.left -= 1.0;
            address.left -= 1.0;
        }
        state.note(&attempt, now);
        Ok(attempt)
    }

    /// Somebody is about to show a password or a code at another node.
    pub(crate) fn attempted(&self, attempt: &Attempt, now: Instant) {
        let mut state = self.state();
        state.make_room(now);
        if let Some(Unknown { name, address }) = attempt.unknown {
            let State {
                names, addresses, ..
            } = &mut *state;
            let name_flow = pace(attempt.target).flow();
            let name = names.entry(name).or_insert(name_flow.full(now));
            let address = addresses
                .entry(address)
                .or_insert(self.address_flow().full(now));
            for level in [name, address] {
                level.fill(now);
                level.left = (level.left - 1.0).max(0.0);
            }
        }
        state.note(attempt, now);
    }

    /// Names and places are hashed by this from now on. What was counted before counts no more.
    pub(crate) fn change_key(&self, key: [u8; 32]) {
        *self.key.write().unwrap_or_else(PoisonError::into_inner) = key;
    }

    /// What was shown is right: the mistakes made at this place are forgotten.
    pub(crate) fn right(&self, attempt: &Attempt) {
        let mut state = self.state();
        state.places.remove(&attempt.place);
        state.give_back(attempt);
    }

    /// It was not looked at after all.
    pub(crate) fn undone(&self, attempt: &Attempt) {
        let mut state = self.state();
        if let Some(mistakes) = state.places.get_mut(&attempt.place) {
            mistakes.count = mistakes.count.saturating_sub(1);
            mistakes.next = Instant::now().min(mistakes.next);
        }
        state.give_back(attempt);
    }

    fn address_flow(&self) -> Flow {
        Flow {
            most: (ADDRESS_BURST * self.a_minute).max(1.0),
            a_second: self.a_minute / 60.0,
        }
    }

    fn hash(&self, what: impl Hash) -> u64 {
        let mut hasher = Keyed(Sha256::new());
        hasher.write(&*self.key.read().unwrap_or_else(PoisonError::into_inner));
        what.hash(&mut hasher);
        hasher.finish()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pace {
    /// For all unknown places together.
    fn flow(self) -> Flow {
        Flow {
            most: self.at_once,
            a_second: self.a_day / MEMORY.as_secs_f64(),
        }
    }

    /// How long to wait after so many mistakes.
    fn wait(self, mistakes: u32, known: bool) -> Duration {
        if mistakes <= self.free {
            return Duration::ZERO;
        }
        let doublings = (mistakes - self.free - 1).min(MOST_DOUBLINGS);
        Duration::from_secs(1 << doublings).min(self.longest[usize::from(known)])
    }
}

fn pace(target: Target) -> Pace {
    match target {
        Target::Password => PASSWORDS,
        Target::Code => CODES,
    }
}

/// Whether what others guess at a name does not matter here. A code needs a browser that is known: a
/// network has others in it.
fn is_known(target: Target, place: Place) -> bool {
    match place {
        Place::Device(_) => true,
        Place::Network => target == Target::Password,
        Place::Unknown => false,
    }
}

/// What counts as one place where a browser is not known: an address, in IPv6 all that a site has.
fn door(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & (u128::MAX << 80)).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

impl Flow {
    fn full(self, now: Instant) -> Level {
        Level {
            flow: self,
            left: self.most,
            seen: now,
        }
    }
}

impl Level {
    /// Adds what has come since.
    fn fill(&mut self, now: Instant) {
        let since = now.saturating_duration_since(self.seen).as_secs_f64();
        self.left = (self.left + since * self.flow.a_second).min(self.flow.most);
        self.seen = now;
    }

    /// Tells when one more may be made, if none may now.
    fn check(&mut self, now: Instant) -> Result<(), TooSoon> {
        self.fill(now);
        if self.left >= 1.0 {
            return Ok(());
        }
        let wait = Duration::try_from_secs_f64((1.0 - self.left) / self.flow.a_second);
        // A whole moment more: what is missing is a fraction.
        let wait = wait.unwrap_or(MEMORY) + Duration::from_millis(1);
        Err(TooSoon {
            wait: wait.min(MEMORY),
        })
    }
}

/// Hashes alike at every node, which the standard hasher does not.
struct Keyed(Sha256);

impl Hasher for Keyed {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let hash: [u8; 32] = self.0.clone().finalize().into();
        u64::from_be_bytes(*hash.first_chunk().expect("it has more"))
    }
}

impl State {
    /// Counts a mistake at its place.
    fn note(&mut self, attempt: &Attempt, now: Instant) {
        let nothing = Mistakes {
            count: 0,
            next: now,
        };
        let mistakes = self.places.entry(attempt.place).or_insert(nothing);
        if now.saturating_duration_since(mistakes.next) > MEMORY {
            *mistakes = nothing;
        }
        mistakes.count += 1;
        let known = attempt.unknown.is_none();
        mistakes.next = now + pace(attempt.target).wait(mistakes.count, known);
    }

    fn give_back(&mut self, attempt: &Attempt) {
        let Some(Unknown { name, address }) = attempt.unknown else {
            return;
        };
        let name = self.names.get_mut(&name);
        let address = self.addresses.get_mut(&address);
        for level in name.into_iter().chain(address) {
            level.left += 1.0;
        }
    }

    /// Forgets what no longer matters when there is too much; then what matters least.
    fn make_room(&mut self, now: Instant) {
        if self.places.len() >= MOST {
            self.places
                .retain(|_, mistakes| mistakes.next + MEMORY > now);
            keep_half(&mut self.places, |mistakes| f64::from(mistakes.count));
        }
        for levels in [&mut self.names, &mut self.addresses] {
            if levels.len() >= MOST {
                levels.retain(|_, level| {
                    level.fill(now);
                    level.left < level.flow.most
                });
                keep_half(levels, |level| level.flow.most - level.left);
            }
        }
    }
}

/// Where there are as many as may be, keeps the half that weighs most.
fn keep_half<T>(all: &mut HashMap<u64, T>, weight: impl Fn(&T) -> f64) {
    if all.len() < MOST {
        return;
    }
    let mut weights: Vec<(u64, f64)> = all.iter().map(|(key, one)| (*key, weight(one))).collect();
    let half = weights.len() / 2;
    weights.select_nth_unstable_by(half, |one, other| one.1.total_cmp(&other.1));
    for (key, _) in &weights[..half] {
        all.remove(key);
    }
}

#[cfg(test)]
mod tests;
