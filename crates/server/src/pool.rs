use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::line::{Line, NoRoom, Space};
use crate::owner::Owner;

/// Threads for work that takes long, apart from those that serve people, and behind them when
/// processors are few. Whose work is next is decided by what each has had done lately: one who asks for
/// much waits behind everybody who asks for little.
#[derive(Clone)]
pub(crate) struct Pool {
    desk: Arc<Desk>,
    /// The threads end with the last of these.
    _open: Arc<Open>,
}

struct Desk {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    line: Line<Job>,
    is_closed: bool,
}

struct Open(Arc<Desk>);

type Job = Box<dyn FnOnce(Fate) + Send>;

/// What becomes of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is done now.
    Begun,
    /// It has to make room for somebody who has less waiting.
    Displaced,
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PoolError {
    /// Whoever asks has more waiting than there is room for; worth trying again after this time.
    Full { wait: Duration },
    /// It failed, which nobody expects.
    Failed,
}

/// How much its threads give way to all others, as `nice` counts.
const NICENESS: i32 = 10;

/// What beginning something counts for as long as it is not known what it costs.
const DEPOSIT: Duration = Duration::from_millis(10);

/// After how long whoever has too much waiting may ask again.
const WAIT: Duration = Duration::from_secs(2);

impl Pool {
    /// So many threads, before which so much may wait.
    pub(crate) fn new(name: &str, threads: usize, space: Space) -> Pool {
        let desk = Arc::new(Desk {
            state: Mutex::new(State {
                line: Line::new(space),
                is_closed: false,
            }),
            changed: Condvar::new(),
        });
        for _ in 0..threads {
            let desk = Arc::clone(&desk);
            let thread = thread::Builder::new().name(name.to_owned());
            let thread = thread.spawn(move || desk.work());
            thread.expect("a thread at the start of the program");
        }
        Pool {
            _open: Arc::new(Open(Arc::clone(&desk))),
            desk,
        }
    }

    /// How much waits to be begun.
    pub(crate) fn waiting(&self) -> usize {
        self.desk.state().line.len()
    }

    /// Does something there for somebody and waits for what comes of it. Whoever stops waiting before
    /// it has begun takes it out of the line.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let (reply, answer) = oneshot::channel();
        let full = PoolError::Full { wait: WAIT };
        let job: Job = Box::new(move |fate| {
            let done = match fate {
                Fate::Displaced => Err(full),
                Fate::Begun => catch_unwind(AssertUnwindSafe(work)).map_err(|_| PoolError::Failed),
            };
            // Nobody may wait any more.
            let _ = reply.send(done);
        });
        let pushed = self.desk.state().line.push(owner, job);
        let (number, displaced) = pushed.map_err(|NoRoom(_)| full)?;
        if let Some(displaced) = displaced {
            displaced(Fate::Displaced);
        }
        self.desk.changed.notify_one();
        let waiting = Waiting {
            desk: &self.desk,
            owner,
            number,
        };
        let answered = answer.await;
        drop(waiting);
        answered.unwrap_or(Err(PoolError::Failed))
    }
}

/// Something that somebody waits for. When this goes, so does the work, unless it has begun.
struct Waiting<'a> {
    desk: &'a Desk,
    owner: Owner,
    number: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let gone = self.desk.state().line.take(self.owner, self.number);
        // Not while the lock is held: it may be large.
        drop(gone);
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        // The line is whole between any two of its calls, whoever panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one job after the other.
    fn work(&self) {
        // Where the system does not let threads give way, they do not.
        let _ = rustix::process::nice(NICENESS);
        while let Some((owner, job)) = self.next() {
            let begun = Instant::now();
            job(Fate::Begun);
            let more = begun.elapsed().saturating_sub(DEPOSIT);
            self.state().line.charge(owner, more);
        }
    }

    /// The next job, once there is one; none when nobody can ask any more.
    fn next(&self) -> Option<(Owner, Job)> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((owner, _, job)) = state.line.pop() {
                state.line.charge(owner, DEPOSIT);
                return Some((owner, job));
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::JoinHandle;

    use super::*;
    use crate::seat::PersonId;

    fn owner(network: u8, person: i64) -> Owner {
        Owner::of(Some(PersonId(person)), [192, 0, 2, network].into())
    }

    const SPACE: Space = Space {
        person: 2,
        network: 4,
        all: 5,
    };

    /// A pool of one thread that is at work until the sender is gone.
    async fn busy() -> (Pool, mpsc::Sender<()>) {
        let pool = Pool::new("test", 1, SPACE);
        let (open, gate) = mpsc::channel::<()>();
        let (entered, inside) = oneshot::channel();
        let busy = pool.clone();
        tokio::spawn(async move {
            let work = move || {
                let _ = entered.send(());
                gate.recv().is_err()
            };
            busy.run(owner(9, 9), work).await
        });
        inside.await.unwrap();
        (pool, open)
    }

    /// Has something done once the pool is free; it waits in line when this returns.
    async fn ask(
        pool: &Pool,
        owner: Owner,
        name: &'static str,
        done: &mpsc::Sender<&'static str>,
    ) -> JoinHandle<Result<(), PoolError>> {
        let (pool, done) = (pool.clone(), done.clone());
        let asked = tokio::spawn(async move {
            let work = move || done.send(name).unwrap();
            pool.run(owner, work).await
        });
        tokio::task::yield_now().await;
        asked
    }

    #[tokio::test]
    async fn who_asks_for_little_is_not_behind_who_asks_for_much() {
        let (pool, open) = busy().await;
        let (done, order) = mpsc::channel();
        let full = Err(PoolError::Full { wait: WAIT });
        let mut asked = Vec::new();
        for (person, name) in [(1, "a1"), (1, "a2"), (2, "b1"), (3, "c1")] {
            asked.push(ask(&pool, owner(1, person), name, &done).await);
        }
        let over = ask(&pool, owner(1, 4), "network over", &done).await;
        assert_eq!(over.await.unwrap(), full);
        asked.push(ask(&pool, owner(2, 5), "d1", &done).await);
        // Everything is full; the longest queue makes room.
        asked.push(ask(&pool, owner(3, 6), "e1", &done).await);
        drop(open);
        let mut results = Vec::new();
        for one in asked {
            results.push(one.await.unwrap());
        }
        assert_eq!(results, [Ok(()), full, Ok(()), Ok(()), Ok(()), Ok(())]);
        drop(done);
        let order: Vec<&str> = order.iter().collect();
        assert_eq!(order, ["a1", "d1", "e1", "b1", "c1"]);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_begun() {
        let (pool, open) = busy().await;
        let (done, order) = mpsc::channel();
        let gone = ask(&pool, owner(1, 1), "gone", &done).await;
        let stays = ask(&pool, owner(1, 1), "stays", &done).await;
        gone.abort();
        assert!(gone.await.is_err());
        drop(open);
        assert_eq!(stays.await.unwrap(), Ok(()));
        drop(done);
        assert_eq!(order.iter().collect::<Vec<_>>(), ["stays"]);
    }

    #[tokio::test]
    async fn what_fails_takes_nothing_with_it() {
        let pool = Pool::new("test", 1, SPACE);
        let failed = pool.run(owner(1, 1), || panic!("on purpose"));
        assert_eq!(failed.await, Err::<(), _>(PoolError::Failed));
        assert_eq!(pool.run(owner(1, 1), || 2).await, Ok(2));
    }
}
