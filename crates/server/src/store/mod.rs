//! What must not be lost: people, games, and the log of each game.
//!
//! They are in a file of SQLite's or on a PostgreSQL server; nothing but [`database`] and the two
//! schemas knows which. One thread writes, and stores what waits in one go; two threads read. Every
//! write comes back only once it is durable.

mod accounts;
mod backup;
mod blocks;
mod condition;
pub(crate) mod database;
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
mod moving;
mod people;
mod postgres_schema;
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
use std::thread;
use std::time::Duration;

use play::{Families, Millis};

pub(crate) use accounts::{Account, NewAccount};
pub use backup::{backup, backup_and_rotate};
pub(crate) use condition::Condition;
use database::{Connection, Kind, Line, params};
pub use database::{Database, DatabaseError, PostgresAddress};
pub(crate) use devices::Place;
pub use error::{GamePart, StoreError};
use folder::Folder;
pub(crate) use games::{Audience, Filter, Game, NewGame};
pub(crate) use log::{Consequence, Ending, Entry, EntryKind, Rated};
pub(crate) use looks::change_looks;
pub use moving::{DatabasePlace, Moved, Moving, MovingStage, move_database, rows_to_move};
pub(crate) use people::{Entrance, Person};
pub(crate) use postgres_schema::read_all;
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
pub(crate) mod testing;
#[cfg(test)]
mod tests;

/// Bytes that are written to find out whether anything can be: more than any entry needs.
const TRIAL: [u8; 16 * 1024] = [0; 16 * 1024];

/// How long somebody who asks whether the store works waits for it.
const TRY: Duration = Duration::from_millis(1500);

/// The door to everything that is kept.
#[derive(Debug)]
pub(crate) struct Store {
    /// Reads the whole file once, while people play. It ends first: as long as it reads, the writer
    /// cannot fold its log in.
    _checking: Option<Checking>,
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
    kind: Kind,
    /// Where everything is kept, the keys beside the database too.
    folder: PathBuf,
    #[cfg(test)]
    pub(crate) faults: faults::Faults,
    /// Given back after the workers are done. Where the database is elsewhere, several nodes may
    /// use one folder.
    _folder: Option<Folder>,
}

/// A database that is open, and what is open with it.
struct Opened {
    writer: Line,
    readers: [Line; 2],
    kind: Kind,
    last_uptime: Millis,
    /// A file that is to be checked.
    file: Option<PathBuf>,
    folder: Option<Folder>,
}

impl Store {
    /// Opens the database of a folder, or the one it is told, or makes it. Uptime goes on after a time
    /// of grace.
    pub(crate) fn open(
        data: &Path,
        database: &Database,
        families: Families,
        grace: Duration,
        metrics: Arc<Metrics>,
    ) -> Result<Store, StoreError> {
        let opened = match database {
            Database::Folder => open_file(Folder::take(data)?)?,
            // Whoever waits for a server must not be a task among others.
            Database::Postgres(address) => thread::scope(|scope| {
                let opening = scope.spawn(|| open_server(data, address));
                opening.join().unwrap_or(Err(StoreError::Closed))
            })?,
        };
        Store::with(opened, data, families, grace, metrics)
    }

    /// Opens the database of a folder that others may have open too, as several nodes have theirs.
    #[cfg(test)]
    pub(crate) fn open_shared(
        data: &Path,
        families: Families,
        metrics: Arc<Metrics>,
    ) -> Result<Store, StoreError> {
        let opened = open_file(Folder::share(data)?)?;
        Store::with(opened, data, families, Duration::ZERO, metrics)
    }

    /// Another store on the same file, as another node of a site has one.
    #[cfg(test)]
    pub(crate) fn open_beside(&self) -> Result<Store, StoreError> {
        let (families, metrics) = (self.families.clone(), Arc::default());
        let opened = open_file(Folder::beside(&self.folder)?)?;
        let store = Store::with(opened, &self.folder, families, Duration::ZERO, metrics)?;
        Ok(store.with_clock_of(self))
    }

    /// The same with the database's clock that another one has.
    #[cfg(test)]
    fn with_clock_of(self, other: &Store) -> Store {
        let place = other.place.beside();
        Store { place, ..self }
    }

    fn with(
        opened: Opened,
        data: &Path,
        families: Families,
        grace: Duration,
        metrics: Arc<Metrics>,
    ) -> Result<Store, StoreError> {
        let uptime = Uptime::resume(opened.last_uptime, grace);
        let condition = Arc::new(Condition::new(uptime.clone(), Arc::clone(&metrics)));
        let checking = opened.file.as_deref();
        let checking = checking.map(|file| Checking::begin(file, Arc::clone(&condition)));
        #[cfg(test)]
        let faults = faults::Faults::default();
        let reader = |line| Worker::reader(line, Arc::clone(&metrics));
        Ok(Store {
            families,
            readers: opened.readers.map(reader),
            kind: opened.kind,
            writer: Worker::writer(
                opened.writer,
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
            folder: data.to_owned(),
            #[cfg(test)]
            faults,
            _checking: checking.transpose()?,
            _folder: opened.folder,
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
            // SQLite's writer notes it whenever it stores something. Where several nodes store things,
            // all would wait for the one row.
            let now = (self.kind == Kind::Postgres).then(|| self.uptime.now());
            self.write(move |connection| now.map_or(Ok(()), |now| note_uptime(connection, now)))
                .await
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
            let insert = "INSERT INTO trials (body) VALUES (?1) RETURNING id";
            let last = connection.insert(insert, params![TRIAL])?;
            let delete = "DELETE FROM trials WHERE id < ?1";
            connection.execute(delete, params![last])?;
            Ok(())
        });
        tried.await
    }

    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        if let Some(error) = self.condition.refusal() {
            return Err(error);
        }
        let written = self.writer.run(work);
        #[cfg(test)]
        let written = self.faults.pass(written);
        written.await
    }

    /// Writes something before all else that waits: what a node's place in its site hangs on does not wait behind
    /// thousands of moves.
    async fn write_first<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        if let Some(error) = self.condition.refusal() {
            return Err(error);
        }
        let written = self.writer.run_first(work);
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
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        let outdated = self.metrics.outdated.clone();
        self.write(move |connection| {
            // Whoever asked may not be there any more to hear of it.
            leases::fence(connection, game, claim).inspect_err(|error| {
                if *error == StoreError::Outdated {
                    outdated.inc();
                }
            })?;
            work(connection)
        })
        .await
    }

    /// The keys beside the database.
    pub(crate) fn keys(&self) -> Result<Keys, StoreError> {
        Ok(Keys::of(&self.folder)?)
    }

    /// Reads something that is no business of the store itself.
    pub(crate) async fn inspect<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        self.read(work).await
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Clone + Send + 'static,
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

fn open_file(folder: Folder) -> Result<Opened, StoreError> {
    let file = folder.database()?;
    let connection = schema::open_writer(&file)?;
    moving::refuse_half_done(&connection)?;
    let reader =
        || schema::open_reader(&file).map(|reader| Line::new(Connection::Sqlite(reader), None));
    Ok(Opened {
        last_uptime: last_uptime(&connection)?,
        writer: Line::new(connection, None),
        readers: [reader()?, reader()?],
        kind: Kind::Sqlite,
        file: Some(file),
        folder: Some(folder),
    })
}

fn open_server(data: &Path, address: &PostgresAddress) -> Result<Opened, StoreError> {
    modes::make_folder(data).map_err(|error| StoreError::file(data, &error))?;
    let connection = postgres_schema::open(address)?;
    moving::refuse_half_done(&connection)?;
    let reader = || Connection::postgres(address).map(|reader| Line::new(reader, Some(address)));
    Ok(Opened {
        last_uptime: last_uptime(&connection)?,
        writer: Line::new(connection, Some(address)),
        readers: [reader()?, reader()?],
        kind: Kind::Postgres,
        file: None,
        folder: None,
    })
}

fn last_uptime(connection: &Connection) -> Result<Millis, StoreError> {
    let sql = "SELECT uptime FROM server";
    let uptime: i64 = connection.query_row(sql, &[], |row| row.get(0))?;
    Ok(Millis(uptime as u64))
}

/// Keeps how long the server has been up, unless more is known.
fn note_uptime(connection: &Connection, now: Millis) -> Result<(), StoreError> {
    let sql = "UPDATE server SET uptime = CASE WHEN uptime < ?1 THEN ?1 ELSE uptime END";
    connection.execute(sql, params![now.0 as i64])?;
    Ok(())
}
