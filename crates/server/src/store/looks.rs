use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};

use super::StoreError;
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
pub(super) fn fill(connection: &mut Connection) -> Result<(), StoreError> {
    let sql = "SELECT looks FROM server";
    let version: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    if version == LOOKS_VERSION {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    transaction.execute("DELETE FROM looks", [])?;
    let accounts: Vec<(i64, String)> = transaction
        .prepare("SELECT id, name FROM people WHERE key IS NOT NULL")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (person, name) in accounts {
        insert(&transaction, PersonId(person), &name)?;
    }
    transaction.execute("UPDATE server SET looks = ?1", [LOOKS_VERSION])?;
    transaction.commit()?;
    Ok(())
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
        let sql = "SELECT 1 FROM looks WHERE look = ?1 AND person IS NOT ?2";
        let mut select = connection.prepare_cached(sql)?;
        if select.exists(params![look.0, person.map(|person| person.0)])? {
            return Err(StoreError::NameTaken);
        }
    }
    Ok(())
}

fn rests(connection: &Connection, folder: &Path, look: &Look) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM resting_looks WHERE until > ?1 LIMIT 1";
    let now = calendar() as i64;
    // Most of the time no name rests, and no key is needed.
    if !connection.prepare_cached(sql)?.exists([now])? {
        return Ok(false);
    }
    let sql = "SELECT until FROM resting_looks WHERE look = ?1";
    let hash = Keys::of(folder)?.hash(look.0.as_bytes(), PURPOSE);
    let mut select = connection.prepare_cached(sql)?;
    let until: Option<i64> = select.query_row([hash], |row| row.get(0)).optional()?;
    Ok(until.is_some_and(|until| until > now))
}

/// Notes what the name of an account looks like.
pub(super) fn insert(
    connection: &Connection,
    person: PersonId,
    name: &str,
) -> Result<(), StoreError> {
    for look in looks(name) {
        let sql = "INSERT OR IGNORE INTO looks VALUES (?1, ?2)";
        let mut insert = connection.prepare_cached(sql)?;
        insert.execute(params![look.0, person.0])?;
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
    check_others(connection, name, Some(person))?;
    let sql = "DELETE FROM looks WHERE person = ?1";
    connection.prepare_cached(sql)?.execute([person.0])?;
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
    let gone: Vec<String> = connection
        .prepare_cached(sql)?
        .query_map([person.0], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let now = calendar() as i64;
    let sql = "DELETE FROM resting_looks WHERE until <= ?1";
    connection.prepare_cached(sql)?.execute([now])?;
    for look in gone {
        let hash = Keys::of(folder)?.hash(look.as_bytes(), PURPOSE);
        let sql = "INSERT OR REPLACE INTO resting_looks VALUES (?1, ?2)";
        let mut insert = connection.prepare_cached(sql)?;
        insert.execute(params![hash, now + REST])?;
    }
    Ok(())
}
