use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use engine::Stop;

use crate::owner::Owner;

/// The processors that searches share: so many work at once, the others wait for their turn. Who has no
/// answer yet goes first; then whoever's last turn is longest ago.
#[derive(Debug)]
pub(super) struct Turns {
    places: usize,
    state: Mutex<State>,
    /// Something has changed that those who wait should look at.
    changed: Condvar,
    /// Those who wait, and those of them who have no answer yet: looked at each millisecond without
    /// the lock.
    waiting: AtomicUsize,
    urgent: AtomicUsize,
    /// Questions that nobody works on, for want of a thread.
    pub(super) unheard: AtomicUsize,
}

#[derive(Debug, Default)]
struct State {
    working: usize,
    waiting: Vec<Waiting>,
    count: u64,
    /// When each had their last turn, counted in turns.
    served: HashMap<Owner, u64>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    number: u64,
    owner: Owner,
    urgency: Urgency,
}

/// Whether somebody waits for a first answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    First,
    Deeper,
}

/// How long one works while others wait.
const SLICE: Duration = Duration::from_millis(20);

/// How long one who has an answer keeps a thread while questions wait for one.
const COURTESY: Duration = Duration::from_secs(1);

/// Owners before those are forgotten who have nothing to do.
const MANY: usize = 1000;

impl Turns {
    pub(super) fn new(places: usize) -> Turns {
        Turns {
            places: places.max(1),
            state: Mutex::default(),
            changed: Condvar::new(),
            waiting: AtomicUsize::new(0),
            urgent: AtomicUsize::new(0),
            unheard: AtomicUsize::new(0),
        }
    }

    /// Waits for a turn; `false` when nobody wants it any more.
    fn take(&self, owner: Owner, urgency: Urgency, dropped: &AtomicBool) -> bool {
        let mut state = self.state();
        let number = state.count;
        state.count += 1;
        state.waiting.push(Waiting {
            number,
            owner,
            urgency,
        });
        self.count(&state);
        loop {
            let taken = state.working < self.places && state.next() == Some(number);
            let dropped = dropped.load(Ordering::Relaxed);
            if taken || dropped {
                state.waiting.retain(|waiting| waiting.number != number);
                self.count(&state);
                if dropped {
                    // It may have been the next.
                    self.changed.notify_all();
                    return false;
                }
                state.working += 1;
                let served = state.count;
                state.count += 1;
                state.served.insert(owner, served);
                state.forget();
                return true;
            }
            let waited = self.changed.wait(state);
            state = waited.expect("nothing panics while it holds the lock");
        }
    }

    fn give(&self) {
        self.state().working -= 1;
        self.changed.notify_all();
    }

    /// Has those who wait look whether anybody still wants what they find.
    pub(super) fn wake(&self) {
        // With the lock: else one that is about to wait would not hear it.
        let _state = self.state();
        self.changed.notify_all();
    }

    fn count(&self, state: &State) {
        let urgent = |waiting: &&Waiting| waiting.urgency == Urgency::First;
        let urgent = state.waiting.iter().filter(urgent).count();
        self.waiting.store(state.waiting.len(), Ordering::Relaxed);
        self.urgent.store(urgent, Ordering::Relaxed);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .expect("nothing panics while it holds the lock")
    }
}

impl State {
    /// Whose turn is next.
    fn next(&self) -> Option<u64> {
        let order = |waiting: &&Waiting| {
            let served = self.served.get(&waiting.owner).copied();
            (waiting.urgency, served, waiting.number)
        };
        self.waiting
            .iter()
            .min_by_key(order)
            .map(|waiting| waiting.number)
    }

    fn forget(&mut self) {
        if self.served.len() > MANY {
            let waiting = &self.waiting;
            self.served
                .retain(|owner, _| waiting.iter().any(|other| other.owner == *owner));
        }
    }
}

/// A search's part of the time, from its first turn to its end.
#[derive(Debug)]
pub(super) struct Turn {
    turns: Arc<Turns>,
    owner: Owner,
    dropped: Arc<AtomicBool>,
    account: Mutex<Account>,
}

#[derive(Debug)]
struct Account {
    urgency: Urgency,
    works: bool,
    /// When it began.
    begun: Instant,
    /// When this slice began, and when time was last counted.
    slice: Instant,
    counted: Instant,
    /// Time spent working on what is searched now, and how long that may be.
    spent: Duration,
    budget: Duration,
    /// When it is to end, however much it has worked.
    until: Option<Instant>,
}

impl Turn {
    /// Waits for the first turn; nothing when nobody wants it any more.
    pub(super) fn wait(
        turns: &Arc<Turns>,
        owner: Owner,
        dropped: &Arc<AtomicBool>,
    ) -> Option<Arc<Turn>> {
        if !turns.take(owner, Urgency::First, dropped) {
            return None;
        }
        let now = Instant::now();
        Some(Arc::new(Turn {
            turns: Arc::clone(turns),
            owner,
            dropped: Arc::clone(dropped),
            account: Mutex::new(Account {
                urgency: Urgency::First,
                works: true,
                begun: now,
                slice: now,
                counted: now,
                spent: Duration::ZERO,
                budget: Duration::MAX,
                until: None,
            }),
        }))
    }

    /// There is an answer: others may go first from now on.
    pub(super) fn answered(&self) {
        self.account().urgency = Urgency::Deeper;
    }

    pub(super) fn is_dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed)
    }

    /// What ends a search that may last so long by the clock on the wall.
    pub(super) fn until(self: &Arc<Turn>, time: Duration) -> Stop {
        self.account().until = Some(Instant::now() + time);
        self.stop()
    }

    /// What ends a search that may work for so long, waiting not counted.
    pub(super) fn working(self: &Arc<Turn>, time: Duration) -> Stop {
        let mut account = self.account();
        account.spent = Duration::ZERO;
        account.budget = time;
        account.counted = Instant::now();
        drop(account);
        self.stop()
    }

    fn stop(self: &Arc<Turn>) -> Stop {
        let turn = Arc::clone(self);
        Stop::never().consulting(move || turn.is_enough())
    }

    /// Asked by the search each millisecond or so: whether it is to end. Waits while it is the turn of others.
    fn is_enough(&self) -> bool {
        let mut account = self.account();
        if self.is_dropped() {
            return true;
        }
        let now = Instant::now();
        let worked = now - account.counted;
        account.spent += worked;
        account.counted = now;
        let urgent = account.urgency == Urgency::First;
        let first = !urgent && self.turns.urgent.load(Ordering::Relaxed) > 0;
        let others = self.turns.waiting.load(Ordering::Relaxed) > 0;
        if first || (others && now - account.slice >= SLICE) {
            account.works = false;
            self.turns.give();
            if !self.turns.take(self.owner, account.urgency, &self.dropped) {
                return true;
            }
            account.works = true;
            account.slice = Instant::now();
            account.counted = account.slice;
        }
        let pressed = account.until.is_some()
            && self.turns.unheard.load(Ordering::Relaxed) > 0
            && now - account.begun >= COURTESY;
        let late = account.until.is_some_and(|until| now >= until);
        account.spent >= account.budget || late || (pressed && !urgent)
    }

    fn account(&self) -> MutexGuard<'_, Account> {
        self.account
            .lock()
            .expect("nothing panics while it holds the lock")
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.account().works {
            self.turns.give();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::PersonId;
    use std::sync::mpsc;
    use std::thread;

    fn owner(number: i64) -> Owner {
        Owner::of(Some(PersonId(number)), [127, 0, 0, 1].into())
    }

    /// Works until it is told that it is enough; how long that was in slices of a millisecond.
    fn work(turns: &Arc<Turns>, number: i64, time: Duration) -> u32 {
        let dropped = Arc::default();
        let turn = Turn::wait(turns, owner(number), &dropped).unwrap();
        turn.answered();
        let stop = turn.until(time);
        let mut worked = 0;
        while !stop.is_due() {
            thread::sleep(Duration::from_millis(1));
            worked += 1;
        }
        worked
    }

    #[test]
    fn people_share_one_place_evenly() {
        let turns = Arc::new(Turns::new(1));
        let time = Duration::from_millis(900);
        let worked = thread::scope(|scope| {
            let all = [1, 2, 3].map(|number| {
                let turns = &turns;
                scope.spawn(move || work(turns, number, time))
            });
            all.map(|one| one.join().unwrap())
        });
        let most = worked.iter().max().unwrap();
        let least = worked.iter().min().unwrap();
        assert!(*least * 2 >= *most, "{worked:?}");
    }

    #[test]
    fn somebody_with_two_questions_has_one_part_of_the_time() {
        let turns = Arc::new(Turns::new(1));
        let time = Duration::from_millis(900);
        let [one, two, three] = thread::scope(|scope| {
            let all = [1, 1, 2].map(|number| {
                let turns = &turns;
                scope.spawn(move || work(turns, number, time))
            });
            all.map(|one| one.join().unwrap())
        });
        assert!(three * 3 >= (one + two) * 2, "{one} {two} {three}");
    }

    #[test]
    fn a_first_answer_goes_before_deeper_ones() {
        let turns = Arc::new(Turns::new(1));
        let dropped = Arc::default();
        let (asked, asks) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                asked.send(()).unwrap();
                work(&turns, 1, Duration::from_millis(500))
            });
            scope.spawn(|| work(&turns, 2, Duration::from_millis(500)));
            asks.recv().unwrap();
            thread::sleep(Duration::from_millis(50));
            let begun = Instant::now();
            let turn = Turn::wait(&turns, owner(3), &dropped).unwrap();
            assert!(begun.elapsed() < SLICE, "{:?}", begun.elapsed());
            drop(turn);
        });
    }

    #[test]
    fn who_is_dropped_while_waiting_leaves_at_once() {
        let turns = Arc::new(Turns::new(1));
        let dropped: Arc<AtomicBool> = Arc::default();
        let kept = Arc::default();
        let working = Turn::wait(&turns, owner(1), &kept).unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| Turn::wait(&turns, owner(2), &dropped).is_none());
            thread::sleep(Duration::from_millis(20));
            dropped.store(true, Ordering::Relaxed);
            turns.wake();
            assert!(waiting.join().unwrap());
        });
        drop(working);
        assert!(Turn::wait(&turns, owner(3), &kept).is_some());
    }
}
