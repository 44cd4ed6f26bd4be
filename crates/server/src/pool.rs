use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use tokio::sync::oneshot;

/// Threads for work that takes long, apart from those that serve people, and behind them when
/// processors are few.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    jobs: SyncSender<Job>,
}

type Job = Box<dyn FnOnce() + Send>;

/// More waits than there is room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PoolFull;

/// How much its threads give way to all others, as `nice` counts.
const NICENESS: i32 = 10;

impl Pool {
    /// So many threads, before which so many jobs may wait.
    pub(crate) fn new(name: &str, threads: usize, queue: usize) -> Pool {
        let (jobs, waiting) = sync_channel(queue);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            let thread = thread::Builder::new().name(name.to_owned());
            let thread = thread.spawn(move || work(&waiting));
            thread.expect("a thread at the start of the program");
        }
        Pool { jobs }
    }

    /// Does something there and waits for what comes of it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolFull> {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Nobody may wait any more: then nobody needs it.
            if !reply.is_closed() {
                let _ = reply.send(work());
            }
        });
        match self.jobs.try_send(job) {
            Ok(()) => answer.await.map_err(|_| PoolFull),
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => Err(PoolFull),
        }
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    // Where the system does not let threads give way, they do not.
    let _ = rustix::process::nice(NICENESS);
    loop {
        // The lock is held while waiting, never while working.
        let job = waiting.lock().map(|jobs| jobs.recv());
        match job {
            Ok(Ok(job)) => job(),
            Ok(Err(_)) | Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_does_not_fit_is_refused_and_the_rest_is_done() {
        let pool = Pool::new("test", 1, 1);
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let (entered, inside) = oneshot::channel();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.run(move || {
                    let _ = entered.send(());
                    gate.recv().is_ok()
                })
                .await
            }
        });
        inside.await.unwrap();
        // The first works, so one of these waits and the other does not fit.
        let others = async { tokio::join!(pool.run(|| 2), pool.run(|| 3)) };
        let (others, ()) = tokio::join!(others, async {
            tokio::task::yield_now().await;
            open.send(()).unwrap();
        });
        assert_eq!(others, (Ok(2), Err(PoolFull)));
        assert_eq!(first.await.unwrap(), Ok(true));
    }
}
