use std::fs::{self, File};
use std::path::Path;

use super::{StoreError, folder, schema};

/// Copies the database of a folder to a new file, also while a server uses it, and checks the
/// copy.
pub fn backup(data: &Path, file: &Path) -> Result<(), StoreError> {
    let database = folder::database(data);
    if !database.exists() {
        return Err(StoreError::NoDatabase { path: database });
    }
    let path = file.to_owned();
    if file.exists() {
        return Err(StoreError::Exists { path });
    }
    let Some(name) = file.to_str() else {
        return Err(StoreError::NotUnicode { path });
    };
    let source = schema::open_reader(&database)?;
    let copied = copy(&source, name).and_then(|()| {
        // Durable before anybody is told.
        let synced = File::open(file).and_then(|file| file.sync_all());
        synced.map_err(|error| StoreError::file(&path, &error))
    });
    if copied.is_err() && file.exists() {
        // What is no backup must not look like one.
        fs::remove_file(file).map_err(|error| StoreError::file(&path, &error))?;
    }
    copied
}

/// One statement reads one state of the database, however long it takes and whoever writes.
fn copy(source: &rusqlite::Connection, name: &str) -> Result<(), StoreError> {
    source.execute("VACUUM INTO ?1", [name])?;
    let copy = schema::open_reader(Path::new(name))?;
    schema::check(&copy)
}
