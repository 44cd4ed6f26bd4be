//! Stores to test: each promise is held against SQLite and PostgreSQL alike.

mod server;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use play::Families;
use server::TestServer;

use super::database::{Connection, Kind};
use super::{Database, Store, StoreError, folder, postgres_schema};
use crate::metrics::Metrics;
use crate::test_folder::TestFolder;

/// A database of a test's own, and the folder beside it.
pub(crate) struct TestDatabase {
    folder: TestFolder,
    database: Database,
}

/// Makes two tests of each promise, one for each database: a promise is a function that takes a
/// [`TestDatabase`].
macro_rules! on_both {
    ($($promise:ident),* $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test]
                async fn $promise() {
                    super::$promise($crate::store::testing::TestDatabase::sqlite()).await;
                }
            )*
        }

        mod on_postgres {
            $(
                #[tokio::test]
                async fn $promise() {
                    if let Some(database) = $crate::store::testing::TestDatabase::postgres() {
                        super::$promise(database).await;
                    }
                }
            )*
        }
    };
}
pub(crate) use on_both;

impl TestDatabase {
    /// A file in a folder.
    pub(crate) fn sqlite() -> TestDatabase {
        TestDatabase {
            folder: TestFolder::new(),
            database: Database::Folder,
        }
    }

    /// A database on the server of this process; none where PostgreSQL is not installed, which is
    /// said.
    pub(crate) fn postgres() -> Option<TestDatabase> {
        let server = TestServer::of_this_process()?;
        Some(TestDatabase {
            folder: TestFolder::new(),
            database: Database::Postgres(server.new_database()),
        })
    }

    /// A file in a folder, unless `MERELLE_TEST_DATABASE=postgres` asks for the other kind.
    pub(crate) fn chosen() -> TestDatabase {
        match std::env::var("MERELLE_TEST_DATABASE").as_deref() {
            Ok("postgres") => TestDatabase::postgres().expect("PostgreSQL was asked for"),
            Ok(other) => panic!("MERELLE_TEST_DATABASE is postgres or not set, and not {other}"),
            Err(_) => TestDatabase::sqlite(),
        }
    }

    /// A database in which nothing is, not even our tables.
    pub(crate) fn empty_postgres() -> Option<TestDatabase> {
        let server = TestServer::of_this_process()?;
        Some(TestDatabase {
            folder: TestFolder::new(),
            database: Database::Postgres(server.empty_database()),
        })
    }

    /// Opens it as a server does. Of PostgreSQL's there may be several at once, as nodes have.
    pub(crate) fn open(&self) -> Result<Store, StoreError> {
        self.open_after(Duration::ZERO)
    }

    /// The same, with a time of grace.
    pub(crate) fn open_after(&self, grace: Duration) -> Result<Store, StoreError> {
        self.store(grace, Arc::default())
    }

    /// Opens it once more, as another node does; both have one clock.
    pub(crate) fn open_beside(&self, first: &Store) -> Store {
        match self.kind() {
            Kind::Sqlite => first.open_beside().unwrap(),
            Kind::Postgres => self.open().unwrap().with_clock_of(first),
        }
    }

    /// The same with what is counted.
    pub(crate) fn open_counted(&self, metrics: &Arc<Metrics>) -> Result<Store, StoreError> {
        self.store(Duration::ZERO, Arc::clone(metrics))
    }

    fn store(&self, grace: Duration, metrics: Arc<Metrics>) -> Result<Store, StoreError> {
        let (path, families) = (self.folder.path(), Families::standard());
        Store::open(path, &self.database, families, grace, metrics)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.database {
            Database::Folder => Kind::Sqlite,
            Database::Postgres(_) => Kind::Postgres,
        }
    }

    /// Does something besides a store, with a connection of its own.
    pub(crate) fn with<T: Send>(&self, work: impl FnOnce(&Connection) -> T + Send) -> T {
        apart(|| {
            let connection = match &self.database {
                Database::Folder => {
                    let file = folder::database(self.path());
                    Connection::Sqlite(rusqlite::Connection::open(file).unwrap())
                }
                Database::Postgres(address) => Connection::postgres(address).unwrap(),
            };
            work(&connection)
        })
    }
}

/// Does something that waits on a thread where it may.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(work).join()).unwrap()
}

/// Brings an empty database to the present form.
fn prepare(database: &Database) {
    let Database::Postgres(address) = database else {
        return;
    };
    apart(|| drop(postgres_schema::open(address).unwrap()));
}
