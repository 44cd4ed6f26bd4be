use super::database::{Lock, params};
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
            // Two at once are counted one after the other.
            connection.lock(Lock::People(vec![pair.person.0]))?;
            let sql = "SELECT count(*) FROM blocks WHERE person = ?1";
            let count: u32 = connection.query_row(sql, params![pair.person.0], |row| row.get(0))?;
            if count >= MOST {
                return Ok(false);
            }
            let sql = "INSERT INTO blocks (person, blocked, at) VALUES (?1, ?2, ?3) \
                       ON CONFLICT DO NOTHING";
            let row = params![pair.person.0, pair.blocked.0, calendar() as i64];
            connection.execute(sql, row)?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn unblock(&self, pair: Pair) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "DELETE FROM blocks WHERE person = ?1 AND blocked = ?2";
            connection.execute(sql, params![pair.person.0, pair.blocked.0])?;
            Ok(())
        })
        .await
    }

    /// Whom a person has blocked, the last first.
    pub(crate) async fn blocked_by(&self, person: PersonId) -> Result<Vec<Blocked>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT blocked, name, at FROM blocks JOIN people ON people.id = blocked \
                       WHERE person = ?1 ORDER BY at DESC";
            let blocked = connection.query(sql, params![person.0], |row| {
                Ok(Blocked {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    since: row.get::<i64>(2)? as u64,
                })
            });
            Ok(blocked?)
        })
        .await
    }

    /// Everybody who has blocked somebody.
    pub(crate) async fn blocks(&self) -> Result<Vec<Pair>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT person, blocked FROM blocks";
            let pairs = connection.query(sql, &[], |row| {
                Ok(Pair {
                    person: PersonId(row.get(0)?),
                    blocked: PersonId(row.get(1)?),
                })
            });
            Ok(pairs?)
        })
        .await
    }
}
