//! The form of a PostgreSQL database.

use std::collections::BTreeSet;

use super::database::{Connection, PostgresAddress, Row, params};
use super::{StoreError, looks};

/// The steps from an empty database to the present form, in order. A step that was released is never
/// changed.
const MIGRATIONS: [&str; 2] = [
    include_str!("../../migrations/postgres/1.sql"),
    include_str!("../../migrations/postgres/2.sql"),
];

/// The version of the present form.
const VERSION: u32 = MIGRATIONS.len() as u32;

/// The oldest server that will do.
const OLDEST: u32 = 15;

/// Held while a database is brought to the present form: of nodes that start at once one does it and
/// the others find it done.
const LOCK: i64 = 0x006d_6572_656c_6c65;

/// The table that says whose database it is and which form it has.
const FORM: &str = "CREATE TABLE merelle_form (version BIGINT NOT NULL); \
                    INSERT INTO merelle_form VALUES (0);";

/// Connects to a database and brings it to the present form. One of another program, or of a later
/// version, is refused.
pub(super) fn open(address: &PostgresAddress) -> Result<Connection, StoreError> {
    let connection = Connection::postgres(address)?;
    check_server(&connection)?;
    // Others may be about it for as long as it takes.
    connection.execute_batch("SET lock_timeout = 0")?;
    connection.execute("SELECT 1 FROM pg_advisory_lock(?1)", params![LOCK])?;
    let done = migrate(&connection).and_then(|()| looks::fill(&connection));
    let unlocked = connection.execute("SELECT pg_advisory_unlock(?1)", params![LOCK]);
    done?;
    unlocked?;
    drop(connection);
    // A new one has its settings.
    Ok(Connection::postgres(address)?)
}

/// Connects to a database that a server has made, for a command.
pub(super) fn open_for_command(address: &PostgresAddress) -> Result<Connection, StoreError> {
    let connection = Connection::postgres(address)?;
    check_server(&connection)?;
    match recognise(&connection)? {
        VERSION => Ok(connection),
        0 => {
            let path = address.to_string().into();
            Err(StoreError::NoDatabase { path })
        }
        found => Err(StoreError::Older {
            found,
            known: VERSION,
        }),
    }
}

fn check_server(connection: &Connection) -> Result<(), StoreError> {
    let sql = "SELECT current_setting('server_version_num')::bigint, current_setting('fsync')";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let (version, fsync): (u32, String) = connection.query_row(sql, &[], read)?;
    let found = version / 10_000;
    if found < OLDEST {
        let needed = OLDEST;
        return Err(StoreError::OldServer { found, needed });
    }
    if fsync == "off" {
        tracing::warn!("fsync is off at the database server: a power cut may lose everything");
    }
    Ok(())
}

/// Refuses a database that is not of this program or is from a later version, before anything is
/// changed. Returns its version.
fn recognise(connection: &Connection) -> Result<u32, StoreError> {
    let there = tables(connection)?;
    if !there.contains("merelle_form") {
        return match there.is_empty() {
            true => Ok(0),
            false => Err(StoreError::Foreign),
        };
    }
    let sql = "SELECT version FROM merelle_form";
    let found: u32 = connection.query_row(sql, &[], |row| row.get(0))?;
    if found > VERSION {
        let known = VERSION;
        return Err(StoreError::Newer { found, known });
    }
    let wanted = MIGRATIONS.iter().take(found as usize);
    let wanted = wanted.flat_map(|sql| made_tables(sql));
    for table in wanted {
        if !there.contains(table) {
            let detail = format!("table {table} is missing");
            return Err(StoreError::Damaged { detail });
        }
    }
    Ok(found)
}

/// The tables that a step makes.
fn made_tables(sql: &str) -> impl Iterator<Item = &str> {
    let made = sql.lines();
    let made = made.filter_map(|line| line.strip_prefix("CREATE TABLE "));
    made.filter_map(|line| line.split(' ').next())
}

fn tables(connection: &Connection) -> Result<BTreeSet<String>, StoreError> {
    let sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()";
    let names = connection.query(sql, &[], |row| row.get(0))?;
    Ok(names.into_iter().collect())
}

/// Takes the steps that are missing, each whole or not at all.
fn migrate(connection: &Connection) -> Result<(), StoreError> {
    let found = recognise(connection)?;
    for (step, sql) in (1..).zip(MIGRATIONS).skip(found as usize) {
        connection.transaction(|connection| {
            if step == 1 {
                connection.execute_batch(FORM)?;
            }
            connection.execute_batch(sql)?;
            let sql = "UPDATE merelle_form SET version = ?1";
            connection.execute(sql, params![i64::from(step)])?;
            Ok::<(), StoreError>(())
        })?;
        tracing::info!(version = step, "the database has a new form");
    }
    Ok(())
}

/// Reads every row of every table: what cannot be read is an error.
pub(crate) fn read_all(connection: &Connection) -> Result<(), StoreError> {
    for table in tables(connection)? {
        let sql = format!("SELECT coalesce(sum(length(row::text)), 0)::bigint FROM {table} AS row");
        connection.query_row(&sql, &[], |row| row.get::<i64>(0))?;
    }
    Ok(())
}
