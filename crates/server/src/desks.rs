use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::task::AbortHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::line::{Line, NoRoom, Space};
use crate::owner::{Network, Owner};
use crate::turns::{Kind, Turn, Turns};

/// Threads that hold searches, each with its memory. There are more of them than processors they may use,
/// which they have by [`Turns`]: so nobody waits for the end of somebody else's long search. Who finds no
/// free one waits in a fair [`Line`].
#[derive(Clone)]
pub(crate) struct Desks {
    hall: Arc<Hall>,
    /// The threads end with the last of these.
    _open: Arc<Open>,
}

struct Hall {
    kind: Kind,
    turns: Arc<Turns>,
    state: Mutex<State>,
    changed: Condvar,
    /// How much waits for a desk.
    unheard: Arc<AtomicUsize>,
}

struct State {
    line: Line<Waiting>,
    /// Desks that are taken, by network.
    taken: HashMap<Network, usize>,
    free: usize,
    /// Desks of one network when half of all are taken.
    fair: usize,
    is_closed: bool,
}

struct Waiting {
    search: Search,
    dropped: Arc<AtomicBool>,
}

/// Something to be done in turns.
type Search = Box<dyn FnOnce(&Arc<Turn>) + Send>;

struct Open(Arc<Hall>);

/// A search that somebody waits for. When this goes, so does the search.
pub(crate) struct Asked {
    hall: Arc<Hall>,
    owner: Owner,
    number: u64,
    dropped: Arc<AtomicBool>,
}

/// Whoever asks has more waiting than there is room for; worth trying again after this time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowded {
    pub(crate) wait: Duration,
}

impl Crowded {
    /// What was waiting had to make room, or failed.
    pub(crate) const LATER: Crowded = Crowded { wait: WAIT };
}

/// How much the threads give way to all others, as `nice` counts.
const NICENESS: i32 = 10;

/// What beginning something counts for as long as it is not known what it costs.
const DEPOSIT: Duration = Duration::from_millis(10);

/// After how long whoever has too much waiting may ask again.
const WAIT: Duration = Duration::from_secs(2);

/// How often who waits is told their place. Who has waited for less is told nothing.
const PLACE: Duration = Duration::from_secs(1);

impl Desks {
    /// So many desks for one kind of searches, before which so much may wait. When half of them are taken, the
    /// others are for networks that have fewer than `fair`.
    pub(crate) fn new(
        kind: Kind,
        count: usize,
        fair: usize,
        space: Space,
        turns: Arc<Turns>,
    ) -> Desks {
        let hall = Arc::new(Hall {
            kind,
            turns,
            state: Mutex::new(State {
                line: Line::new(space),
                taken: HashMap::new(),
                free: count,
                fair,
                is_closed: false,
            }),
            changed: Condvar::new(),
            unheard: Arc::default(),
        });
        for _ in 0..count {
            let hall = Arc::clone(&hall);
            let name = match kind {
                Kind::Game => "computer",
                Kind::Question => "analyst",
            };
            let thread = thread::Builder::new().name(name.to_owned());
            let thread = thread.spawn(move || hall.work());
            thread.expect("a thread at the start of the program");
        }
        Desks {
            _open: Arc::new(Open(Arc::clone(&hall))),
            hall,
        }
    }

    /// How much waits to be begun.
    pub(crate) fn waiting(&self) -> usize {
        self.hall.state().line.len()
    }

    /// Has something searched for as long as what is returned is kept. What has to make room for others
    /// is dropped without having begun.
    pub(crate) fn ask(
        &self,
        owner: Owner,
        search: impl FnOnce(&Arc<Turn>) + Send + 'static,
    ) -> Result<Asked, Crowded> {
        let dropped = Arc::new(AtomicBool::new(false));
        let waiting = Waiting {
            search: Box::new(search),
            dropped: Arc::clone(&dropped),
        };
        let mut state = self.hall.state();
        let pushed = state.line.push(owner, waiting);
        self.hall.count(&state);
        drop(state);
        let (number, displaced) = pushed.map_err(|NoRoom(_)| Crowded::LATER)?;
        drop(displaced);
        self.hall.changed.notify_one();
        Ok(Asked {
            hall: Arc::clone(&self.hall),
            owner,
            number,
            dropped,
        })
    }
}

impl Asked {
    /// How many searches go before, as long as this one has no desk.
    pub(crate) fn ahead(&self) -> Option<usize> {
        let state = self.hall.state();
        let taken: usize = state.taken.values().sum();
        let ahead = state.line.ahead(self.owner, self.number)?;
        Some(ahead + taken)
    }

    /// Tells how many go before, now and then as it changes, and once that none do any more, if
    /// it was told otherwise; until `told` says that nobody listens.
    pub(crate) fn tell_place(
        self: &Arc<Asked>,
        mut told: impl FnMut(usize) -> bool + Send + 'static,
    ) -> AbortHandle {
        let asked = Arc::downgrade(self);
        let telling = async move {
            let mut ticks = interval(PLACE);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks.tick().await;
            let mut before = None;
            loop {
                ticks.tick().await;
                let Some(ahead) = asked.upgrade().map(|asked| asked.ahead()) else {
                    return;
                };
                let changed = ahead != before;
                before = ahead.or(before.map(|_| 0));
                if changed && !before.is_none_or(&mut told) {
                    return;
                }
                if ahead.is_none() {
                    return;
                }
            }
        };
        tokio::spawn(telling).abort_handle()
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
        let mut state = self.hall.state();
        let gone = state.line.take(self.owner, self.number);
        self.hall.count(&state);
        drop(state);
        if gone.is_none() {
            self.hall.turns.wake();
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Hall {
    fn state(&self) -> MutexGuard<'_, State> {
        // What is in there is whole between any two calls, whoever panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, state: &State) {
        self.unheard.store(state.line.len(), Ordering::Relaxed);
    }

    /// Does one search after the other.
    fn work(&self) {
        // Where the system does not let threads give way, they do not.
        let _ = rustix::process::nice(NICENESS);
        while let Some((owner, waiting)) = self.next() {
            let Waiting { search, dropped } = waiting;
            let turn = Turn::wait(&self.turns, self.kind, owner, &dropped, &self.unheard);
            let worked = turn.map_or(Duration::ZERO, |turn| {
                // What fails drops all it holds, so that who waits learns of it.
                let done = catch_unwind(AssertUnwindSafe(|| search(&turn)));
                if done.is_err() {
                    tracing::error!("a search has failed");
                }
                turn.worked()
            });
            self.leave(owner, worked);
        }
    }

    /// The next search, once there is one that may have a desk; none when nobody can ask any more.
    fn next(&self) -> Option<(Owner, Waiting)> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((owner, waiting)) = state.next() {
                self.count(&state);
                return Some((owner, waiting));
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn leave(&self, owner: Owner, worked: Duration) {
        let mut state = self.state();
        state.free += 1;
        if let Some(taken) = state.taken.get_mut(&owner.network) {
            *taken -= 1;
            if *taken == 0 {
                state.taken.remove(&owner.network);
            }
        }
        state.line.charge(owner, worked.saturating_sub(DEPOSIT));
        drop(state);
        // Others may have been kept from a free desk.
        self.changed.notify_all();
    }
}

impl State {
    /// What is next.
    fn next(&mut self) -> Option<(Owner, Waiting)> {
        let many = self.free > self.taken.values().sum();
        let (taken, fair) = (&self.taken, self.fair);
        let may = |network| many || taken.get(&network).is_none_or(|taken| *taken < fair);
        let (owner, _, waiting) = self.line.pop_of(&may)?;
        self.free -= 1;
        *self.taken.entry(owner.network).or_default() += 1;
        self.line.charge(owner, DEPOSIT);
        Some((owner, waiting))
    }
}

impl fmt::Debug for Desks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desks").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Instant;

    use super::*;
    use crate::seat::PersonId;

    fn owner(network: u8, person: i64) -> Owner {
        Owner::of(Some(PersonId(person)), [192, 0, 2, network].into())
    }

    const SPACE: Space = Space {
        person: 4,
        network: 8,
        all: 12,
    };

    fn desks(count: usize) -> Desks {
        Desks::new(Kind::Game, count, 1, SPACE, Arc::new(Turns::new(1)))
    }

    /// A search that lasts until it is told to stop.
    fn endless(desks: &Desks, owner: Owner) -> Asked {
        let search = |turn: &Arc<Turn>| {
            let stop = turn.stop();
            while !stop.is_due() {
                thread::sleep(Duration::from_millis(1));
            }
        };
        desks.ask(owner, search).unwrap()
    }

    /// Waits until all that waits has begun.
    fn begun(desks: &Desks) {
        while desks.hall.state().line.len() > 0 {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// A search that takes a little while; how long until it was done.
    fn short(desks: &Desks, owner: Owner) -> Duration {
        let (done, end) = mpsc::channel();
        let begun = Instant::now();
        let search = move |turn: &Arc<Turn>| {
            let stop = turn.working(Duration::from_millis(30));
            while !stop.is_due() {
                thread::sleep(Duration::from_millis(1));
            }
            done.send(()).unwrap();
        };
        let asked = desks.ask(owner, search).unwrap();
        end.recv_timeout(Duration::from_secs(10)).unwrap();
        drop(asked);
        begun.elapsed()
    }

    #[test]
    fn four_networks_that_think_without_end_hardly_keep_others_waiting() {
        let desks = desks(12);
        let mut busy = Vec::new();
        for network in 1..=4 {
            for person in 0..2 {
                busy.push(endless(&desks, owner(network, person)));
            }
        }
        thread::sleep(Duration::from_millis(200));
        for network in 5..9 {
            let took = short(&desks, owner(network, 100));
            assert!(took < Duration::from_millis(500), "{took:?}");
        }
    }

    #[test]
    fn who_stops_waiting_makes_room_at_once() {
        let desks = desks(1);
        let busy = endless(&desks, owner(1, 1));
        begun(&desks);
        let waiting: Vec<Asked> = (0..4).map(|_| endless(&desks, owner(2, 2))).collect();
        assert!(desks.ask(owner(2, 2), |_| ()).is_err(), "too many of one");
        drop(waiting);
        assert_eq!(desks.hall.state().line.len(), 0);
        drop(busy);
        assert!(short(&desks, owner(2, 2)) < Duration::from_secs(1));
    }

    #[tokio::test]
    async fn who_waits_for_more_than_a_moment_learns_their_place() {
        let desks = desks(1);
        let busy = endless(&desks, owner(1, 1));
        begun(&desks);
        let others: Vec<Asked> = (0..3).map(|_| endless(&desks, owner(1, 1))).collect();
        let last = Arc::new(endless(&desks, owner(1, 1)));
        let (told, mut places) = tokio::sync::mpsc::unbounded_channel();
        last.tell_place(move |ahead| told.send(ahead).is_ok());
        assert_eq!(places.recv().await, Some(4));
        drop(others);
        assert_eq!(places.recv().await, Some(1));
        drop(busy);
        while last.ahead().is_some() {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(places.recv().await, Some(0));
        assert_eq!(places.recv().await, None);
    }

    #[test]
    fn a_search_that_fails_takes_no_desk_along() {
        let desks = desks(1);
        let (held, end) = mpsc::channel::<()>();
        let failing = desks.ask(owner(1, 1), move |_| {
            let _held = held;
            panic!("on purpose");
        });
        assert!(end.recv().is_err(), "who waits learns of it");
        assert!(short(&desks, owner(1, 1)) < Duration::from_secs(5));
        drop(failing);
    }
}
