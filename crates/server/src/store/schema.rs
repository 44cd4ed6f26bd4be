//! The form of an SQLite database.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::database::{self, Database};
use super::folder::{Folder, present_database};
use super::{StoreError, looks, moving, postgres_schema, whole};

/// The steps from an empty file to the present form, in order. A step that was released is never
/// changed.
const MIGRATIONS: [&str; 4] = [
    include_str!("../../migrations/1.sql"),
    include_str!("../../migrations/2.sql"),
    include_str!("../../migrations/3.sql"),
    include_str!("../../migrations/4.sql"),
];

/// The version of the present form.
pub(super) const VERSION: u32 = MIGRATIONS.len() as u32;

/// Kibibytes of pages the writer keeps in memory: those of some thousand games being played.
const CACHE: i32 = 32 * 1024;

/// Pages written before the log of the database is folded into it: 32 MiB, so that folding is
/// rare and short of the time of a move.
const CHECKPOINT: i32 = 8 * 1024;

/// How long the server waits for another process to let go of the database before it refuses what
/// it was to store: longer than a copy or a command takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a command or a reader does.
const SHORT_PATIENCE: Duration = Duration::from_secs(5);

/// Opens the database to write and brings it to the present form. What is not a database of this
/// program is refused; pages are read when they are needed.
pub(super) fn open_writer(path: &Path) -> Result<database::Connection, StoreError> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    recognise(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -CACHE)?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT)?;
    migrate(&mut connection)?;
    let connection = database::Connection::Sqlite(connection);
    looks::fill(&connection)?;
    // Fails now, not at the first move, where nothing may be written.
    connection.execute("UPDATE server SET uptime = uptime", &[])?;
    Ok(connection)
}

/// Opens the database to read.
pub(super) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(SHORT_PATIENCE)?;
    Ok(connection)
}

/// Opens the database of a folder, or the one it is told, for a command that reads and writes it, also
/// while a server uses it. One that no server has brought to the present form yet is brought to it now;
/// where an older server runs, that one has to be replaced first.
pub(crate) fn open_for_command(
    data: &Path,
    database: &Database,
) -> Result<database::Connection, StoreError> {
    let connection = match database {
        Database::Folder => open_file_for_command(data).map(database::Connection::Sqlite),
        Database::Postgres(address) => postgres_schema::open_for_command(address),
    }?;
    moving::refuse_half_done(&connection)?;
    Ok(connection)
}

fn open_file_for_command(data: &Path) -> Result<Connection, StoreError> {
    let path = present_database(data)?;
    let found = recognise(&open_reader(&path)?)?;
    if found < VERSION {
        let folder = Folder::take(data).map_err(|error| match error {
            StoreError::InUse { .. } => StoreError::Older {
                found,
                known: VERSION,
            },
            other => other,
        })?;
        drop(open_writer(&path)?);
        drop(folder);
    }
    let connection = Connection::open(path)?;
    connection.busy_timeout(SHORT_PATIENCE)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Refuses a file that is not a database of this program or is from a later version, before anything
/// is changed. Returns its version. Only its first pages are read.
pub(super) fn recognise(connection: &Connection) -> Result<u32, StoreError> {
    let found: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > VERSION {
        let known = VERSION;
        return Err(StoreError::Newer { found, known });
    }
    let there = names(connection)?;
    if found == 0 && !there.is_empty() {
        return Err(StoreError::Foreign);
    }
    let wanted = names(&of_version(found)?)?;
    if let Some(missing) = wanted.difference(&there).next() {
        let detail = format!("{missing} is missing");
        return Err(StoreError::Damaged { detail });
    }
    Ok(found)
}

/// Recognises a file and reads all of it.
pub(super) fn check(connection: &Connection) -> Result<u32, StoreError> {
    let version = recognise(connection)?;
    whole::check(connection)?;
    Ok(version)
}

/// An empty database of a version.
fn of_version(version: u32) -> Result<Connection, StoreError> {
    let connection = Connection::open_in_memory()?;
    for sql in MIGRATIONS.iter().take(version as usize) {
        connection.execute_batch(sql)?;
    }
    Ok(connection)
}

/// The tables and indexes of a database.
fn names(connection: &Connection) -> Result<BTreeSet<String>, StoreError> {
    let sql = "SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'";
    let mut select = connection.prepare(sql)?;
    let rows = select.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Takes the steps that are missing, each whole or not at all.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found = recognise(connection)?;
    for (step, sql) in (1..).zip(MIGRATIONS).skip(found as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", step)?;
        transaction.commit()?;
        tracing::info!(version = step, "the database has a new form");
    }
    Ok(())
}

/// How the database goes about a statement, whatever its parameters.
#[cfg(test)]
pub(super) fn plan(connection: &database::Connection, sql: &str) -> String {
    let connection = connection.sqlite().unwrap();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_refers_to_a_row_that_may_go_finds_it_by_an_index() {
        let connection = of_version(VERSION).unwrap();
        let sql = "SELECT m.name, f.\"from\", f.\"table\" FROM sqlite_schema AS m, \
                   pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'";
        let mut select = connection.prepare(sql).unwrap();
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let references: Vec<(String, String, String)> = rows.unwrap().map(Result::unwrap).collect();
        assert!(references.len() > 5);
        for (table, column, target) in references {
            let sql = format!("EXPLAIN QUERY PLAN SELECT 1 FROM {table} WHERE {column} = 1");
            let plan: String = connection.query_row(&sql, [], |row| row.get(3)).unwrap();
            assert!(
                plan.starts_with("SEARCH"),
                "to delete from {target} all of {table} is read for {column}: {plan}"
            );
        }
    }
}
