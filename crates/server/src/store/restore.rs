use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::backup::{copy_whole, stamp, sync_folder};
use super::folder::{Folder, database};
use super::{StoreError, modes, schema};

/// What restoring a backup has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Where the database is that was there before, if there was one.
    pub aside: Option<PathBuf>,
    /// The version of the backup; a server brings it to its own when it starts.
    pub version: u32,
}

/// What the restored database is called until it is in its place.
const RESTORING: &str = "merelle.restoring";

/// Puts a backup in the place of the database of a folder, which no server may use meanwhile. The
/// backup is read to its end first; the present database is kept under a name with the time, whole
/// or damaged as it is.
pub fn restore(data: &Path, backup: &Path) -> Result<Restored, StoreError> {
    if !backup.is_file() {
        let path = backup.to_owned();
        return Err(StoreError::NoDatabase { path });
    }
    let version = schema::check(&schema::open_reader(backup)?)?;
    if version == 0 {
        return Err(StoreError::Foreign);
    }
    let folder = Folder::take(data)?;
    let restoring = folder.path().join(RESTORING);
    copy_whole(backup, &restoring)?;
    folder.give_to_owner(&restoring)?;
    let present = database(folder.path());
    let aside = match present.exists() {
        true => Some(put_aside(&present)?),
        false => None,
    };
    // The one step by which the backup is the database.
    fs::rename(&restoring, &present).map_err(|error| StoreError::file(&present, &error))?;
    sync_folder(&present)?;
    Ok(Restored { aside, version })
}

/// Gives the present database a second name, under which it stays, with its log where that cannot be
/// folded into it. The first name stays until it is replaced; its log does not, since it would be
/// taken for that of the backup.
fn put_aside(present: &Path) -> Result<PathBuf, StoreError> {
    let failed = |error: io::Error| StoreError::file(present, &error);
    let aside = free_name(present);
    // A damaged one is kept with its log as it is.
    let _ = fold(present);
    let beside = |path: &Path, end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let [log, index] = ["-wal", "-shm"].map(|end| beside(present, end));
    second_name(present, &aside).map_err(failed)?;
    let holds_something = fs::metadata(&log).is_ok_and(|log| log.len() > 0);
    if holds_something {
        second_name(&log, &beside(&aside, "-wal")).map_err(failed)?;
    }
    sync_folder(present)?;
    for path in [log, index] {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
    }
    Ok(aside)
}

/// A name with the time that nothing has yet.
fn free_name(present: &Path) -> PathBuf {
    let stamp = stamp();
    let named = |end: &str| present.with_file_name(format!("merelle.before-{stamp}{end}.db"));
    let mut name = named("");
    for number in 2.. {
        if !name.exists() {
            break;
        }
        name = named(&format!("-{number}"));
    }
    name
}

/// Folds the log of a database into it.
fn fold(path: &Path) -> Result<(), StoreError> {
    let connection = rusqlite::Connection::open(path)?;
    let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
    Ok(connection.query_row(sql, [], |_| Ok(()))?)
}

/// Gives a file a second name; a copy does where the disk knows one name only.
fn second_name(path: &Path, name: &Path) -> io::Result<()> {
    if fs::hard_link(path, name).is_err() {
        modes::make_file(name)?;
        fs::copy(path, name)?;
        modes::open_file(name)?.sync_all()?;
    }
    modes::tighten(name)?;
    Ok(())
}
