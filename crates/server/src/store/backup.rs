use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use time::UtcDateTime;

use super::{StoreError, folder, modes, schema};
use crate::uptime::calendar;

/// What a backup is called until it is whole.
const PARTIAL: &str = ".partial";

/// How backups that are rotated are called: `merelle-2026-11-16T14-55-03Z.db`.
const PREFIX: &str = "merelle-";
const SUFFIX: &str = ".db";

/// Copies the database of a folder to a new file, also while a server uses it, and checks the
/// copy. It has another name until it is whole and durable: whoever stops it in the middle leaves
/// nothing that looks like a backup.
pub fn backup(data: &Path, file: &Path) -> Result<(), StoreError> {
    let database = folder::present_database(data)?;
    if file.exists() {
        let path = file.to_owned();
        return Err(StoreError::Exists { path });
    }
    copy_whole(&database, file)
}

/// Makes a backup named after the time in a folder of backups, and deletes the oldest ones made so
/// when there are more than `keep`. Returns its name.
pub fn backup_and_rotate(data: &Path, backups: &Path, keep: usize) -> Result<PathBuf, StoreError> {
    modes::make_folder(backups).map_err(|error| StoreError::file(backups, &error))?;
    let made = backups.join(format!("{PREFIX}{}{SUFFIX}", stamp()));
    backup(data, &made)?;
    // Only now is one of the others not needed any more.
    rotate(backups, &made, keep)?;
    Ok(made)
}

/// The time as part of a file name, in an order that is that of time.
pub(super) fn stamp() -> String {
    let seconds = i64::try_from(calendar() / 1000).unwrap_or(i64::MAX);
    let now = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::MAX);
    let (year, month, day) = (now.year(), u8::from(now.month()), now.day());
    let (hour, minute, second) = (now.hour(), now.minute(), now.second());
    format!("{year:04}-{month:02}-{day:02}T{hour:02}-{minute:02}-{second:02}Z")
}

/// Whether a name is one this program gives to backups, up to the last character.
fn is_ours(name: &str) -> bool {
    let stamp = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX));
    let form = "dddd-dd-ddTdd-dd-ddZ";
    stamp.is_some_and(|stamp| {
        let fits = |(found, wanted): (u8, u8)| match wanted {
            b'd' => found.is_ascii_digit(),
            _ => found == wanted,
        };
        stamp.len() == form.len() && stamp.bytes().zip(form.bytes()).all(fits)
    })
}

/// Deletes the oldest backups beyond `keep`, never the one just made, and what was left of those
/// that were stopped in the middle.
fn rotate(backups: &Path, made: &Path, keep: usize) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::file(backups, &error);
    let mut others = Vec::new();
    for entry in fs::read_dir(backups).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, name) = (entry.path(), entry.file_name());
        let is_file = entry.file_type().map_err(failed)?.is_file();
        let Some(name) = name.to_str().filter(|_| is_file) else {
            continue;
        };
        match name.strip_suffix(PARTIAL) {
            Some(name) if is_ours(name) => drop(Partial::take(&backups.join(name))),
            Some(_) => {}
            None if is_ours(name) && path != made => others.push(path),
            None => {}
        }
    }
    others.sort_unstable();
    let excess = (others.len() + 1).saturating_sub(keep.max(1));
    for path in others.iter().take(excess) {
        fs::remove_file(path).map_err(|error| StoreError::file(path, &error))?;
    }
    Ok(())
}

/// A file that is to become a backup. It is held as long as somebody works on it, and gone with
/// whoever gives up.
struct Partial {
    path: PathBuf,
    file: File,
}

impl Partial {
    /// Makes the file, or takes over what was left of one.
    fn take(file: &Path) -> Result<Partial, StoreError> {
        let mut name = OsString::from(file);
        name.push(PARTIAL);
        let path = PathBuf::from(name);
        let failed = |error: io::Error| StoreError::file(&path, &error);
        let held = modes::open_file(&path).map_err(failed)?;
        match held.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let path = file.to_owned();
                return Err(StoreError::BeingMade { path });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // SQLite copies to an empty file only.
        held.set_len(0).map_err(failed)?;
        Ok(Partial { path, file: held })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // After it has its final name there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
    }
}

/// Copies a database to a file, which appears whole, checked and durable or not at all. What is
/// there under its name is replaced.
pub(super) fn copy_whole(database: &Path, file: &Path) -> Result<(), StoreError> {
    let partial = Partial::take(file)?;
    let source = schema::open_reader(database)?;
    schema::recognise(&source)?;
    let failed = |error: io::Error| StoreError::file(&partial.path, &error);
    copy(&source, &partial.path)?;
    partial.file.sync_all().map_err(failed)?;
    fs::rename(&partial.path, file).map_err(failed)?;
    sync_folder(file)
}

/// One statement reads one state of the database, however long it takes and whoever writes.
fn copy(source: &Connection, path: &Path) -> Result<(), StoreError> {
    let Some(name) = path.to_str() else {
        let path = path.to_owned();
        return Err(StoreError::NotUnicode { path });
    };
    source.execute("VACUUM INTO ?1", [name])?;
    schema::check(&schema::open_reader(path)?).map(|_| ())
}

/// Makes the names in the folder of a file durable.
pub(super) fn sync_folder(file: &Path) -> Result<(), StoreError> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Elsewhere folders cannot be opened, and names are durable with the file.
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(|error| StoreError::file(folder, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_our_own_making_are_ours() {
        assert!(is_ours(&format!("merelle-{}.db", stamp())));
        for name in [
            "merelle.db",
            "merelle-.db",
            "merelle-2026-11-16.db",
            "merelle-2026-11-16T14-55-03Z.db.old",
            "merelle-2026-11-16T14-55-03Z-mine.db",
            "merelle-2026-11-16T14-55-0xZ.db",
            "my-merelle-2026-11-16T14-55-03Z.db",
        ] {
            assert!(!is_ours(name), "{name}");
        }
    }
}
