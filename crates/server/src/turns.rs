use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Stop;

use crate::owner::Owner;
use crate::shares::{Account, Shares};

/// The processors that all searches share, the computer's thoughts about its moves and questions about
/// positions alike: so many work at once, the others wait for their turn.
///
/// Games come before questions, which have a tenth of the time at least. Among either, whoever had
/// least lately goes first ([`Shares`]); inside a network, who has no answer yet.
#[derive(Debug)]
pub(crate) struct Turns {
    places: usize,
    state: Mutex<State>,
    /// Something has changed that those who wait should look at.
    changed: Condvar,
    /// Those who wait, and the questions among them that have no answer yet: looked at each millisecond
    /// without the lock.
    waiting: AtomicUsize,
    urgent: AtomicUsize,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A move of the computer.
    Game,
    /// The value of a position, or a review.
    Question,
}

impl Kind {
    /// How many times the time of this kind counts when it is shared with the other.
    const fn weight(self) -> u32 {
        match self {
            Kind::Game => 1,
            Kind::Question => 9,
        }
    }
}

#[derive(Debug, Default)]
struct State {
    working: usize,
    waiting: Vec<Waiting>,
    count: u64,
    kinds: Account<Kind>,
    games: Shares,
    questions: Shares,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    number: u64,
    kind: Kind,
    owner: Owner,
    urgency: Urgency,
}

/// Whether somebody waits for a first answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    First,
    Deeper,
}

/// How far behind the others a network is that asks its first question: some first answers. With a
/// second of it, four networks that ask for all they can get kept others waiting for half a minute while
/// questions had a tenth of the time.
const FIRST_LOOKS: Duration = Duration::from_millis(100);

/// How long one works while others wait.
const SLICE: Duration = Duration::from_millis(20);

/// How long one works at least: to change hands takes time too.
const LEAST: Duration = Duration::from_millis(4);

/// How long one who has an answer keeps a thread while questions wait for one.
const COURTESY: Duration = Duration::from_secs(1);

/// How long one who has no answer yet keeps a thread, however little time it had.
const PATIENCE: Duration = Duration::from_secs(60);

impl Turns {
    pub(crate) fn new(places: usize) -> Turns {
        Turns {
            places: places.max(1),
            state: Mutex::new(State::new()),
            changed: Condvar::new(),
            waiting: AtomicUsize::new(0),
            urgent: AtomicUsize::new(0),
        }
    }

    /// Waits for a turn; `false` when nobody wants it any more.
    fn take(&self, kind: Kind, owner: Owner, urgency: Urgency, dropped: &AtomicBool) -> bool {
        let mut state = self.state();
        let number = state.wait(kind, owner, urgency);
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
                state.begin(kind, owner);
                if state.working < self.places {
                    self.changed.notify_all();
                }
                return true;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives a turn back after so much work.
    fn give(&self, kind: Kind, owner: Owner, worked: Duration) {
        self.state().end(kind, owner, worked);
        self.changed.notify_all();
    }

    /// Has those who wait look whether anybody still wants what they find.
    pub(crate) fn wake(&self) {
        // With the lock: else one that is about to wait would not hear it.
        let _state = self.state();
        self.changed.notify_all();
    }

    fn count(&self, state: &State) {
        let urgent = |waiting: &&Waiting| {
            waiting.urgency == Urgency::First && waiting.kind == Kind::Question
        };
        let urgent = state.waiting.iter().filter(urgent).count();
        self.waiting.store(state.waiting.len(), Ordering::Relaxed);
        self.urgent.store(urgent, Ordering::Relaxed);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn new() -> State {
        State {
            questions: Shares::crediting(FIRST_LOOKS),
            ..State::default()
        }
    }

    /// One waits from now on, under this number.
    fn wait(&mut self, kind: Kind, owner: Owner, urgency: Urgency) -> u64 {
        let number = self.count;
        self.count += 1;
        self.waiting.push(Waiting {
            number,
            kind,
            owner,
            urgency,
        });
        number
    }

    /// A turn begins.
    fn begin(&mut self, kind: Kind, owner: Owner) {
        self.working += 1;
        self.kinds.serve(kind);
        self.shares(kind).serve(owner);
    }

    /// A turn is over after so much work.
    fn end(&mut self, kind: Kind, owner: Owner, worked: Duration) {
        self.working -= 1;
        self.kinds.charge(kind, worked * kind.weight());
        self.shares(kind).charge(owner, worked);
    }

    fn shares(&mut self, kind: Kind) -> &mut Shares {
        match kind {
            Kind::Game => &mut self.games,
            Kind::Question => &mut self.questions,
        }
    }

    /// Whose turn is next.
    fn next(&self) -> Option<u64> {
        let order = |waiting: &&Waiting| {
            let shares = match waiting.kind {
                Kind::Game => &self.games,
                Kind::Question => &self.questions,
            };
            let had = shares.had(waiting.owner);
            let kind = self.kinds.had(waiting.kind);
            (
                kind,
                had.network,
                waiting.urgency,
                had.person,
                waiting.number,
            )
        };
        self.waiting
            .iter()
            .min_by_key(order)
            .map(|waiting| waiting.number)
    }
}

/// A search's part of the time, from its first turn to its end.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Arc<Turns>,
    kind: Kind,
    owner: Owner,
    dropped: Arc<AtomicBool>,
    /// How many wait for a thread.
    unheard: Arc<AtomicUsize>,
    account: Mutex<Working>,
}

#[derive(Debug)]
struct Working {
    urgency: Urgency,
    /// Whether it has a place.
    works: bool,
    /// When it began.
    begun: Instant,
    /// When this slice began, and when time was last counted.
    slice: Instant,
    counted: Instant,
    /// Time spent working on what is searched now, and how long that may be.
    spent: Duration,
    budget: Duration,
    /// Time spent working in slices that are over.
    worked: Duration,
    /// When it is to end if there is an answer, however much it has worked.
    until: Option<Instant>,
}

impl Turn {
    /// Waits for the first turn; nothing when nobody wants it any more. As long as others are
    /// unheard, those who have an answer make room for them.
    pub(crate) fn wait(
        turns: &Arc<Turns>,
        kind: Kind,
        owner: Owner,
        dropped: &Arc<AtomicBool>,
        unheard: &Arc<AtomicUsize>,
    ) -> Option<Arc<Turn>> {
        if !turns.take(kind, owner, Urgency::First, dropped) {
            return None;
        }
        let now = Instant::now();
        Some(Arc::new(Turn {
            turns: Arc::clone(turns),
            kind,
            owner,
            dropped: Arc::clone(dropped),
            unheard: Arc::clone(unheard),
            account: Mutex::new(Working {
                urgency: Urgency::First,
                works: true,
                begun: now,
                slice: now,
                counted: now,
                spent: Duration::ZERO,
                budget: Duration::MAX,
                worked: Duration::ZERO,
                until: None,
            }),
        }))
    }

    /// There is an answer: others may go first from now on.
    pub(crate) fn answered(&self) {
        self.account().urgency = Urgency::Deeper;
    }

    pub(crate) fn is_dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed)
    }

    /// The time it has worked so far.
    pub(crate) fn worked(&self) -> Duration {
        let account = self.account();
        let now = if account.works {
            account.slice.elapsed()
        } else {
            Duration::ZERO
        };
        account.worked + now
    }

    /// What ends a search that may last so long by the clock on the wall, or a little longer for a first
    /// answer.
    pub(crate) fn until(self: &Arc<Turn>, time: Duration) -> Stop {
        self.account().until = Some(Instant::now() + time);
        self.stop()
    }

    /// What ends a search that may work for so long, waiting not counted.
    pub(crate) fn working(self: &Arc<Turn>, time: Duration) -> Stop {
        let mut account = self.account();
        account.spent = Duration::ZERO;
        account.budget = time;
        account.counted = Instant::now();
        drop(account);
        self.stop()
    }

    /// What ends a search that nobody waits for any more.
    pub(crate) fn stop(self: &Arc<Turn>) -> Stop {
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
        let slice = if first { LEAST } else { SLICE };
        if (first || others) && now - account.slice >= slice {
            self.pause(&mut account, now);
            let (kind, owner) = (self.kind, self.owner);
            if !self.turns.take(kind, owner, account.urgency, &self.dropped) {
                return true;
            }
            account.works = true;
            account.slice = Instant::now();
            account.counted = account.slice;
        }
        let Some(until) = account.until else {
            return account.spent >= account.budget;
        };
        if urgent {
            return now - account.begun >= PATIENCE;
        }
        let pressed = self.unheard.load(Ordering::Relaxed) > 0;
        now >= until || (pressed && now - account.begun >= COURTESY)
    }

    fn pause(&self, account: &mut Working, now: Instant) {
        let worked = now - account.slice;
        account.works = false;
        account.worked += worked;
        self.turns.give(self.kind, self.owner, worked);
    }

    fn account(&self) -> MutexGuard<'_, Working> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut account = self.account();
        if account.works {
            self.pause(&mut account, Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::PersonId;
    use std::thread;

    fn owner(network: u8, person: i64) -> Owner {
        Owner::of(Some(PersonId(person)), [192, 0, 2, network].into())
    }

    fn wait(turns: &Arc<Turns>, kind: Kind, owner: Owner) -> Arc<Turn> {
        Turn::wait(turns, kind, owner, &Arc::default(), &Arc::default()).unwrap()
    }

    /// One place that is shared, turn by turn, without a clock on the wall: on a busy machine turns take
    /// longer than they should, but nobody has more of them.
    struct Sharing {
        state: State,
    }

    impl Sharing {
        /// Among these, who all want all they can get and have an answer.
        fn among(all: &[(Kind, Owner)]) -> Sharing {
            let mut state = State::new();
            for (kind, owner) in all {
                state.wait(*kind, *owner, Urgency::Deeper);
            }
            Sharing { state }
        }

        /// Who has the next turn, of a whole slice. They wait for another one after it.
        fn turn(&mut self) -> Waiting {
            let next = self.state.next().unwrap();
            let waiting = &mut self.state.waiting;
            let index = waiting.iter().position(|one| one.number == next).unwrap();
            let one = waiting.remove(index);
            self.state.begin(one.kind, one.owner);
            self.state.end(one.kind, one.owner, SLICE);
            self.state.wait(one.kind, one.owner, Urgency::Deeper);
            one
        }

        /// How many of so many turns each of these has.
        fn turns<const N: usize>(&mut self, turns: usize, all: [(Kind, Owner); N]) -> [usize; N] {
            let had: Vec<(Kind, Owner)> = (0..turns)
                .map(|_| self.turn())
                .map(|one| (one.kind, one.owner))
                .collect();
            all.map(|one| had.iter().filter(|had| **had == one).count())
        }
    }

    fn share<const N: usize>(turns: usize, all: [(Kind, Owner); N]) -> [usize; N] {
        Sharing::among(&all).turns(turns, all)
    }

    #[test]
    fn people_share_one_place_evenly() {
        let people = [1, 2, 3].map(|number| (Kind::Question, owner(1, number)));
        assert_eq!(share(300, people), [100, 100, 100]);
    }

    #[test]
    fn a_network_has_one_part_of_the_time_with_however_many_people() {
        let crowd = [1, 2, 3, 4].map(|person| (Kind::Question, owner(1, person)));
        let [one, two, three, four] = crowd;
        let all = [one, two, three, four, (Kind::Question, owner(2, 5))];
        assert_eq!(share(400, all), [50, 50, 50, 50, 200]);
    }

    #[test]
    fn games_go_first_and_questions_have_a_tenth() {
        let all = [
            (Kind::Game, owner(1, 1)),
            (Kind::Game, owner(2, 1)),
            (Kind::Question, owner(3, 1)),
        ];
        assert_eq!(share(1000, all), [450, 450, 100]);
    }

    #[test]
    fn who_thinks_seldom_does_not_wait_for_who_always_does() {
        let busy = [1, 2, 3, 4].map(|number| (Kind::Game, owner(number, 1)));
        let mut sharing = Sharing::among(&busy);
        assert_eq!(sharing.turns(40, busy), [10; 4]);
        let seldom = (Kind::Game, owner(9, 9));
        sharing.state.wait(seldom.0, seldom.1, Urgency::First);
        // Nobody else has a turn until it has caught up with what they have had.
        assert_eq!(sharing.turns(10, [seldom]), [10]);
        let all = [busy[0], busy[1], busy[2], busy[3], seldom];
        assert_eq!(sharing.turns(500, all), [100; 5], "then all have the same");
    }

    #[test]
    fn a_first_answer_goes_before_deeper_ones() {
        let busy = [1, 2].map(|person| (Kind::Question, owner(1, person)));
        let mut sharing = Sharing::among(&busy);
        sharing.turns(40, busy);
        // Somebody of the same network, who has had more than they.
        let third = (Kind::Question, owner(1, 3));
        sharing.state.begin(third.0, third.1);
        sharing.state.end(third.0, third.1, 40 * SLICE);
        let number = sharing.state.wait(third.0, third.1, Urgency::First);
        assert_eq!(sharing.turn().number, number);
        let next = sharing.turn();
        assert_ne!(next.owner, third.1, "deeper ones have their turn again");
    }

    #[test]
    fn two_threads_work_in_turns_until_nobody_wants_it() {
        let turns = Arc::new(Turns::new(1));
        let (dropped, nobody) = (Arc::<AtomicBool>::default(), Arc::default());
        thread::scope(|scope| {
            let work = |person| {
                let turn = Turn::wait(&turns, Kind::Game, owner(1, person), &dropped, &nobody);
                turn.map_or(Duration::ZERO, |turn| {
                    let stop = turn.stop();
                    while !stop.is_due() {
                        thread::sleep(Duration::from_millis(1));
                    }
                    turn.worked()
                })
            };
            let both = [1, 2].map(|person| scope.spawn(move || work(person)));
            // Until each has had several turns.
            while turns.state().count < 10 {
                thread::sleep(Duration::from_millis(1));
            }
            dropped.store(true, Ordering::Relaxed);
            turns.wake();
            for worked in both.map(|one| one.join().unwrap()) {
                assert!(worked >= SLICE, "{worked:?}");
            }
        });
        let state = turns.state();
        assert_eq!((state.working, state.waiting.len()), (0, 0));
    }

    #[test]
    fn who_is_dropped_while_waiting_leaves_at_once() {
        let turns = Arc::new(Turns::new(1));
        let (dropped, nobody) = (Arc::<AtomicBool>::default(), Arc::default());
        let working = wait(&turns, Kind::Game, owner(1, 1));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let turn = Turn::wait(&turns, Kind::Game, owner(1, 2), &dropped, &nobody);
                turn.is_none()
            });
            thread::sleep(Duration::from_millis(20));
            dropped.store(true, Ordering::Relaxed);
            turns.wake();
            assert!(waiting.join().unwrap());
        });
        drop(working);
        wait(&turns, Kind::Game, owner(1, 3));
    }
}
