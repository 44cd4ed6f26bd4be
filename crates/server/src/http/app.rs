use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderValue;
use tokio::sync::watch;

use engine::{ByHeart, SharedData};
use play::text::Text;
use play::{Families, Lang};

use super::assets::Assets;
use super::edition::Edition;
use crate::analysis::Analysts;
use crate::bars::Bars;
use crate::cluster::{Message, Spent};
use crate::config::Config;
use crate::flight::Flight;
use crate::guesses::{Attempt, Guesses, Target};
use crate::limits::{Limits, Shared, TooSoon};
use crate::line::Space;
use crate::log::{Addresses, Tally};
use crate::metrics::Metrics;
use crate::newcomers::Newcomers;
use crate::owner::Network;
use crate::pool::Pool;
use crate::protocol::AtlasBoard;
use crate::proxies::Proxies;
use crate::rooms::Hub;
use crate::secret::random_bytes;
use crate::store::{Place, Store};
use crate::turns::Turns;

/// What every request can reach.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) families: Families,
    pub(crate) assets: Assets,
    pub(crate) edition: Edition,
    pub(crate) hub: Arc<Hub>,
    pub(crate) store: Arc<Store>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) limits: Arc<Limits>,
    /// Who came lately as a guest.
    pub(crate) newcomers: Newcomers,
    /// What was made for people and is not read yet.
    pub(crate) flight: Arc<Flight>,
    /// Wrong passwords and codes.
    guesses: Arc<Guesses>,
    /// Where passwords are hashed, which is slow on purpose.
    pub(crate) passwords: Pool,
    /// Where positions are valued.
    pub(crate) analysts: Analysts,
    /// Where records are read and boards are made.
    pub(crate) clerks: Pool,
    /// Where pictures and pages are drawn.
    pub(crate) artists: Pool,
    /// The atlas, once somebody has asked for it.
    pub(super) atlas: OnceLock<Vec<AtlasBoard>>,
    pub(crate) origins: Vec<String>,
    /// Whether people come over HTTPS.
    pub(crate) secure: bool,
    /// What browsers are told about HTTPS, where people come over it.
    pub(super) transport: Option<HeaderValue>,
    pub(crate) proxies: Proxies,
    /// How addresses are written to the log.
    pub(crate) addresses: Addresses,
    /// Addresses that are kept out.
    pub(crate) bars: Bars,
    /// What addresses do too much of.
    pub(crate) tally: Tally,
    /// The number of the next request.
    next_request: AtomicU64,
    /// Whether somebody who is no trusted proxy has said for whom they ask.
    presumed: AtomicBool,
    /// How long clients are waited for.
    pub(crate) patience: Duration,
    /// Turns true when the server goes down.
    pub(crate) closing: watch::Receiver<bool>,
    /// What is wrong with the installation, as far as it was logged.
    logged_faults: Mutex<HashSet<String>>,
}

/// Passwords and pictures that may wait: a class behind one address has room, and some ten seconds of work
/// in all.
const PASSWORDS: Space = Space {
    person: 4,
    network: 100,
    all: 400,
};
const PICTURES: Space = Space {
    person: 8,
    network: 100,
    all: 400,
};
/// Threads for them. They give way to those who serve games, so a second one only helps where
/// processors are idle.
const CLERKS: usize = 2;

/// Records, lists and views of positions that may wait: each is milliseconds of work, and a page asks
/// for several at once.
const PAPERS: Space = Space {
    person: 16,
    network: 400,
    all: 2000,
};

/// Bytes of what is computed in advance under one set of rules that is on no sheet: a fraction of a second of
/// its asker's time.
const ODD_ENDINGS: usize = 4 << 20;

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

impl App {
    pub(crate) fn new(
        config: &Config,
        families: Families,
        port: u16,
        store: Arc<Store>,
        metrics: Arc<Metrics>,
        closing: watch::Receiver<bool>,
    ) -> App {
        let turns = Arc::new(Turns::new(config.thinkers));
        let computers = Hub::computers(Arc::clone(&turns));
        let by_heart = ByHeart {
            each: ODD_ENDINGS,
            all: config.by_heart,
        };
        let shared = SharedData::with_tables(config.tables.clone()).knowing(by_heart);
        let hub = Hub::new(Arc::clone(&store), computers, Arc::clone(&metrics), shared);
        let edition = Edition::new(&families, &hub.resources);
        let limits = Arc::new(Limits::new(config.limits));
        let guesses = Arc::new(Guesses::new(config.limits.attempts));
        hub.neighbours
            .share(Arc::clone(&guesses), Arc::clone(&limits));
        let analysts = Analysts::new(turns, &hub.resources, Arc::clone(&metrics));
        App {
            assets: Assets::new(edition.as_str()),
            edition,
            families,
            hub,
            store,
            metrics,
            limits,
            newcomers: Newcomers::default(),
            flight: Arc::default(),
            guesses,
            passwords: Pool::new("passwords", 1, PASSWORDS),
            analysts,
            clerks: Pool::new("clerk", CLERKS, PAPERS),
            artists: Pool::new("artist", 1, PICTURES),
            atlas: OnceLock::new(),
            origins: config.all_origins(port),
            secure: config.is_secure(),
            transport: transport(config),
            proxies: config.proxies.clone(),
            // Until the keys are read, which may fail.
            addresses: Addresses::new(config.addresses, random_bytes()),
            bars: Bars::default(),
            tally: Tally::default(),
            // So that no two runs have the same numbers.
            next_request: AtomicU64::new(u64::from_be_bytes(random_bytes()) & !0xffff_ffff),
            presumed: AtomicBool::new(false),
            patience: config.patience,
            closing,
            logged_faults: Mutex::default(),
        }
    }

    /// Takes up keys that were made anew.
    pub(crate) fn read_keys(&self) {
        match self.store.keys() {
            Ok(keys) => {
                self.addresses.change_key(keys.hash(b"addresses", "log"));
                self.guesses.change_key(keys.hash(b"guesses", "nodes"));
            }
            Err(error) => tracing::error!(%error, "the keys cannot be read"),
        }
    }

    /// Somebody is about to show a password or a code for a name, which counts at every node.
    pub(super) fn attempt(
        &self,
        target: Target,
        name: &str,
        place: Place,
        address: IpAddr,
    ) -> Result<Attempt, TooSoon> {
        let now = Instant::now();
        let attempt = self.guesses.attempt(target, name, place, address, now)?;
        self.tell_spent(Spent::Attempt(attempt.clone()));
        Ok(attempt)
    }

    /// What was shown is right.
    pub(super) fn right(&self, attempt: Attempt) {
        self.guesses.right(&attempt);
        self.tell_spent(Spent::Right(attempt));
    }

    /// It was not looked at after all.
    pub(super) fn undone(&self, attempt: &Attempt) {
        self.guesses.undone(attempt);
        self.tell_spent(Spent::Undone(attempt.clone()));
    }

    /// A guest is to be made, which counts at every node.
    pub(super) fn admit_guest(&self, address: IpAddr) -> Result<(), TooSoon> {
        self.limits.guest(address)?;
        self.tell_spent(Spent::Limit(Shared::Guests, Network::of(address)));
        Ok(())
    }

    /// A password is to be hashed, which counts at every node.
    pub(super) fn admit_entry(&self, address: IpAddr) -> Result<(), TooSoon> {
        self.limits.entry(address)?;
        self.tell_spent(Spent::Limit(Shared::Entries, Network::of(address)));
        Ok(())
    }

    fn tell_spent(&self, spent: Spent) {
        self.hub.neighbours.tell_all(&Message::Spent(spent));
    }

    /// By what a request is found in the log.
    pub(super) fn request_id(&self) -> String {
        let number = self.next_request.fetch_add(1, Ordering::Relaxed);
        format!("{number:016x}")
    }

    /// Whether it is the first time that somebody who is no trusted proxy says for whom they ask.
    pub(super) fn first_presumed(&self) -> bool {
        !self.presumed.swap(true, Ordering::Relaxed)
    }

    /// Logs what is wrong with the installation, such as a damaged table, once: every position that
    /// needs it would tell it again. Whether this was the first time.
    pub(crate) fn log_fault(&self, fault: &Text) -> bool {
        let text = fault.get(Lang::EN);
        let mut logged = self
            .logged_faults
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let first = logged.insert(text.to_owned());
        if first {
            tracing::error!("{text}");
        }
        first
    }
}

/// What browsers are told about coming back, where they come over HTTPS.
fn transport(config: &Config) -> Option<HeaderValue> {
    let header = config.hsts.header().filter(|_| config.is_secure())?;
    Some(HeaderValue::from_str(&header).expect("digits and plain words"))
}
