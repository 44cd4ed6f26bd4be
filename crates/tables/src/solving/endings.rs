use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use moulin::{Flights, Position, Rules};
use rayon::ThreadPoolBuilder;

use super::solved::Solved;
use crate::Exact;
use crate::numbering::stones::Stones;

/// The endings with fewest stones, solved in one thread when first asked for.
///
/// That thread works only while somebody who asks lends it their time, so that it takes nobody else's;
/// several who ask at once share the work; and when the last of them goes away it is given up.
pub struct Endings {
    desk: Arc<Desk>,
}

struct Desk {
    rules: Rules,
    memory: usize,
    solved: OnceLock<Solved>,
    work: Mutex<Work>,
    changed: Condvar,
    /// Those who lend their time at the moment: looked at each row without the lock.
    lenders: AtomicUsize,
}

#[derive(Default)]
struct Work {
    /// Those who wait for the end.
    askers: usize,
    /// Whether a thread is at it.
    is_going_on: bool,
    /// Whether it is done even if nobody waits.
    is_for_all: bool,
}

/// How long somebody lends their time before they look whether they still want to.
const LOAN: Duration = Duration::from_millis(5);

impl Endings {
    /// The most memory their values take, in bytes. It holds all layers of eight stones together, and of
    /// seven where layers are split by who has used his flight: some two seconds of work at most.
    pub const MEMORY: usize = 16 << 20;

    /// The most stones of both sides together for which a probe starts the work.
    pub const STONES: u8 = 8;

    /// Under these rules. Nothing is solved yet.
    #[must_use]
    pub fn new(rules: Rules) -> Endings {
        Endings::within(rules, Endings::MEMORY)
    }

    /// The same with at most so many bytes for the values: fewer stones where there are fewer.
    #[must_use]
    pub fn within(rules: Rules, memory: usize) -> Endings {
        Endings {
            desk: Arc::new(Desk {
                rules,
                memory: memory.min(Endings::MEMORY),
                solved: OnceLock::new(),
                work: Mutex::default(),
                changed: Condvar::new(),
                lenders: AtomicUsize::new(0),
            }),
        }
    }

    /// What a position is worth, if it has few enough stones.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Exact> {
        let (stones, layer) = Stones::of(position);
        let moving = layer.hands == [0, 0];
        moving.then(|| self.look(stones, layer.flights)).flatten()
    }

    /// What a position of the moving phase is worth, if it has few enough stones; white stands
    /// for the side to move among the flights.
    #[must_use]
    pub fn look(&self, stones: Stones, flights: Flights) -> Option<Exact> {
        let count = (stones.mover | stones.other).count_ones();
        if count > u32::from(Endings::STONES) {
            return None;
        }
        self.solved()?.look(stones, flights)
    }

    /// Whether they are solved by now, so that nobody has to wait for it.
    #[must_use]
    pub fn are_solved(&self) -> bool {
        self.desk.solved.get().is_some()
    }

    /// The memory they take by now, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.desk.solved.get().map_or(0, Solved::bytes)
    }

    /// The layers, solved now if they were not before; nothing where the system has no thread for it.
    #[must_use]
    pub fn solved(&self) -> Option<&Solved> {
        self.solve(&|| false)
    }

    /// The same until this says that it is enough, which is asked each few milliseconds and may take its
    /// time: nobody works for who asks meanwhile.
    pub fn solve(&self, is_enough: &dyn Fn() -> bool) -> Option<&Solved> {
        let desk = &self.desk;
        if let Some(solved) = desk.solved.get() {
            return Some(solved);
        }
        let _asker = Asker::new(desk);
        loop {
            if !desk.begin() {
                return None;
            }
            desk.lend();
            if let Some(solved) = desk.solved.get() {
                return Some(solved);
            }
            if is_enough() {
                return None;
            }
        }
    }

    /// Has them solved without anybody who waits for it.
    pub fn solve_for_all(&self) {
        let mut work = self.desk.work();
        if self.are_solved() || work.is_for_all {
            return;
        }
        // For good: they are never given up.
        work.is_for_all = true;
        work.askers += 1;
        self.desk.lenders.fetch_add(1, Ordering::Relaxed);
        drop(work);
        self.desk.changed.notify_all();
        self.desk.begin();
    }
}

/// Somebody who waits for the end.
struct Asker<'a>(&'a Desk);

impl<'a> Asker<'a> {
    fn new(desk: &'a Desk) -> Asker<'a> {
        desk.work().askers += 1;
        Asker(desk)
    }
}

impl Drop for Asker<'_> {
    fn drop(&mut self) {
        self.0.work().askers -= 1;
        // The thread may wait for somebody to lend it their time.
        self.0.changed.notify_all();
    }
}

impl Desk {
    fn work(&self) -> MutexGuard<'_, Work> {
        // Two numbers that are right whoever panicked.
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees to it that a thread is at it; whether one is, or was.
    fn begin(self: &Arc<Desk>) -> bool {
        let mut work = self.work();
        if work.is_going_on || self.solved.get().is_some() {
            return true;
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(1)
            .thread_name(|_| "endings".to_owned())
            .panic_handler(|_| ())
            .build();
        let Ok(pool) = pool else {
            return false;
        };
        work.is_going_on = true;
        drop(work);
        let end = End(Arc::clone(self));
        // The pool ends when this has.
        pool.spawn(move || {
            let desk = &end.0;
            // What was left out once would be missing if it went on.
            let given_up = AtomicBool::new(false);
            let gate = || {
                given_up.load(Ordering::Relaxed)
                    || (desk.is_given_up() && {
                        given_up.store(true, Ordering::Relaxed);
                        true
                    })
            };
            let solved = Solved::few_stones(desk.rules, Endings::STONES, desk.memory, &gate);
            if let Some(solved) = solved {
                let _ = desk.solved.set(solved);
            }
        });
        true
    }

    /// Lends the thread a little time, or less when it has come to its end.
    fn lend(&self) {
        let work = self.work();
        self.lenders.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_all();
        let waited = self
            .changed
            .wait_timeout_while(work, LOAN, |work| work.is_going_on);
        drop(waited);
        self.lenders.fetch_sub(1, Ordering::Relaxed);
    }

    /// Asked by the thread: whether nobody waits any more. Waits until somebody lends it their time.
    fn is_given_up(&self) -> bool {
        if self.lenders.load(Ordering::Relaxed) > 0 {
            return false;
        }
        let mut work = self.work();
        while self.lenders.load(Ordering::Relaxed) == 0 && work.askers > 0 {
            let waited = self.changed.wait(work);
            work = waited.unwrap_or_else(PoisonError::into_inner);
        }
        work.askers == 0
    }
}

/// The end of the work, however it comes.
struct End(Arc<Desk>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.work().is_going_on = false;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread;
    use std::time::Instant;

    use moulin::{BARREAU, CLASSIQUE};

    use super::*;

    /// Enough for seven stones, so that it takes a fraction of a second.
    const FEW: usize = 4 << 20;

    #[test]
    fn who_stops_waiting_is_let_go_at_once_and_the_work_is_given_up() {
        let endings = Endings::within(CLASSIQUE, FEW);
        let asked = Cell::new(0);
        let enough = || {
            asked.set(asked.get() + 1);
            asked.get() == 2
        };
        assert!(endings.solve(&enough).is_none());
        let begun = Instant::now();
        while endings.desk.work().is_going_on {
            assert!(
                begun.elapsed() < Duration::from_secs(5),
                "it goes on for nobody"
            );
            thread::sleep(Duration::from_millis(1));
        }
        assert!(!endings.are_solved() && endings.bytes() == 0);
        assert!(endings.solved().is_some() && endings.bytes() > 1 << 20);
        assert!(endings.bytes() < FEW + (1 << 20));
    }

    #[test]
    fn nothing_is_done_while_nobody_lends_their_time() {
        let endings = Endings::within(BARREAU, FEW);
        let waits = || {
            // As one whose turn it is not.
            let before = endings.are_solved();
            thread::sleep(Duration::from_millis(100));
            assert_eq!(endings.desk.lenders.load(Ordering::Relaxed), 0);
            assert_eq!(endings.are_solved(), before);
            true
        };
        assert!(endings.solve(&waits).is_none());
    }

    #[test]
    fn who_asks_for_the_same_shares_the_work() {
        let endings = Endings::within(BARREAU, FEW);
        let slots = thread::scope(|scope| {
            let ask = || endings.solved().map(Solved::slots);
            let all = [0; 3].map(|_| scope.spawn(ask));
            all.map(|one| one.join().unwrap())
        });
        assert!(slots[0].is_some() && slots.iter().all(|other| *other == slots[0]));
    }
}
