//! Carrying everything from one database to another, of either kind.
//!
//! Rows are copied table by table in the order of their keys, some hundred at a time, each time whole or
//! not at all. So the last key that is there tells how far it has come, and whoever was stopped goes on
//! from there. Then all rows of both are read and compared. Until it is done a mark in the target keeps
//! servers from using it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use sha2::{Digest, Sha256};

use super::database::{
    Anything, Connection, Database, DatabaseError, Kind, PostgresAddress, ToValue, params,
};
use super::folder::Folder;
use super::{StoreError, postgres_schema, schema};

/// Where a database is moved from or to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabasePlace {
    /// SQLite, in the data folder of a server.
    Folder(PathBuf),
    /// PostgreSQL.
    Postgres(PostgresAddress),
}

/// How far a move has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moving {
    /// The table it is at.
    pub table: &'static str,
    /// What it does there.
    pub stage: MovingStage,
    /// Rows that were done in this step.
    pub rows: u64,
}

/// What is done with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovingStage {
    /// It is copied.
    Copying,
    /// Both are read and compared.
    Comparing,
}

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Rows of all tables.
    pub rows: u64,
    /// Those that an earlier try had left there.
    pub found: u64,
}

/// A table and what tells its rows apart.
struct Table {
    name: &'static str,
    key: &'static [&'static str],
}

/// All tables but the one row of `server`, those that others refer to first.
const TABLES: [Table; 18] = [
    table("people", &["id"]),
    table("games", &["id"]),
    table("log", &["game", "ply"]),
    table("ratings", &["person", "family"]),
    table("rating_changes", &["person", "family", "game"]),
    table("sessions", &["token"]),
    table("blocks", &["person", "blocked"]),
    table("reports", &["id"]),
    table("looks", &["look", "person"]),
    table("resting_looks", &["look"]),
    table("second_factors", &["person"]),
    table("devices", &["person", "device"]),
    table("barred_addresses", &["network"]),
    table("journal", &["id"]),
    table("orders", &["id"]),
    table("trials", &["id"]),
    table("nodes", &["name"]),
    table("leases", &["game"]),
];

const fn table(name: &'static str, key: &'static [&'static str]) -> Table {
    Table { name, key }
}

/// Rows that are copied or compared at once.
const PAGE: u32 = 500;

/// How long a session may be seen that is over, such as that of a move that was killed.
const GOING: Duration = Duration::from_secs(3);

/// The mark of a database that is not whole yet; it says from where it comes.
const MARK: &str = "moving";

/// A database that is moved from or to.
struct End {
    connection: Connection,
    /// Nobody else may use it meanwhile.
    _folder: Option<Folder>,
}

impl FromStr for DatabasePlace {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<DatabasePlace, DatabaseError> {
        match text.contains("://") {
            true => text.parse().map(DatabasePlace::Postgres),
            false => Ok(DatabasePlace::Folder(text.into())),
        }
    }
}

impl fmt::Display for DatabasePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabasePlace::Folder(path) => path.display().fmt(f),
            DatabasePlace::Postgres(address) => address.fmt(f),
        }
    }
}

impl DatabasePlace {
    fn open_source(&self) -> Result<End, StoreError> {
        let (data, database) = match self {
            DatabasePlace::Folder(data) => (data.as_path(), Database::Folder),
            DatabasePlace::Postgres(address) => {
                (Path::new(""), Database::Postgres(address.clone()))
            }
        };
        let connection = schema::open_for_command(data, &database)?;
        let folder = match self {
            DatabasePlace::Folder(data) => Some(Folder::take(data)?),
            DatabasePlace::Postgres(_) => None,
        };
        self.alone(connection, folder)
    }

    fn open_target(&self) -> Result<End, StoreError> {
        match self {
            DatabasePlace::Folder(data) => {
                let folder = Folder::take(data)?;
                let connection = schema::open_writer(&folder.database()?)?;
                self.alone(connection, Some(folder))
            }
            DatabasePlace::Postgres(address) => self.alone(postgres_schema::open(address)?, None),
        }
    }

    /// Refuses a database that a server uses.
    fn alone(&self, connection: Connection, folder: Option<Folder>) -> Result<End, StoreError> {
        if connection.kind() == Kind::Postgres {
            let sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() \
                       AND pid <> pg_backend_pid() AND application_name = 'merelle'";
            let began = Instant::now();
            while connection.exists(sql, &[])? {
                if began.elapsed() > GOING {
                    let place = self.to_string();
                    return Err(StoreError::InUseElsewhere { place });
                }
                thread::sleep(GOING / 30);
            }
        }
        Ok(End {
            connection,
            _folder: folder,
        })
    }
}

/// Copies everything from one database to another that is empty, or that an earlier try has left half
/// done, and compares all of it. No server may use either. Whoever calls is told of every step.
pub fn move_database(
    from: &DatabasePlace,
    to: &DatabasePlace,
    mut tell: impl FnMut(Moving),
) -> Result<Moved, StoreError> {
    let source = from.open_source()?;
    let target = to.open_target()?;
    let (source, target) = (&source.connection, &target.connection);
    begin(target, &from.to_string(), &to.to_string())?;
    let mut moved = Moved::default();
    for table in &TABLES {
        let columns = columns(source, target, table)?;
        let found: i64 = {
            let sql = format!("SELECT count(*) FROM {}", table.name);
            target.query_row(&sql, &[], |row| row.get(0))?
        };
        moved.found += found.unsigned_abs();
        copy(source, target, table, &columns, &mut tell)?;
    }
    copy_server(source, target)?;
    for table in &TABLES {
        let columns = columns(source, target, table)?;
        moved.rows += compare(source, target, table, &columns, &mut tell)?;
    }
    end(target)?;
    Ok(moved)
}

/// Refuses a database that a move has left half done.
pub(super) fn refuse_half_done(connection: &Connection) -> Result<(), StoreError> {
    match is_marked(connection)? {
        true => Err(StoreError::HalfMoved),
        false => Ok(()),
    }
}

fn is_marked(connection: &Connection) -> Result<bool, StoreError> {
    let sql = match connection.kind() {
        Kind::Sqlite => "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
        Kind::Postgres => {
            "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename::text = ?1"
        }
    };
    Ok(connection.exists(sql, params![MARK])?)
}

/// Marks an empty target, or recognises one that was marked before. What the database does by itself
/// when a row comes is put off: rows come as they are.
fn begin(target: &Connection, from: &str, to: &str) -> Result<(), StoreError> {
    let not_empty = || StoreError::NotEmpty {
        place: to.to_owned(),
    };
    if let Some(file) = target.sqlite() {
        file.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    }
    if is_marked(target)? {
        let sql = format!("SELECT source FROM {MARK}");
        let source: String = target.query_row(&sql, &[], |row| row.get(0))?;
        return match source == from {
            true => Ok(()),
            false => Err(not_empty()),
        };
    }
    for table in &TABLES {
        let sql = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if target.exists(&sql, &[])? {
            return Err(not_empty());
        }
    }
    target.transaction(|target| {
        target.execute_batch(&format!("CREATE TABLE {MARK} (source TEXT NOT NULL)"))?;
        let sql = format!("INSERT INTO {MARK} (source) VALUES (?1)");
        target.execute(&sql, params![from])?;
        switch_triggers(target, "DISABLE")?;
        Ok(())
    })
}

/// Of PostgreSQL's tables; SQLite does it for a connection.
fn switch_triggers(target: &Connection, how: &str) -> Result<(), StoreError> {
    if target.kind() == Kind::Sqlite {
        return Ok(());
    }
    for Table { name, .. } in &TABLES {
        target.execute_batch(&format!("ALTER TABLE {name} {how} TRIGGER USER"))?;
    }
    Ok(())
}

/// Takes the mark away: from now on it is a database like any other.
fn end(target: &Connection) -> Result<(), StoreError> {
    target.transaction(|target| {
        switch_triggers(target, "ENABLE")?;
        let numbered = TABLES.iter().filter(|table| *table.key == ["id"]);
        // SQLite counts from the highest number there is.
        for Table { name, .. } in numbered.filter(|_| target.kind() == Kind::Postgres) {
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{name}', 'id'), \
                 (SELECT coalesce(max(id), 0) + 1 FROM {name}), false)"
            );
            target.execute(&sql, &[])?;
        }
        Ok(target.execute_batch(&format!("DROP TABLE {MARK}"))?)
    })
}

/// The columns of a table, which both must have; those that are computed from others are not copied.
fn columns(
    source: &Connection,
    target: &Connection,
    table: &Table,
) -> Result<Vec<String>, StoreError> {
    let [of_source, of_target] = [source, target].map(|connection| {
        let sql = match connection.kind() {
            Kind::Sqlite => "SELECT name FROM pragma_table_info(?1) ORDER BY name",
            Kind::Postgres => {
                "SELECT column_name::text FROM information_schema.columns \
                 WHERE table_schema = current_schema() AND table_name::text = ?1 \
                 AND is_generated = 'NEVER' ORDER BY column_name::text COLLATE \"C\""
            }
        };
        connection.query(sql, params![table.name], |row| row.get::<String>(0))
    });
    let columns = of_source?;
    match columns == of_target? {
        true => Ok(columns),
        false => Err(differs(table)),
    }
}

fn differs(table: &Table) -> StoreError {
    StoreError::Differs {
        table: table.name.to_owned(),
    }
}

type Record = Vec<Anything>;

/// The next rows after a key, or the first ones.
fn page(
    connection: &Connection,
    table: &Table,
    columns: &[String],
    after: Option<&Record>,
) -> Result<Vec<Record>, StoreError> {
    let (name, key) = (table.name, table.key.join(", "));
    let condition = match after {
        None => String::new(),
        Some(_) => {
            let values: Vec<String> = (1..=table.key.len()).map(|at| format!("?{at}")).collect();
            format!("WHERE ({key}) > ({})", values.join(", "))
        }
    };
    let columns_text = columns.join(", ");
    let sql = format!("SELECT {columns_text} FROM {name} {condition} ORDER BY {key} LIMIT {PAGE}");
    let after = after.into_iter().flatten();
    let values: Vec<&dyn ToValue> = after.map(|value| value as &dyn ToValue).collect();
    let count = columns.len();
    let rows = connection.query(&sql, &values, |row| {
        (0..count).map(|column| row.get(column)).collect()
    });
    Ok(rows?)
}

/// What tells a row apart.
fn key_of(table: &Table, columns: &[String], row: &Record) -> Record {
    let place = |key: &&str| columns.iter().position(|column| column == key);
    let places = table.key.iter().filter_map(place);
    places.map(|place| row[place].clone()).collect()
}

fn copy(
    source: &Connection,
    target: &Connection,
    table: &Table,
    columns: &[String],
    tell: &mut impl FnMut(Moving),
) -> Result<(), StoreError> {
    let order: Vec<String> = table.key.iter().map(|key| format!("{key} DESC")).collect();
    let (name, key, order) = (table.name, table.key.join(", "), order.join(", "));
    let sql = format!("SELECT {key} FROM {name} ORDER BY {order} LIMIT 1");
    let count = table.key.len();
    let last: Vec<Record> = target.query(&sql, &[], |row| {
        (0..count).map(|column| row.get(column)).collect()
    })?;
    let mut after = last.into_iter().next();
    loop {
        let rows = page(source, table, columns, after.as_ref())?;
        let Some(last) = rows.last() else {
            return Ok(());
        };
        after = Some(key_of(table, columns, last));
        target.transaction(|target| {
            insert(target, table, columns, &rows)?;
            tell(Moving {
                table: name,
                stage: MovingStage::Copying,
                rows: rows.len() as u64,
            });
            Ok::<(), StoreError>(())
        })?;
    }
}

fn insert(
    target: &Connection,
    table: &Table,
    columns: &[String],
    rows: &[Record],
) -> Result<(), StoreError> {
    let width = columns.len();
    let places = (0..rows.len()).map(|row| {
        let places: Vec<String> = (1..=width)
            .map(|at| format!("?{}", row * width + at))
            .collect();
        format!("({})", places.join(", "))
    });
    let places: Vec<String> = places.collect();
    let (name, columns) = (table.name, columns.join(", "));
    let sql = format!(
        "INSERT INTO {name} ({columns}) VALUES {}",
        places.join(", ")
    );
    let values = rows.iter().flatten().map(|value| value as &dyn ToValue);
    target.execute(&sql, &values.collect::<Vec<_>>())?;
    Ok(())
}

/// The one row of `server`, which every database has.
fn copy_server(source: &Connection, target: &Connection) -> Result<(), StoreError> {
    let sql = "SELECT uptime, looks FROM server";
    let read = |connection: &Connection| -> Result<(i64, i64), StoreError> {
        Ok(connection.query_row(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))?)
    };
    let (uptime, looks) = read(source)?;
    let sql = "UPDATE server SET uptime = ?1, looks = ?2";
    target.transaction(|target| target.execute(sql, params![uptime, looks]))?;
    match read(target)? == (uptime, looks) {
        true => Ok(()),
        false => Err(differs(&table("server", &[]))),
    }
}

/// Reads all rows of both and compares them by their number and a checksum; how many there are.
fn compare(
    source: &Connection,
    target: &Connection,
    table: &Table,
    columns: &[String],
    tell: &mut impl FnMut(Moving),
) -> Result<u64, StoreError> {
    let of_source = sum(source, table, columns, tell)?;
    let of_target = sum(target, table, columns, tell)?;
    match of_source == of_target {
        true => Ok(of_source.0),
        false => Err(differs(table)),
    }
}

fn sum(
    connection: &Connection,
    table: &Table,
    columns: &[String],
    tell: &mut impl FnMut(Moving),
) -> Result<(u64, [u8; 32]), StoreError> {
    let (mut count, mut sum, mut after) = (0, Sha256::new(), None);
    loop {
        let rows = page(connection, table, columns, after.as_ref())?;
        let Some(last) = rows.last() else {
            return Ok((count, sum.finalize().into()));
        };
        after = Some(key_of(table, columns, last));
        count += rows.len() as u64;
        for value in rows.iter().flatten() {
            value.write(|bytes| sum.update(bytes));
        }
        tell(Moving {
            table: table.name,
            stage: MovingStage::Comparing,
            rows: rows.len() as u64,
        });
    }
}

/// How many rows a move has to copy, for whoever shows how far it has come.
pub fn rows_to_move(from: &DatabasePlace) -> Result<u64, StoreError> {
    let source = from.open_source()?;
    let mut rows = 0;
    for table in &TABLES {
        let sql = format!("SELECT count(*) FROM {}", table.name);
        let count: i64 = source.connection.query_row(&sql, &[], |row| row.get(0))?;
        rows += count.unsigned_abs();
    }
    Ok(rows)
}

#[cfg(test)]
mod tests;
