use rusqlite::{Connection, OptionalExtension, params};

use super::people::{find, insert_guest};
use super::{Person, Store, StoreError};
use crate::admin::IS_BARRED;
use crate::seat::PersonId;
use crate::secret::TokenHash;
use crate::uptime::calendar;

/// How long a session lasts without being used: sixty days.
const LIFE: i64 = 60 * DAY;

/// How long it lasts at most, as long as browsers keep its cookie.
const LONGEST: i64 = 400 * DAY;

const DAY: i64 = 86_400_000;

/// When a session that expires then was used last, to a day.
pub(crate) fn last_used(expires: i64) -> u64 {
    (expires - LIFE).max(0) as u64
}

impl Store {
    /// Makes a guest with a session.
    pub(crate) async fn create_guest(
        &self,
        name: String,
        token: TokenHash,
    ) -> Result<Person, StoreError> {
        self.write(move |connection| {
            let person = insert_guest(connection, &name)?;
            begin(connection, person, token)?;
            find(connection, person)
        })
        .await
    }

    /// Begins a session for a person and ends `old`, so that a token is never used again.
    pub(crate) async fn renew_session(
        &self,
        person: PersonId,
        old: Option<TokenHash>,
        new: TokenHash,
    ) -> Result<Person, StoreError> {
        self.write(move |connection| {
            if let Some(old) = old {
                end(connection, old)?;
            }
            begin(connection, person, new)?;
            find(connection, person)
        })
        .await
    }

    pub(crate) async fn end_session(&self, token: TokenHash) -> Result<(), StoreError> {
        self.write(move |connection| end(connection, token)).await
    }

    /// Ends all sessions of a person.
    pub(crate) async fn end_sessions(&self, person: PersonId) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "DELETE FROM sessions WHERE person = ?1";
            connection.prepare_cached(sql)?.execute([person.0])?;
            Ok(())
        })
        .await
    }

    /// Whose session it is. One that is used lives on; that is written once a day at most.
    pub(crate) async fn session(&self, token: TokenHash) -> Result<Option<Person>, StoreError> {
        let now = calendar() as i64;
        let found = self.read(move |connection| {
            // Whoever is kept out has no session, not even one that was begun just then.
            let sql = format!(
                "SELECT person, expires FROM sessions \
                 WHERE token = ?2 AND expires > ?1 AND sessions.created > ?3 \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE id = person AND {IS_BARRED})"
            );
            let mut select = connection.prepare_cached(&sql)?;
            let asked = params![now, token.0, now - LONGEST];
            let found: Option<(i64, i64)> = select
                .query_row(asked, |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((person, expires)) = found else {
                return Ok(None);
            };
            Ok(Some((find(connection, PersonId(person))?, expires)))
        });
        let Some((person, expires)) = found.await? else {
            return Ok(None);
        };
        if expires < now + LIFE - DAY {
            self.write(move |connection| {
                let sql = "UPDATE sessions SET expires = ?2 WHERE token = ?1";
                connection
                    .prepare_cached(sql)?
                    .execute(params![token.0, now + LIFE])?;
                Ok(())
            })
            .await?;
        }
        Ok(Some(person))
    }

    /// When the sessions of a person began.
    pub(crate) async fn sessions_of(&self, person: PersonId) -> Result<Vec<u64>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT created FROM sessions WHERE person = ?1 ORDER BY created";
            let mut select = connection.prepare_cached(sql)?;
            let rows = select.query_map([person.0], |row| row.get::<_, i64>(0))?;
            let times: Result<Vec<i64>, _> = rows.collect();
            Ok(times?.into_iter().map(|time| time as u64).collect())
        })
        .await
    }
}

fn begin(connection: &Connection, person: PersonId, token: TokenHash) -> Result<(), StoreError> {
    let now = calendar() as i64;
    let sql = "INSERT INTO sessions VALUES (?1, ?2, ?3, ?4)";
    connection
        .prepare_cached(sql)?
        .execute(params![token.0, person.0, now, now + LIFE])?;
    Ok(())
}

fn end(connection: &Connection, token: TokenHash) -> Result<(), StoreError> {
    let sql = "DELETE FROM sessions WHERE token = ?1";
    connection.prepare_cached(sql)?.execute([token.0])?;
    Ok(())
}
