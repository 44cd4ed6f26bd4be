//! What must not be lost: people, games, and the log of each game.
//!
//! One thread writes, and stores what waits in one go; two threads read. Every write comes back
//! only once it is durable.

mod accounts;
mod backup;
mod blocks;
mod condition;
mod devices;
mod error;
#[cfg(test)]
pub(crate) mod faults;
mod folder;
mod games;
mod leases;
mod log;
mod looks;
mod modes;
mod people;
mod ratings;
mod reports;
mod restore;
mod retention;
mod schema;
mod second_factors;
mod sessions;
mod sweep;
mod whole;
mod worker;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use play::{Families, Millis};
use rusqlite::Connection;

pub(crate) use accounts::{Account, NewAccount};
pub use backup::{backup, backup_and_rotate};
pub(crate) use condition::Condition;
pub(crate) use devices::Place;
pub use error::{GamePart, StoreError};
use folder::Folder;
pub(crate) use games::{Audience, Filter, Game, NewGame};
pub(crate) use log::{Consequence, Ending, Entry, EntryKind, Rated};
pub(crate) use looks::change_looks;
pub(crate) use people::{Entrance, Person};
pub(crate) use reports::{NewReport, Reported};
pub use restore::{Restored, restore};
pub use retention::{Retention, RetentionError};
pub(crate) use schema::open_for_command;
pub use second_factors::rotate_keys;
pub(crate) use sessions::{EndedSession, Entered, NewSession, Which};
pub(crate) use sweep::Row;
use whole::Checking;
use worker::Worker;

use crate::cluster::Epoch;
use crate::keys::Keys;
use crate::metrics::Metrics;
use crate::uptime::Uptime;

#[cfg(test)]
mod tests;

/// Bytes that are written to find out whether anything can be: more than any entry needs.
const TRIAL: i64 = 16 * 1024;

/// How long somebody who asks whether the store works waits for it.
const TRY: Duration = Duration::from_millis(1500);

/// The door to everything that is kept.
#[derive(Debug)]
pub(crate) struct Store {
    /// Reads the whole file once, while people play. It ends first: as long as it reads, the writer
    /// cannot fold its log in.
    _checking: Checking,
    /// What setups in the database are read by.
    families: Families,
    writer: Worker,
    readers: [Worker; 2],
    next_reader: AtomicUsize,
    uptime: Uptime,
    /// Which node it is, where there are several.
    place: leases::Place,
    metrics: Arc<Metrics>,
    condition: Arc<Condition>,
    /// Where everything is kept, the keys beside the database too.
    folder: PathBuf,
    #[cfg(test)]
    pub(crate) faults: faults::Faults,
    /// Given back after the workers are done.
    _folder: Folder,
}

impl Store {
    /// Opens the database of a folder, or makes it. Uptime goes on after a time of grace.
    pub(crate) fn open(
        folder: &Path,
        families: Families,
        grace: Duration,
        metrics: Arc<Metrics>,
    ) -> Result<Store, StoreError> {
        Store::in_folder(Folder::take(folder)?, families, grace, metrics)
    }

    /// Opens the database of a folder that others may have open too, as several nodes have theirs.
    #[cfg(test)]
    pub(crate) fn open_beside(
        folder: &Path,
        families: Families,
        metrics: Arc<Metrics>,
    ) -> Result<Store, StoreError> {
        Store::in_folder(Folder::share(folder)?, families, Duration::ZERO, metrics)
    }

    fn in_folder(
        folder: Folder,
        families: Families,
        grace: Duration,
        metrics: Arc<Metrics>,
    ) -> Result<Store, StoreError> {
        let path_of_all = folder.path().to_owned();
        let path = folder.database()?;
        let connection = schema::open_writer(&path)?;
        let uptime = Uptime::resume(last_uptime(&connection)?, grace);
        let condition = Arc::new(Condition::new(uptime.clone(), Arc::clone(&metrics)));
        let checking = Checking::begin(&path, Arc::clone(&condition))?;
        #[cfg(test)]
        let faults = faults::Faults::default();
        let reader = || {
            let connection = schema::open_reader(&path)?;
            Ok::<Worker, StoreError>(Worker::reader(connection, Arc::clone(&metrics)))
        };
        Ok(Store {
            families,
            readers: [reader()?, reader()?],
            writer: Worker::writer(
                connection,
                uptime.clone(),
                Arc::clone(&condition),
                Arc::clone(&metrics),
                #[cfg(test)]
                faults.disk(),
            ),
            next_reader: AtomicUsize::new(0),
            uptime,
            place: leases::Place::default(),
            metrics,
            condition,
            folder: path_of_all,
            #[cfg(test)]
            faults,
            _checking: checking,
            _folder: folder,
        })
    }

    /// The time that clocks of games count.
    pub(crate) fn uptime(&self) -> &Uptime {
        &self.uptime
    }

    /// Whether what is asked of it gets written.
    pub(crate) fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Notes that the server is up, for the clocks. While nothing can be stored, this tries whether
    /// as much as a move needs can be.
    pub(crate) async fn beat(&self) -> Result<(), StoreError> {
        if self.condition.is_troubled() {
            self.try_to_write().await
        } else {
            self.write(|_| Ok(())).await
        }
    }

    /// Makes sure that the condition speaks of the present, and tells it.
    pub(crate) async fn verdict(&self) -> Result<(), StoreError> {
        if !self.condition.is_known() {
            // What is found goes into the condition; whoever asks does not wait for a disk that hangs.
            let tried = tokio::time::timeout(TRY, self.try_to_write());
            if let Ok(Err(error)) = tried.await {
                return Err(error);
            }
        }
        self.condition.verdict()
    }

    /// Stores something larger than a move and forgets what was stored so before. It needs new pages
    /// in the file and in its log, as moves do.
    async fn try_to_write(&self) -> Result<(), StoreError> {
        let tried = self.writer.run(|connection| {
            let insert = "INSERT INTO trials (body) VALUES (zeroblob(?1))";
            connection.prepare_cached(insert)?.execute([TRIAL])?;
            let delete = "DELETE FROM trials WHERE id < ?1";
            let last = connection.last_insert_rowid();
            connection.prepare_cached(delete)?.execute([last])?;
            Ok(())
        });
        tried.await
    }

    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        if let Some(error) = self.condition.refusal() {
            return Err(error);
        }
        let written = self.writer.run(work);
        #[cfg(test)]
        let written = self.faults.pass(written);
        written.await
    }

    /// Writes something for a room that speaks for a game under this epoch, which is its first business
    /// to check. Refusals are counted.
    async fn write_claimed<T: Send + 'static>(
        &self,
        game: i64,
        claim: Option<Epoch>,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let written = self.write(move |connection| {
            leases::fence(connection, game, claim)?;
            work(connection)
        });
        let written = written.await;
        if let Err(StoreError::Outdated) = written {
            self.metrics.outdated.inc();
        }
        written
    }

    /// The keys beside the database.
    pub(crate) fn keys(&self) -> Result<Keys, StoreError> {
        Ok(Keys::of(&self.folder)?)
    }

    /// Reads something that is no business of the store itself.
    pub(crate) async fn inspect<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.read(work).await
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let reader = self.next_reader.fetch_add(1, Ordering::Relaxed);
        let found = self.readers[reader % self.readers.len()].run(work);
        #[cfg(test)]
        let found = self.faults.pass(found);
        found.await
    }
}

/// Reads the whole database of a folder, also while a server uses it, and tells whether it is whole.
pub fn check(data: &Path) -> Result<(), StoreError> {
    let connection = schema::open_reader(&folder::present_database(data)?)?;
    schema::check(&connection).map(|_| ())
}

fn last_uptime(connection: &Connection) -> Result<Millis, StoreError> {
    let sql = "SELECT uptime FROM server";
    let uptime: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(Millis(uptime as u64))
}
