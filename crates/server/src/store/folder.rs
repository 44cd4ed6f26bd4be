use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{StoreError, modes};

/// The folder where everything is kept, held by one process at a time, and closed to everybody but
/// the account it runs under.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Locked as long as it lives.
    _lock: File,
}

/// The name of the database in its folder.
const DATABASE: &str = "merelle.db";

/// What is locked.
const LOCK: &str = "merelle.lock";

/// How the names of all that the server keeps begin.
const OURS: &str = "merelle.";

impl Folder {
    /// Makes the folder where it is missing, and takes it.
    pub(super) fn take(path: &Path) -> Result<Folder, StoreError> {
        modes::make_folder(path).map_err(|error| StoreError::file(path, &error))?;
        let lock_path = path.join(LOCK);
        let lock =
            modes::open_file(&lock_path).map_err(|error| StoreError::file(&lock_path, &error))?;
        modes::give_to_owner(&lock_path, path)
            .map_err(|error| StoreError::file(&lock_path, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let folder = path.to_owned();
                return Err(StoreError::InUse { folder });
            }
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::file(&lock_path, &error));
            }
        }
        let folder = Folder {
            path: path.to_owned(),
            _lock: lock,
        };
        folder.close_to_others();
        Ok(folder)
    }

    /// The folder without keeping others out.
    #[cfg(test)]
    pub(super) fn share(path: &Path) -> Result<Folder, StoreError> {
        let failed = |error: io::Error| StoreError::file(path, &error);
        modes::make_folder(path).map_err(failed)?;
        let lock = modes::open_file(&path.join(LOCK)).map_err(failed)?;
        Ok(Folder {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    /// The same folder once more, without a lock of its own.
    #[cfg(test)]
    pub(super) fn beside(path: &Path) -> Result<Folder, StoreError> {
        let lock = File::open(path.join(LOCK)).map_err(|error| StoreError::file(path, &error))?;
        Ok(Folder {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The database, which is made where it is missing: SQLite would let everybody read it.
    pub(super) fn database(&self) -> Result<PathBuf, StoreError> {
        let path = database(&self.path);
        match modes::make_file(&path) {
            Ok(_) => self.give_to_owner(&path)?,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(StoreError::file(&path, &error)),
        }
        Ok(path)
    }

    /// Gives a file in the folder to who owns the folder.
    pub(super) fn give_to_owner(&self, path: &Path) -> Result<(), StoreError> {
        let given = modes::give_to_owner(path, &self.path);
        given.map_err(|error| StoreError::file(path, &error))
    }

    /// Takes from others what they may do here. A folder that holds other things as well is left as
    /// it is, since it is not for the server alone.
    fn close_to_others(&self) {
        let Ok(entries) = fs::read_dir(&self.path) else {
            return;
        };
        let names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        let (ours, others): (Vec<&String>, Vec<&String>) =
            names.iter().partition(|name| name.starts_with(OURS));
        let files = ours.iter().map(|name| self.path.join(name));
        let files = files.filter(|path| path.is_file());
        let all = files.chain(others.is_empty().then(|| self.path.clone()));
        let mut tightened = Vec::new();
        for path in all {
            match modes::tighten(&path) {
                Ok(true) => tightened.push(path.display().to_string()),
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(path = %path.display(), %error, "others may read this");
                }
            }
        }
        if !tightened.is_empty() {
            let paths = tightened.join(", ");
            tracing::warn!(paths, "others might have read these; now they cannot");
        }
        if !others.is_empty() && modes::is_open_to_others(&self.path) {
            tracing::warn!(
                folder = %self.path.display(),
                "others may look into this folder: give the server one of its own"
            );
        }
    }
}

/// The database in a folder.
pub(super) fn database(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
}

/// The database in a folder, which has to be there.
pub(super) fn present_database(folder: &Path) -> Result<PathBuf, StoreError> {
    let path = database(folder);
    match path.exists() {
        true => Ok(path),
        false => Err(StoreError::NoDatabase { path }),
    }
}
