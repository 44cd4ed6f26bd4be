use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::StoreError;

/// The steps from an empty file to the present form, in order. A step that was released is never
/// changed.
const MIGRATIONS: [&str; 3] = [
    include_str!("../../migrations/1.sql"),
    include_str!("../../migrations/2.sql"),
    include_str!("../../migrations/3.sql"),
];

/// The version of the present form.
const VERSION: u32 = MIGRATIONS.len() as u32;

/// Kibibytes of pages the writer keeps in memory: those of some thousand games being played.
const CACHE: i32 = 32 * 1024;

/// Pages written before the log of the database is folded into it: 32 MiB, so that folding is
/// rare and short of the time of a move.
const CHECKPOINT: i32 = 8 * 1024;

/// Opens the database to write, checks it and brings it to the present form.
pub(super) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    check(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -CACHE)?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT)?;
    migrate(&mut connection)?;
    // Fails now, not at the first move, where nothing may be written.
    connection.execute("UPDATE server SET uptime = uptime", [])?;
    Ok(connection)
}

/// Opens the database to read.
pub(super) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(connection)
}

/// Refuses a file that is damaged or from a later version, before anything is changed.
pub(super) fn check(connection: &Connection) -> Result<(), StoreError> {
    let found = version(connection)?;
    if found > VERSION {
        let known = VERSION;
        return Err(StoreError::Newer { found, known });
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    // What it finds stands in the last line, where in the lines before.
    match verdict.lines().last().unwrap_or_default() {
        "ok" => Ok(()),
        found => Err(StoreError::Damaged {
            detail: found.to_owned(),
        }),
    }
}

fn version(connection: &Connection) -> Result<u32, StoreError> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found = version(connection)?;
    for (step, sql) in (1..).zip(MIGRATIONS).skip(found as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", step)?;
        transaction.commit()?;
    }
    Ok(())
}

/// How the database goes about a statement, whatever its parameters.
#[cfg(test)]
pub(super) fn plan(connection: &Connection, sql: &str) -> String {
    let mut explain = connection
        .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
        .unwrap();
    let nothing = vec![rusqlite::types::Null; explain.parameter_count()];
    let steps = explain
        .query_map(rusqlite::params_from_iter(nothing), |row| row.get(3))
        .unwrap();
    steps
        .collect::<rusqlite::Result<Vec<String>>>()
        .unwrap()
        .join("\n")
}
