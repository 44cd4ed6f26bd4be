use super::database::{Connection, Lock, Optional, params};
use super::people::{find, insert_guest};
use super::{Person, Store, StoreError, looks};
use crate::admin::IS_BARRED;
use crate::protocol;
use crate::seat::PersonId;
use crate::secret::TokenHash;
use crate::seen_as::SeenAs;
use crate::uptime::calendar;

/// How long a session lasts without being used: sixty days.
const LIFE: i64 = 60 * DAY;

/// How long it lasts at most, as long as browsers keep its cookie.
const LONGEST: i64 = 400 * DAY;

/// How exactly it is known when a session was last used. What is known more exactly is written more
/// often.
const USED: i64 = 3_600_000;

const DAY: i64 = 86_400_000;

/// Sessions one person may have: those last used.
const MOST: u32 = 30;

/// A session to begin.
#[derive(Clone, Debug)]
pub(crate) struct NewSession {
    pub(crate) token: TokenHash,
    /// The browser, by which it is known again after the session.
    pub(crate) device: Option<TokenHash>,
    pub(crate) seen_as: SeenAs,
}

impl From<TokenHash> for NewSession {
    /// One of which nothing else is known.
    fn from(token: TokenHash) -> NewSession {
        NewSession {
            token,
            device: None,
            seen_as: SeenAs::default(),
        }
    }
}

/// A session that is over, and whose it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EndedSession {
    pub(crate) person: PersonId,
    pub(crate) token: TokenHash,
}

/// Somebody who has got in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entered {
    pub(crate) person: Person,
    /// Sessions that made room for theirs.
    pub(crate) ended: Vec<EndedSession>,
}

/// Which sessions of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// The one with this id.
    Id(String),
    /// All but the one with this token.
    Others(TokenHash),
}

impl Store {
    /// Makes a guest with a session. The name must not look like that of an account.
    pub(crate) async fn create_guest(
        &self,
        name: String,
        session: impl Into<NewSession>,
    ) -> Result<Person, StoreError> {
        let (session, folder) = (session.into(), self.folder.clone());
        self.write(move |connection| {
            looks::check_free(connection, &folder, &name, None)?;
            let person = insert_guest(connection, &name)?;
            begin(connection, person, &session)?;
            find(connection, person)
        })
        .await
    }

    pub(crate) async fn end_session(&self, token: TokenHash) -> Result<(), StoreError> {
        self.write(move |connection| end(connection, token)).await
    }

    /// Ends some sessions of a person; returns those that were there.
    pub(crate) async fn end_sessions(
        &self,
        person: PersonId,
        which: Which,
    ) -> Result<Vec<EndedSession>, StoreError> {
        self.write(move |connection| {
            let sql = "SELECT token FROM sessions WHERE person = ?1";
            let tokens =
                connection.query(sql, params![person.0], |row| row.get(0).map(TokenHash))?;
            let meant = |token: &TokenHash| match &which {
                Which::Id(id) => token.public_id() == *id,
                Which::Others(own) => token != own,
            };
            let mut ended = Vec::new();
            for token in tokens.into_iter().filter(meant) {
                end(connection, token)?;
                ended.push(EndedSession { person, token });
            }
            Ok(ended)
        })
        .await
    }

    /// Whose session it is. One that is used lives on; that is written once an hour at most.
    pub(crate) async fn session(&self, token: TokenHash) -> Result<Option<Person>, StoreError> {
        let now = calendar() as i64;
        let found = self.read(move |connection| {
            // Whoever is kept out has no session, not even one that was begun just then.
            let sql = format!(
                "SELECT person, used FROM sessions \
                 WHERE token = ?2 AND expires > ?1 AND sessions.created > ?3 \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE id = person AND {IS_BARRED})"
            );
            let asked = params![now, token.0, now - LONGEST];
            let found: Option<(i64, i64)> = connection
                .query_row(&sql, asked, |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((person, used)) = found else {
                return Ok(None);
            };
            Ok(Some((find(connection, PersonId(person))?, used)))
        });
        let Some((person, used)) = found.await? else {
            return Ok(None);
        };
        if used < now - USED {
            self.write(move |connection| {
                let sql = "UPDATE sessions SET used = ?2, \
                           expires = CASE WHEN created + ?4 < ?3 THEN created + ?4 ELSE ?3 END \
                           WHERE token = ?1";
                connection.execute(sql, params![token.0, now, now + LIFE, LONGEST])?;
                Ok(())
            })
            .await?;
        }
        Ok(Some(person))
    }

    /// Whether a session goes on. Nothing is written.
    pub(crate) async fn session_lasts(&self, token: TokenHash) -> Result<bool, StoreError> {
        let now = calendar() as i64;
        self.read(move |connection| {
            let sql = "SELECT 1 FROM sessions WHERE token = ?1 AND expires > ?2";
            Ok(connection.exists(sql, params![token.0, now])?)
        })
        .await
    }

    /// The sessions of a person, the last used first; `own` is that of who asks.
    pub(crate) async fn sessions_of(
        &self,
        person: PersonId,
        own: TokenHash,
    ) -> Result<Vec<protocol::Session>, StoreError> {
        let now = calendar() as i64;
        self.read(move |connection| {
            let sql = "SELECT token, created, used, browser, system, network FROM sessions \
                       WHERE person = ?1 AND expires > ?2 ORDER BY used DESC, created DESC";
            let sessions = connection.query(sql, params![person.0, now], |row| {
                let token = TokenHash(row.get(0)?);
                Ok(protocol::Session {
                    id: token.public_id(),
                    own: token == own,
                    began: row.get::<i64>(1)? as u64,
                    used: row.get::<i64>(2)? as u64,
                    browser: row.get(3)?,
                    system: row.get(4)?,
                    network: row.get(5)?,
                })
            });
            Ok(sessions?)
        })
        .await
    }

    /// Which of these sessions do not go on.
    pub(crate) async fn over(
        &self,
        sessions: Vec<EndedSession>,
    ) -> Result<Vec<EndedSession>, StoreError> {
        let now = calendar() as i64;
        self.read(move |connection| {
            let sql = "SELECT 1 FROM sessions WHERE token = ?1 AND expires > ?2";
            let mut over = Vec::new();
            for session in sessions {
                if !connection.exists(sql, params![session.token.0, now])? {
                    over.push(session);
                }
            }
            Ok(over)
        })
        .await
    }
}

/// Begins a session. Those that one person has too many of are over: they are returned.
pub(super) fn begin(
    connection: &Connection,
    person: PersonId,
    session: &NewSession,
) -> Result<Vec<EndedSession>, StoreError> {
    let now = calendar() as i64;
    let sql = "INSERT INTO sessions (token, person, created, used, expires, browser, system, network) \
               VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7)";
    let SeenAs {
        browser,
        system,
        network,
    } = &session.seen_as;
    let values = params![
        session.token.0,
        person.0,
        now,
        now + LIFE,
        browser,
        system,
        network,
    ];
    // Two at once are counted one after the other.
    connection.lock(Lock::People(vec![person.0]))?;
    connection.execute(sql, values)?;
    let sql = "SELECT token FROM sessions WHERE person = ?1 AND token <> ?2 \
               ORDER BY used DESC, created DESC LIMIT ?4 OFFSET ?3";
    let asked = params![person.0, session.token.0, MOST - 1, i64::MAX];
    let over = connection.query(sql, asked, |row| row.get(0).map(TokenHash))?;
    let mut ended = Vec::new();
    for token in over {
        end(connection, token)?;
        ended.push(EndedSession { person, token });
    }
    Ok(ended)
}

pub(super) fn end(connection: &Connection, token: TokenHash) -> Result<(), StoreError> {
    let sql = "DELETE FROM sessions WHERE token = ?1";
    connection.execute(sql, params![token.0])?;
    Ok(())
}

/// Ends all sessions of a person.
pub(super) fn end_all(connection: &Connection, person: PersonId) -> Result<(), StoreError> {
    let sql = "DELETE FROM sessions WHERE person = ?1";
    connection.execute(sql, params![person.0])?;
    Ok(())
}
