//! One small form of SQL connection for two databases.
//!
//! Statements are written once, in what SQLite and PostgreSQL have in common: parameters are `?1`,
//! `?2`, …, conflicts are `ON CONFLICT`, rows are told apart by `IS DISTINCT FROM`. Where a statement
//! must differ, both texts stand side by side, chosen by [`Kind`].

mod address;
mod anything;
mod error;
mod line;
mod lock;
mod postgres;
mod row;
mod value;

use std::fmt;

pub use address::{Database, DatabaseError, PostgresAddress};
pub(crate) use anything::Anything;
pub(crate) use error::{Error, Optional, Result};
pub(in crate::store) use line::Line;
pub(crate) use lock::Lock;
pub(crate) use postgres::Session;
pub(crate) use row::Row;
use value::in_order;
pub(crate) use value::{ToValue, Value, Values, params};

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A file of ours.
    Sqlite,
    /// A server that several nodes may use at once.
    Postgres,
}

/// A connection to either database. It belongs to one thread at a time.
pub(crate) enum Connection {
    Sqlite(rusqlite::Connection),
    Postgres(Box<Session>),
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Connection").field(&self.kind()).finish()
    }
}

impl Connection {
    /// Makes a connection to a server.
    pub(in crate::store) fn postgres(address: &PostgresAddress) -> Result<Connection> {
        Ok(Connection::Postgres(Box::new(Session::connect(address)?)))
    }

    /// Which database it leads to.
    pub(crate) const fn kind(&self) -> Kind {
        match self {
            Connection::Sqlite(_) => Kind::Sqlite,
            Connection::Postgres(_) => Kind::Postgres,
        }
    }

    /// Runs a statement; how many rows it changed.
    pub(crate) fn execute(&self, sql: &str, values: Values<'_>) -> Result<usize> {
        match self {
            Connection::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                Ok(statement.execute(rusqlite::params_from_iter(in_order(values)))?)
            }
            Connection::Postgres(session) => session.execute(sql, values),
        }
    }

    /// Runs several statements without parameters.
    pub(crate) fn execute_batch(&self, sql: &str) -> Result<()> {
        match self {
            Connection::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            Connection::Postgres(session) => session.execute_batch(sql),
        }
    }

    /// Reads the first row a statement returns; none is [`Error::NoRow`].
    pub(crate) fn query_row<T>(
        &self,
        sql: &str,
        values: Values<'_>,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        match self {
            Connection::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                let mut rows = statement.query(rusqlite::params_from_iter(in_order(values)))?;
                let row = rows.next()?.ok_or(Error::NoRow)?;
                read(&Row::Sqlite(row))
            }
            Connection::Postgres(session) => {
                let rows = session.query(sql, values)?;
                let row = rows.first().ok_or(Error::NoRow)?;
                read(&Row::Postgres(row))
            }
        }
    }

    /// Reads all rows a statement returns.
    pub(crate) fn query<T>(
        &self,
        sql: &str,
        values: Values<'_>,
        mut read: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Vec<T>> {
        match self {
            Connection::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                let mut rows = statement.query(rusqlite::params_from_iter(in_order(values)))?;
                let mut found = Vec::new();
                while let Some(row) = rows.next()? {
                    found.push(read(&Row::Sqlite(row))?);
                }
                Ok(found)
            }
            Connection::Postgres(session) => {
                let rows = session.query(sql, values)?;
                rows.iter().map(|row| read(&Row::Postgres(row))).collect()
            }
        }
    }

    /// Whether a statement returns any row.
    pub(crate) fn exists(&self, sql: &str, values: Values<'_>) -> Result<bool> {
        Ok(self
            .query_row(sql, values, |_| Ok(()))
            .optional()?
            .is_some())
    }

    /// Runs a statement that ends in `RETURNING id`; the id of the new row.
    pub(crate) fn insert(&self, sql: &str, values: Values<'_>) -> Result<i64> {
        self.query_row(sql, values, |row| row.get(0))
    }

    /// Begins a transaction that is going to write.
    pub(in crate::store) fn begin(&self) -> Result<()> {
        match self {
            Connection::Sqlite(_) => self.step("BEGIN IMMEDIATE"),
            Connection::Postgres(session) => {
                session.defer("BEGIN");
                Ok(())
            }
        }
    }

    /// Makes all since [`Connection::begin`] durable.
    pub(in crate::store) fn commit(&self) -> Result<()> {
        match self {
            Connection::Sqlite(_) => self.step("COMMIT"),
            // A transaction in which something failed would be rolled back by COMMIT without a word;
            // it refuses to select.
            Connection::Postgres(session) => session.execute_batch("SELECT 1; COMMIT"),
        }
    }

    /// Undoes all since [`Connection::begin`]. After some errors there is no transaction any more,
    /// which is just as well.
    pub(in crate::store) fn rollback(&self) {
        let _ = match self {
            Connection::Sqlite(_) => self.step("ROLLBACK"),
            Connection::Postgres(session) => {
                session.forget_deferred();
                session.execute_batch("ROLLBACK")
            }
        };
    }

    /// Marks a point to which can be gone back. On PostgreSQL it travels with the next statement.
    pub(in crate::store) fn savepoint(&self, name: &'static str) -> Result<()> {
        match self {
            Connection::Sqlite(_) => self.step(&format!("SAVEPOINT {name}")),
            Connection::Postgres(session) => {
                session.defer(&format!("SAVEPOINT {name}"));
                Ok(())
            }
        }
    }

    /// Undoes what was done since a point. It has still to be released.
    pub(in crate::store) fn rollback_to(&self, name: &'static str) -> Result<()> {
        match self {
            Connection::Sqlite(_) => self.step(&format!("ROLLBACK TO {name}")),
            Connection::Postgres(session) => {
                session.defer(&format!("ROLLBACK TO {name}"));
                Ok(())
            }
        }
    }

    /// Forgets a point; what was done since stays.
    pub(in crate::store) fn release(&self, name: &'static str) -> Result<()> {
        match self {
            Connection::Sqlite(_) => self.step(&format!("RELEASE {name}")),
            Connection::Postgres(session) => {
                session.defer(&format!("RELEASE {name}"));
                Ok(())
            }
        }
    }

    /// Does something in a transaction of its own: all of it or nothing.
    pub(crate) fn transaction<T, E: From<Error>>(
        &self,
        work: impl FnOnce(&Connection) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.begin()?;
        let done = work(self).and_then(|done| {
            self.commit()?;
            Ok(done)
        });
        if done.is_err() {
            self.rollback();
        }
        done
    }

    /// Whether the transaction that was begun is gone: a full disk undoes all of it, and a lost
    /// connection does.
    pub(in crate::store) fn has_lost_transaction(&self) -> bool {
        match self {
            Connection::Sqlite(connection) => connection.is_autocommit(),
            Connection::Postgres(session) => session.is_lost(),
        }
    }

    /// SQLite's own connection, for what is about its file.
    pub(in crate::store) fn sqlite(&self) -> Option<&rusqlite::Connection> {
        match self {
            Connection::Sqlite(connection) => Some(connection),
            Connection::Postgres(_) => None,
        }
    }

    fn step(&self, sql: &str) -> Result<()> {
        self.execute(sql, &[]).map(|_| ())
    }
}
