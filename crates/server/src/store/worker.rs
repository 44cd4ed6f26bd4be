use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::database::{Connection, Kind, Line};
#[cfg(test)]
use super::faults::Disk;
use super::{Condition, StoreError, note_uptime};
use crate::fault::{Fault, contained_now};
use crate::metrics::Metrics;
use crate::uptime::Uptime;

/// Work on the database that somebody waits for.
trait Job: Send {
    /// Does it. After an error its changes are not to be kept.
    fn run(&mut self, connection: &Connection) -> Result<(), StoreError>;

    /// Does not even begin.
    fn refuse(&mut self, error: &StoreError);

    /// Tells whoever waits how it went, given the fate of all that was stored together.
    fn report(self: Box<Self>, batch: Result<(), StoreError>);
}

type Jobs = Vec<Box<dyn Job>>;

/// What comes to a worker in its turn.
enum Turn {
    Job(Box<dyn Job>),
    /// Something waits that is done first.
    Urgent,
}

/// What is done before all that waits for its turn.
#[derive(Clone, Default)]
struct Urgent(Arc<Mutex<Jobs>>);

impl Urgent {
    fn push(&self, job: Box<dyn Job>) {
        self.with(|jobs| jobs.push(job));
    }

    fn take(&self) -> Jobs {
        self.with(std::mem::take)
    }

    fn with<T>(&self, change: impl FnOnce(&mut Jobs) -> T) -> T {
        // A list of jobs is whole, whoever panicked.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Urgent {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("Urgent")
    }
}

struct Task<T, W> {
    /// Gone once it has begun for the last time.
    work: Option<W>,
    result: Result<T, StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, W> Job for Task<T, W>
where
    T: Send,
    W: FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send,
{
    fn run(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let work = match connection.kind() {
            Kind::Sqlite => self.work.take(),
            // Where others write too, it may have to be done again.
            Kind::Postgres => self.work.clone(),
        };
        self.result = work.map_or(Err(StoreError::Closed), |work| work(connection));
        self.result.as_ref().map(|_| ()).map_err(StoreError::clone)
    }

    fn refuse(&mut self, error: &StoreError) {
        self.result = Err(error.clone());
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

/// The same where each job is a transaction within one: PostgreSQL keeps track of so many at no cost.
const POSTGRES_BATCH: usize = 64;

/// How often a job is done that others were in the way of.
const TRIES: u32 = 5;

/// How long the last thing to do waits for others.
const LAST_PATIENCE: Duration = Duration::from_millis(500);

/// A thread with a connection that does one job after the other.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: mpsc::Sender<Turn>,
    urgent: Urgent,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// A worker that stores what waits in one go: one write to the disk serves many.
    pub(super) fn writer(
        mut line: Line,
        uptime: Uptime,
        condition: Arc<Condition>,
        metrics: Arc<Metrics>,
        #[cfg(test)] disk: Disk,
    ) -> Worker {
        Worker::spawn("store-writer", move |mut queue, urgent| {
            let most = match line.present().map(Connection::kind) {
                Some(Kind::Postgres) => POSTGRES_BATCH,
                _ => BATCH,
            };
            let mut turns = Vec::with_capacity(most);
            while queue.blocking_recv_many(&mut turns, most) > 0 {
                let waiting = turns.drain(..).filter_map(|turn| match turn {
                    Turn::Job(job) => Some(job),
                    Turn::Urgent => None,
                });
                // Each by itself: rows that an urgent one holds are not held while those after it wait for
                // rows of others, who may be waiting for these.
                for batch in [urgent.take(), waiting.collect()] {
                    if batch.is_empty() {
                        continue;
                    }
                    let began = Instant::now();
                    condition.begin();
                    let count = batch.len();
                    let stored = store(
                        &mut line,
                        batch,
                        &uptime,
                        &metrics,
                        #[cfg(test)]
                        &disk,
                    );
                    // Before anybody is told: whoever is told finds time as it is from now on.
                    condition.end(stored.trouble.as_ref().map_or(Ok(()), Err));
                    for (job, result) in stored.jobs {
                        job.report(result);
                    }
                    metrics.commit(began.elapsed(), count);
                }
            }
            let Some(connection) = line.present().and_then(Connection::sqlite) else {
                return;
            };
            // Leaves one file behind; what is in the log of the database is safe in any case.
            // Whoever still reads, such as a backup, is not waited for.
            let fold = connection
                .busy_timeout(LAST_PATIENCE)
                .and_then(|()| connection.pragma_update(None, "wal_checkpoint", "TRUNCATE"));
            fold.unwrap_or_else(|error| tracing::warn!(%error, "the log was not folded in"));
        })
    }

    /// A worker that reads.
    pub(super) fn reader(mut line: Line, metrics: Arc<Metrics>) -> Worker {
        Worker::spawn("store-reader", move |mut queue, _| {
            while let Some(turn) = queue.blocking_recv() {
                let Turn::Job(mut job) = turn else { continue };
                let mut worked = contained_now(&metrics, || read(&mut line, &mut *job));
                if let Ok(Err(StoreError::Unreachable { .. })) = worked {
                    // A server that was started anew has ended the connections of before.
                    worked = contained_now(&metrics, || read(&mut line, &mut *job));
                }
                // Who waits for one that met a fault learns that there is no answer.
                if worked.is_ok() {
                    job.report(Ok(()));
                }
            }
        })
    }

    fn spawn(
        name: &str,
        work: impl FnOnce(mpsc::Receiver<Turn>, Urgent) + Send + 'static,
    ) -> Worker {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let urgent = Urgent::default();
        let thread = thread::Builder::new().name(name.to_owned());
        let first = urgent.clone();
        let thread = thread.spawn(move || work(queue, first));
        Worker {
            jobs,
            urgent,
            thread: Some(thread.expect("a thread at the start of the program")),
        }
    }

    /// Does something with the database. What it returns comes back once it is durable.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        let (job, answer) = task(work);
        let turn = self.jobs.send(Turn::Job(job)).await;
        turn.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// The same before all that waits for its turn.
    pub(super) async fn run_first<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        let (job, answer) = task(work);
        self.urgent.push(job);
        // Where the queue is full it is come by very soon.
        if let Err(mpsc::error::TrySendError::Closed(_)) = self.jobs.try_send(Turn::Urgent) {
            return Err(StoreError::Closed);
        }
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// Work as a job, and where its result comes.
fn task<T: Send + 'static>(
    work: impl FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send + 'static,
) -> (Box<dyn Job>, oneshot::Receiver<Result<T, StoreError>>) {
    let (reply, answer) = oneshot::channel();
    let job = Task {
        work: Some(work),
        result: Err(StoreError::Closed),
        reply,
    };
    (Box::new(job), answer)
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

/// Runs a job that reads.
fn read(line: &mut Line, job: &mut dyn Job) -> Result<(), StoreError> {
    match line.connection() {
        Ok(connection) => job.run(connection),
        Err(error) => {
            job.refuse(&error);
            Err(error)
        }
    }
}

/// What became of what was to be stored.
struct Stored {
    jobs: Vec<(Box<dyn Job>, Result<(), StoreError>)>,
    /// What shows that the disk or the server is to blame, whoever it hit.
    trouble: Option<StoreError>,
}

/// What became of a transaction.
struct Batch {
    result: Result<(), StoreError>,
    /// Those that are done, or failed by their own fault.
    done: Jobs,
    /// Those that others were in the way of. Nothing of them is kept.
    again: Jobs,
    trouble: Option<StoreError>,
}

/// Stores jobs together; those that other nodes were in the way of once more, each by itself: it then
/// waits for the rows of one job and holds those of no other.
fn store(
    line: &mut Line,
    jobs: Jobs,
    uptime: &Uptime,
    metrics: &Metrics,
    #[cfg(test)] disk: &Disk,
) -> Stored {
    let mut stored = Stored {
        jobs: Vec::with_capacity(jobs.len()),
        trouble: None,
    };
    let mut waiting: Vec<(Jobs, u32)> = vec![(jobs, 1)];
    while let Some((jobs, tries)) = waiting.pop() {
        let batch = transact(
            line,
            jobs,
            uptime,
            metrics,
            #[cfg(test)]
            disk,
        );
        let Batch {
            result,
            done,
            again,
            trouble,
        } = batch;
        let finished = done.into_iter().map(|job| (job, result.clone()));
        stored.jobs.extend(finished);
        stored.trouble = stored.trouble.take().or(trouble);
        for job in again {
            if tries < TRIES && stored.trouble.is_none() {
                waiting.push((vec![job], tries + 1));
            } else {
                stored.jobs.push((job, result.clone()));
            }
        }
    }
    stored
}

/// Runs jobs in one transaction.
fn transact(
    line: &mut Line,
    jobs: Jobs,
    uptime: &Uptime,
    metrics: &Metrics,
    #[cfg(test)] disk: &Disk,
) -> Batch {
    let mut batch = Batch {
        result: Ok(()),
        done: Vec::with_capacity(jobs.len()),
        again: Vec::new(),
        trouble: None,
    };
    let mut jobs = jobs.into_iter();
    batch.result = line.connection().and_then(|connection| {
        let result = all(
            connection,
            &mut jobs,
            &mut batch,
            uptime,
            metrics,
            #[cfg(test)]
            disk,
        );
        if result.is_err() {
            connection.rollback();
        }
        result
    });
    if let Err(error) = &batch.result {
        for mut job in jobs {
            job.refuse(error);
            batch.done.push(job);
        }
        batch.trouble = Some(error.clone());
    }
    batch
}

fn all(
    connection: &Connection,
    jobs: &mut impl Iterator<Item = Box<dyn Job>>,
    batch: &mut Batch,
    uptime: &Uptime,
    metrics: &Metrics,
    #[cfg(test)] disk: &Disk,
) -> Result<(), StoreError> {
    connection.begin()?;
    for job in jobs {
        let refused = within_savepoint(connection, job, batch, metrics)?;
        batch.trouble = batch
            .trouble
            .take()
            .or(refused.filter(StoreError::is_trouble));
    }
    if connection.kind() == Kind::Sqlite {
        note_uptime(connection, uptime.now())?;
    }
    #[cfg(test)]
    disk.commit()?;
    Ok(connection.commit()?)
}

/// Runs a job so that its own failure leaves what others have stored; returns that failure.
fn within_savepoint(
    connection: &Connection,
    mut job: Box<dyn Job>,
    batch: &mut Batch,
    metrics: &Metrics,
) -> Result<Option<StoreError>, StoreError> {
    if let Err(error) = connection.savepoint("job") {
        let error = StoreError::from(error);
        job.refuse(&error);
        batch.done.push(job);
        return Err(error);
    }
    let refused = match contained_now(metrics, || job.run(connection)) {
        Ok(result) => {
            match &result {
                Err(StoreError::Contended { .. }) => batch.again.push(job),
                _ => batch.done.push(job),
            }
            result.err()
        }
        // Nothing of it is kept, and who waits for it learns that there is no answer.
        Err(Fault) => Some(StoreError::Closed),
    };
    if let Some(error) = &refused {
        if connection.has_lost_transaction() {
            return Err(error.clone());
        }
        connection.rollback_to("job")?;
    }
    connection.release("job")?;
    Ok(refused)
}
