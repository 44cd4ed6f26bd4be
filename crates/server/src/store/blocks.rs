use rusqlite::params;

use super::{Store, StoreError};
use crate::protocol::Blocked;
use crate::rooms::Pair;
use crate::seat::PersonId;
use crate::uptime::calendar;

/// People one person may block.
const MOST: u32 = 1000;

impl Store {
    /// Blocks somebody for a person; once more is as good as once. False when they have blocked
    /// as many as they may.
    pub(crate) async fn block(&self, pair: Pair) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let sql = "SELECT count(*) FROM blocks WHERE person = ?1";
            let mut select = connection.prepare_cached(sql)?;
            let count: u32 = select.query_row([pair.person.0], |row| row.get(0))?;
            if count >= MOST {
                return Ok(false);
            }
            let sql = "INSERT OR IGNORE INTO blocks VALUES (?1, ?2, ?3)";
            let row = params![pair.person.0, pair.blocked.0, calendar() as i64];
            connection.prepare_cached(sql)?.execute(row)?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn unblock(&self, pair: Pair) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "DELETE FROM blocks WHERE person = ?1 AND blocked = ?2";
            let mut delete = connection.prepare_cached(sql)?;
            delete.execute([pair.person.0, pair.blocked.0])?;
            Ok(())
        })
        .await
    }

    /// Whom a person has blocked, the last first.
    pub(crate) async fn blocked_by(&self, person: PersonId) -> Result<Vec<Blocked>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT blocked, name, at FROM blocks JOIN people ON people.id = blocked \
                       WHERE person = ?1 ORDER BY at DESC";
            let mut select = connection.prepare_cached(sql)?;
            let rows = select.query_map([person.0], |row| {
                Ok(Blocked {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    since: row.get::<_, i64>(2)? as u64,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
        .await
    }

    /// Everybody who has blocked somebody.
    pub(crate) async fn blocks(&self) -> Result<Vec<Pair>, StoreError> {
        self.read(|connection| {
            let mut select = connection.prepare_cached("SELECT person, blocked FROM blocks")?;
            let rows = select.query_map([], |row| {
                Ok(Pair {
                    person: PersonId(row.get(0)?),
                    blocked: PersonId(row.get(1)?),
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
        .await
    }
}
