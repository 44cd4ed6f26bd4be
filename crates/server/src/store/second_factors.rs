use std::path::Path;

use super::database::{Connection, Database, Kind, Optional, params};
use super::people::changed_one;
use super::schema::open_for_command;
use super::{Store, StoreError};
use crate::keys::Keys;
use crate::one_time::{Secret, Step};
use crate::seat::PersonId;
use crate::uptime::calendar;

/// What makes the one-time codes of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SecondFactor {
    /// Nothing where the key that opens it is lost.
    pub(crate) secret: Option<Secret>,
    /// Whether a first code was right, so that codes are asked for.
    pub(crate) confirmed: bool,
}

impl Store {
    /// Keeps what makes the codes of a person, until a first code is right or another one is kept.
    /// Missing when codes are asked for already.
    pub(crate) async fn begin_second_factor(
        &self,
        person: PersonId,
        secret: Secret,
    ) -> Result<(), StoreError> {
        let folder = self.folder.clone();
        self.write(move |connection| {
            let sealed = Keys::of(&folder)?.seal(&secret.0, &purpose(person));
            let sql = "INSERT INTO second_factors (person, secret) VALUES (?1, ?2) \
                       ON CONFLICT (person) DO UPDATE SET secret = excluded.secret, step = 0 \
                       WHERE second_factors.since IS NULL";
            changed_one(connection.execute(sql, params![person.0, sealed]))
        })
        .await
    }

    /// What makes the codes of a person, if anything does.
    pub(crate) async fn second_factor(
        &self,
        person: PersonId,
    ) -> Result<Option<SecondFactor>, StoreError> {
        let folder = self.folder.clone();
        self.read(move |connection| {
            let sql = "SELECT secret, since IS NOT NULL FROM second_factors WHERE person = ?1";
            let found: Option<(Vec<u8>, bool)> = connection
                .query_row(sql, params![person.0], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((sealed, confirmed)) = found else {
                return Ok(None);
            };
            let secret = Keys::of(&folder)?.open(&sealed, &purpose(person));
            let secret = secret.and_then(|bytes| bytes.try_into().ok()).map(Secret);
            if secret.is_none() {
                tracing::error!("a second factor was sealed by a key that is gone");
            }
            Ok(Some(SecondFactor { secret, confirmed }))
        })
        .await
    }

    /// Uses up a code that was right: false where it, or a later one, was used before. The first
    /// one confirms that codes can be made.
    pub(crate) async fn use_code(&self, person: PersonId, step: Step) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE second_factors SET step = ?2, since = coalesce(since, ?3) \
                       WHERE person = ?1 AND step < ?2";
            let values = params![person.0, step.0 as i64, calendar() as i64];
            Ok(connection.execute(sql, values)? == 1)
        })
        .await
    }

    /// Asks for no codes any more.
    pub(crate) async fn remove_second_factor(&self, person: PersonId) -> Result<(), StoreError> {
        self.write(move |connection| remove(connection, person))
            .await
    }
}

/// Asks a person for no codes any more.
pub(super) fn remove(connection: &Connection, person: PersonId) -> Result<(), StoreError> {
    let sql = "DELETE FROM second_factors WHERE person = ?1";
    connection.execute(sql, params![person.0])?;
    Ok(())
}

/// Puts new keys in place of those of a folder, also while its server runs: everything is sealed
/// anew, then the old keys are dropped. Names that were deleted lately may be taken again.
pub fn rotate_keys(data: &Path, database: &Database) -> Result<(), StoreError> {
    let connection = open_for_command(data, database)?;
    let renewed = Keys::of(data)?.renewed();
    // From here on what is sealed is sealed by the new key, and opened by both.
    renewed.keep(data)?;
    connection.transaction(|connection| seal_anew(connection, &renewed))?;
    renewed.without_old().keep(data)?;
    Ok(())
}

fn seal_anew(connection: &Connection, keys: &Keys) -> Result<(), StoreError> {
    let sql = match connection.kind() {
        Kind::Sqlite => "SELECT person, secret FROM second_factors",
        // A secret that somebody changes meanwhile must not be put back.
        Kind::Postgres => "SELECT person, secret FROM second_factors ORDER BY person FOR UPDATE",
    };
    let sealed: Vec<(i64, Vec<u8>)> =
        connection.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (person, secret) in sealed {
        let purpose = purpose(PersonId(person));
        // What no key opens is of no use, and stays.
        if let Some(secret) = keys.open(&secret, &purpose) {
            let sql = "UPDATE second_factors SET secret = ?2 WHERE person = ?1";
            connection.execute(sql, params![person, keys.seal(&secret, &purpose)])?;
        }
    }
    Ok(())
}

/// A secret opens for its person alone.
fn purpose(person: PersonId) -> String {
    format!("second factor of {}", person.0)
}
