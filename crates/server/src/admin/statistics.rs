use std::collections::BTreeMap;

use serde::Serialize;

use super::Admin;
use super::people::IS_BARRED;
use crate::store::StoreError;
use crate::store::database::{Kind, params};
use crate::uptime::calendar;

/// How much there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Accounts.
    pub accounts: u64,
    /// Guests.
    pub guests: u64,
    /// People who are kept out.
    pub barred: u64,
    /// Sessions.
    pub sessions: u64,
    /// Games, by where they stand in their lives.
    pub games: BTreeMap<String, u64>,
    /// Games out of sight.
    pub removed: u64,
    /// Entries of all logs.
    pub entries: u64,
    /// Reports that nobody has dealt with.
    pub reports: u64,
    /// Bytes of the database, without its log.
    pub bytes: u64,
}

impl Admin {
    /// Counts everything.
    pub fn statistics(&self) -> Result<Statistics, StoreError> {
        let count = |sql: &str| -> Result<u64, StoreError> {
            let count: i64 = self.connection.query_row(sql, &[], |row| row.get(0))?;
            Ok(count.unsigned_abs())
        };
        let mut games = BTreeMap::new();
        for status in ["open", "live", "over", "aborted"] {
            let sql = format!("SELECT count(*) FROM games WHERE status = '{status}'");
            games.insert(status.to_owned(), count(&sql)?);
        }
        let barred = format!("SELECT count(*) FROM people WHERE {IS_BARRED}");
        let now = calendar() as i64;
        let barred: i64 = self
            .connection
            .query_row(&barred, params![now], |row| row.get(0))?;
        Ok(Statistics {
            accounts: count("SELECT count(*) FROM people WHERE key IS NOT NULL")?,
            guests: count("SELECT count(*) FROM people WHERE key IS NULL AND name <> ''")?,
            barred: barred.unsigned_abs(),
            sessions: count("SELECT count(*) FROM sessions")?,
            games,
            removed: count("SELECT count(*) FROM games WHERE removed IS NOT NULL")?,
            entries: count("SELECT count(*) FROM log")?,
            reports: count("SELECT count(*) FROM reports WHERE seen IS NULL")?,
            bytes: count(match self.connection.kind() {
                Kind::Sqlite => {
                    "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
                }
                Kind::Postgres => "SELECT pg_database_size(current_database())",
            })?,
        })
    }
}
