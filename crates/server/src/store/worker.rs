use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use crate::metrics::Metrics;
use crate::uptime::Uptime;

/// Work on the database that somebody waits for.
trait Job: Send {
    /// Does it; after an error its changes are not to be kept.
    fn work(&mut self, connection: &Connection) -> Result<(), StoreError>;

    /// Tells whoever waits how it went, `batch` being the fate of all that was stored together.
    fn report(self: Box<Self>, batch: Result<(), StoreError>);
}

/// A piece of work, then its result.
struct Task<T, W> {
    work: Option<W>,
    result: Result<T, StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, W> Job for Task<T, W>
where
    T: Send,
    W: FnOnce(&Connection) -> Result<T, StoreError> + Send,
{
    fn work(&mut self, connection: &Connection) -> Result<(), StoreError> {
        if let Some(work) = self.work.take() {
            self.result = work(connection);
        }
        match &self.result {
            Ok(_) => Ok(()),
            Err(error) => Err(error.clone()),
        }
    }

    fn report(self: Box<Self>, batch: Result<(), StoreError>) {
        // Nobody may wait any more; what is done is done all the same.
        let _ = self.reply.send(batch.and(self.result));
    }
}

/// Jobs that wait before senders have to.
const QUEUE: usize = 4096;

/// Jobs stored together at most.
const BATCH: usize = 1024;

/// A thread with a connection that does one job after the other.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: mpsc::Sender<Box<dyn Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// A worker that stores what waits in one go: one write to the disk serves many.
    pub(super) fn writer(connection: Connection, uptime: Uptime, metrics: Arc<Metrics>) -> Worker {
        Worker::spawn("store-writer", move |mut queue| {
            let mut batch = Vec::with_capacity(BATCH);
            while queue.blocking_recv_many(&mut batch, BATCH) > 0 {
                let began = Instant::now();
                let reports = store(&connection, batch.drain(..), uptime);
                metrics.commit(began.elapsed(), reports);
            }
            // Leaves one file behind; what is in the log of the database is safe in any case.
            let fold = connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
            fold.unwrap_or_else(|error| tracing::warn!(%error, "the log was not folded in"));
        })
    }

    /// A worker that reads.
    pub(super) fn reader(connection: Connection) -> Worker {
        Worker::spawn("store-reader", move |mut queue| {
            while let Some(mut job) = queue.blocking_recv() {
                let done = job.work(&connection);
                job.report(done);
            }
        })
    }

    fn spawn(
        name: &str,
        work: impl FnOnce(mpsc::Receiver<Box<dyn Job>>) + Send + 'static,
    ) -> Worker {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let thread = thread::Builder::new().name(name.to_owned());
        let thread = thread.spawn(move || work(queue));
        Worker {
            jobs,
            thread: Some(thread.expect("a thread at the start of the program")),
        }
    }

    /// Does something with the database. What it returns comes back once it is durable.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Task {
            work: Some(work),
            result: Err(StoreError::Closed),
            reply,
        });
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

impl Drop for Worker {
    /// Waits until everything that was asked for is done.
    fn drop(&mut self) {
        let (closed, _) = mpsc::channel(1);
        self.jobs = closed;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Runs jobs in one transaction and reports; returns how many there were.
fn store(
    connection: &Connection,
    jobs: impl Iterator<Item = Box<dyn Job>>,
    uptime: Uptime,
) -> usize {
    let mut jobs: Vec<Box<dyn Job>> = jobs.collect();
    let stored = execute(connection, "BEGIN IMMEDIATE").and_then(|()| {
        for job in &mut jobs {
            within_savepoint(connection, job.as_mut())?;
        }
        let mut alive = connection.prepare_cached("UPDATE server SET uptime = max(uptime, ?1)")?;
        alive.execute([uptime.now().0 as i64])?;
        execute(connection, "COMMIT")
    });
    if stored.is_err() {
        // After some errors there is no transaction any more, which is just as well.
        let _ = execute(connection, "ROLLBACK");
    }
    let count = jobs.len();
    for job in jobs {
        job.report(stored.clone());
    }
    count
}

/// Runs a job so that its own failure leaves what others have stored.
fn within_savepoint(connection: &Connection, job: &mut dyn Job) -> Result<(), StoreError> {
    execute(connection, "SAVEPOINT job")?;
    if let Err(error) = job.work(connection) {
        // A full disk undoes the whole transaction.
        if connection.is_autocommit() {
            return Err(error);
        }
        execute(connection, "ROLLBACK TO job")?;
    }
    execute(connection, "RELEASE job")
}

fn execute(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}
