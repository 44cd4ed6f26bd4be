use std::path::Path;

use super::StoreError;
use super::database::{Connection, Lock, Optional, params};
use crate::keys::Keys;
use crate::name::{Bearer, LOOKS_VERSION, Look, looks};
use crate::seat::PersonId;
use crate::uptime::calendar;

/// How long the name of a deleted account rests: a month, in milliseconds. Whoever knew them has
/// heard by then that they are gone.
const REST: i64 = 30 * 86_400_000;

/// What looks of deleted names are hashed for.
const PURPOSE: &str = "look";

/// Finds the looks of all accounts, unless they were found in the present way. Accounts that look
/// alike and are older than this rule keep their names.
pub(super) fn fill(connection: &Connection) -> Result<(), StoreError> {
    let sql = "SELECT looks FROM server";
    let version: i64 = connection.query_row(sql, &[], |row| row.get(0))?;
    if version == LOOKS_VERSION {
        return Ok(());
    }
    connection.transaction(|connection| {
        connection.execute("DELETE FROM looks", &[])?;
        let sql = "SELECT id, name FROM people WHERE key IS NOT NULL";
        let accounts: Vec<(i64, String)> =
            connection.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (person, name) in accounts {
            insert(connection, PersonId(person), &name)?;
        }
        connection.execute("UPDATE server SET looks = ?1", params![LOOKS_VERSION])?;
        Ok(())
    })
}

/// Refuses a name that looks like that of another account, or of one that was deleted lately.
pub(super) fn check_free(
    connection: &Connection,
    folder: &Path,
    name: &str,
    person: Option<PersonId>,
) -> Result<(), StoreError> {
    check_others(connection, name, person)?;
    for look in looks(name) {
        if rests(connection, folder, &look)? {
            return Err(StoreError::NameTaken);
        }
    }
    Ok(())
}

fn check_others(
    connection: &Connection,
    name: &str,
    person: Option<PersonId>,
) -> Result<(), StoreError> {
    for look in looks(name) {
        let sql = "SELECT 1 FROM looks WHERE look = ?1 AND person IS DISTINCT FROM ?2";
        if connection.exists(sql, params![look.0, person.map(|person| person.0)])? {
            return Err(StoreError::NameTaken);
        }
    }
    Ok(())
}

fn rests(connection: &Connection, folder: &Path, look: &Look) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM resting_looks WHERE until > ?1 LIMIT 1";
    let now = calendar() as i64;
    // Most of the time no name rests, and no key is needed.
    if !connection.exists(sql, params![now])? {
        return Ok(false);
    }
    let sql = "SELECT until FROM resting_looks WHERE look = ?1";
    let hash = Keys::of(folder)?.hash(look.0.as_bytes(), PURPOSE);
    let until = connection.query_row(sql, params![hash], |row| row.get::<i64>(0));
    let until = until.optional()?;
    Ok(until.is_some_and(|until| until > now))
}

/// Notes what the name of an account looks like.
pub(super) fn insert(
    connection: &Connection,
    person: PersonId,
    name: &str,
) -> Result<(), StoreError> {
    for look in looks(name) {
        let sql = "INSERT INTO looks (look, person) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        connection.execute(sql, params![look.0, person.0])?;
    }
    Ok(())
}

/// Another name for somebody, by those who run the server: it must not look like that of another
/// account. The name of a deleted one they may give.
pub(crate) fn change_looks(
    connection: &Connection,
    person: PersonId,
    name: &str,
    bearer: Bearer,
) -> Result<(), StoreError> {
    connection.lock(Lock::Names)?;
    check_others(connection, name, Some(person))?;
    let sql = "DELETE FROM looks WHERE person = ?1";
    connection.execute(sql, params![person.0])?;
    match bearer {
        Bearer::Guest => Ok(()),
        Bearer::Account => insert(connection, person, name),
    }
}

/// Forgets what the name of a person looked like; nobody may look like it for a while. Only keyed
/// hashes are kept.
pub(super) fn rest(
    connection: &Connection,
    folder: &Path,
    person: PersonId,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM looks WHERE person = ?1 RETURNING look";
    let gone: Vec<String> = connection.query(sql, params![person.0], |row| row.get(0))?;
    let now = calendar() as i64;
    let sql = "DELETE FROM resting_looks WHERE until <= ?1";
    connection.execute(sql, params![now])?;
    for look in gone {
        let hash = Keys::of(folder)?.hash(look.as_bytes(), PURPOSE);
        let sql = "INSERT INTO resting_looks (look, until) VALUES (?1, ?2) \
                   ON CONFLICT (look) DO UPDATE SET until = excluded.until";
        connection.execute(sql, params![hash, now + REST])?;
    }
    Ok(())
}
