use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

#[cfg(test)]
use super::faults::Disk;
use super::{Condition, StoreError};
use crate::fault::{Fault, contained_now};
use crate::metrics::Metrics;
use crate::uptime::Uptime;

/// Work on the database that somebody waits for, or why it cannot even begin.
type Job = Box<dyn FnOnce(Result<&Connection, StoreError>) -> Worked + Send>;

/// Work that is done but not durable.
struct Worked {
    /// After an error its changes are not to be kept.
    result: Result<(), StoreError>,
    /// Tells whoever waits how it went, given the fate of all that was stored together.
    report: Report,
}

type Report = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Jobs that wait before senders have to.
const QUEUE: usize = 4096;

/// Jobs stored together at most.
const BATCH: usize = 1024;

/// How long the last thing to do waits for others.
const LAST_PATIENCE: Duration = Duration::from_millis(500);

/// A thread with a connection that does one job after the other.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: mpsc::Sender<Job>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// A worker that stores what waits in one go: one write to the disk serves many.
    pub(super) fn writer(
        connection: Connection,
        uptime: Uptime,
        condition: Arc<Condition>,
        metrics: Arc<Metrics>,
        #[cfg(test)] disk: Disk,
    ) -> Worker {
        Worker::spawn("store-writer", move |mut queue| {
            let mut batch = Vec::with_capacity(BATCH);
            while queue.blocking_recv_many(&mut batch, BATCH) > 0 {
                let began = Instant::now();
                condition.begin();
                let stored = store(
                    &connection,
                    batch.drain(..),
                    &uptime,
                    &metrics,
                    #[cfg(test)]
                    &disk,
                );
                // Before anybody is told: whoever is told finds time as it is from now on.
                condition.end(stored.trouble.as_ref().map_or(Ok(()), Err));
                let count = stored.reports.len();
                for report in stored.reports {
                    report(stored.result.clone());
                }
                metrics.commit(began.elapsed(), count);
            }
            // Leaves one file behind; what is in the log of the database is safe in any case.
            // Whoever still reads, such as a backup, is not waited for.
            let fold = connection
                .busy_timeout(LAST_PATIENCE)
                .and_then(|()| connection.pragma_update(None, "wal_checkpoint", "TRUNCATE"));
            fold.unwrap_or_else(|error| tracing::warn!(%error, "the log was not folded in"));
        })
    }

    /// A worker that reads.
    pub(super) fn reader(connection: Connection, metrics: Arc<Metrics>) -> Worker {
        Worker::spawn("store-reader", move |mut queue| {
            while let Some(job) = queue.blocking_recv() {
                let worked = contained_now(&metrics, || job(Ok(&connection)));
                // Who waits for one that met a fault learns that there is no answer.
                if let Ok(Worked { result, report }) = worked {
                    report(result);
                }
            }
        })
    }

    fn spawn(name: &str, work: impl FnOnce(mpsc::Receiver<Job>) + Send + 'static) -> Worker {
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
        let job: Job = Box::new(move |connection| {
            let worked = connection.and_then(work);
            Worked {
                result: worked.as_ref().map(|_| ()).map_err(StoreError::clone),
                // Nobody may wait any more; what is done is done all the same.
                report: Box::new(move |batch| drop(reply.send(batch.and(worked)))),
            }
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

/// What became of a batch.
struct Stored {
    result: Result<(), StoreError>,
    reports: Vec<Report>,
    /// What shows that the disk is to blame, whoever it hit.
    trouble: Option<StoreError>,
}

/// Runs jobs in one transaction.
fn store(
    connection: &Connection,
    mut jobs: impl Iterator<Item = Job>,
    uptime: &Uptime,
    metrics: &Metrics,
    #[cfg(test)] disk: &Disk,
) -> Stored {
    let mut reports = Vec::new();
    let mut trouble = None;
    let result = execute(connection, "BEGIN IMMEDIATE").and_then(|()| {
        for job in jobs.by_ref() {
            let refused = within_savepoint(connection, job, &mut reports, metrics)?;
            trouble = trouble.take().or(refused.filter(StoreError::is_trouble));
        }
        let mut alive = connection.prepare_cached("UPDATE server SET uptime = max(uptime, ?1)")?;
        alive.execute([uptime.now().0 as i64])?;
        #[cfg(test)]
        disk.commit()?;
        execute(connection, "COMMIT")
    });
    if let Err(error) = &result {
        // After some errors there is no transaction any more, which is just as well.
        let _ = execute(connection, "ROLLBACK");
        let left = jobs.map(|job| job(Err(error.clone())).report);
        reports.extend(left);
        trouble = Some(error.clone());
    }
    Stored {
        result,
        reports,
        trouble,
    }
}

/// Runs a job so that its own failure leaves what others have stored; returns that failure.
fn within_savepoint(
    connection: &Connection,
    job: Job,
    reports: &mut Vec<Report>,
    metrics: &Metrics,
) -> Result<Option<StoreError>, StoreError> {
    let begun = execute(connection, "SAVEPOINT job");
    let worked = contained_now(metrics, || job(begun.map(|()| connection)));
    let refused = match worked {
        Ok(Worked { result, report }) => {
            reports.push(report);
            result.err()
        }
        // Nothing of it is kept, and who waits for it learns that there is no answer.
        Err(Fault) => Some(StoreError::Closed),
    };
    if let Some(error) = &refused {
        // A full disk undoes the whole transaction.
        if connection.is_autocommit() {
            return Err(error.clone());
        }
        execute(connection, "ROLLBACK TO job")?;
    }
    execute(connection, "RELEASE job")?;
    Ok(refused)
}

fn execute(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}
