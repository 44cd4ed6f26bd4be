use std::sync::{Mutex, PoisonError};

use super::super::StoreError;
use super::super::database::{Connection, Kind, params};
use crate::cluster::{DatabaseTime, Holder};
use crate::uptime::calendar;

/// A store's place among several on one database, and that database's clock.
#[derive(Debug, Default)]
pub(in crate::store) struct Place {
    /// Which node it is, if it is one of several.
    holder: Mutex<Option<Holder>>,
    pub(super) clock: Clock,
}

/// The database's clock. That of a file is the calendar of its machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// By how much tests have it go ahead, in milliseconds.
    #[cfg(test)]
    pub(super) ahead: std::sync::Arc<std::sync::atomic::AtomicI64>,
}

impl Clock {
    /// How PostgreSQL is asked for its time.
    pub(super) const OF_POSTGRES: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    pub(super) fn now(&self, connection: &Connection) -> Result<DatabaseTime, StoreError> {
        let said = match connection.kind() {
            Kind::Sqlite => 0,
            Kind::Postgres => {
                let sql = format!("SELECT {}", Clock::OF_POSTGRES);
                connection.query_row(&sql, params![], |row| row.get(0))?
            }
        };
        Ok(self.at(connection, said))
    }

    /// The time, given what PostgreSQL said of it.
    pub(super) fn at(&self, connection: &Connection, said: i64) -> DatabaseTime {
        let now = match connection.kind() {
            Kind::Sqlite => calendar() as i64,
            Kind::Postgres => said,
        };
        #[cfg(test)]
        let now = now + self.ahead.load(std::sync::atomic::Ordering::SeqCst);
        DatabaseTime(now)
    }
}

impl Place {
    pub(super) fn holder(&self) -> Option<Holder> {
        let holder = self.holder.lock().unwrap_or_else(PoisonError::into_inner);
        holder.clone()
    }

    /// That of another store on the same database.
    #[cfg(test)]
    pub(in crate::store) fn beside(&self) -> Place {
        Place {
            holder: Mutex::default(),
            clock: self.clock.clone(),
        }
    }

    pub(super) fn set(&self, holder: Option<Holder>) {
        *self.holder.lock().unwrap_or_else(PoisonError::into_inner) = holder;
    }
}
