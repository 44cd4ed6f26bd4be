//! What must not be lost: people, games, and the log of each game.
//!
//! One thread writes, and stores what waits in one go; two threads read. Every write comes back
//! only once it is durable.

mod backup;
mod blocks;
mod error;
#[cfg(test)]
pub(crate) mod faults;
mod folder;
mod games;
mod log;
mod people;
mod ratings;
mod reports;
mod schema;
mod sessions;
mod worker;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use play::{Families, Millis};
use rusqlite::Connection;

pub use backup::backup;
pub use error::{GamePart, StoreError};
use folder::Folder;
pub(crate) use games::{Audience, Filter, Game, NewGame};
pub(crate) use log::{Consequence, Ending, Entry, EntryKind, Rated};
pub(crate) use people::Person;
pub use reports::{Entrance, Report, Seen, bar, mark_seen, reports};
pub(crate) use reports::{NewReport, Reported};
use worker::Worker;

use crate::metrics::Metrics;
use crate::uptime::Uptime;

#[cfg(test)]
mod tests;

/// The door to everything that is kept.
#[derive(Debug)]
pub(crate) struct Store {
    /// What setups in the database are read by.
    families: Families,
    writer: Worker,
    readers: [Worker; 2],
    next_reader: AtomicUsize,
    uptime: Uptime,
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
        let folder = Folder::take(folder)?;
        let path = folder.database();
        let connection = schema::open_writer(&path)?;
        let uptime = Uptime::resume(last_uptime(&connection)?, grace);
        let reader = || schema::open_reader(&path).map(Worker::reader);
        Ok(Store {
            families,
            readers: [reader()?, reader()?],
            writer: Worker::writer(connection, uptime, metrics),
            next_reader: AtomicUsize::new(0),
            uptime,
            #[cfg(test)]
            faults: faults::Faults::default(),
            _folder: folder,
        })
    }

    /// The time that clocks of games count.
    pub(crate) fn uptime(&self) -> Uptime {
        self.uptime
    }

    /// Notes that the server is up, for the clocks.
    pub(crate) async fn beat(&self) -> Result<(), StoreError> {
        self.write(|_| Ok(())).await
    }

    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let written = self.writer.run(work);
        #[cfg(test)]
        let written = self.faults.pass(written);
        written.await
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

fn last_uptime(connection: &Connection) -> Result<Millis, StoreError> {
    let sql = "SELECT uptime FROM server";
    let uptime: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(Millis(uptime as u64))
}
