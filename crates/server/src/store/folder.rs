use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::StoreError;

/// The folder where everything is kept, held by one process at a time.
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

impl Folder {
    /// Makes the folder where it is missing, and takes it.
    pub(super) fn take(path: &Path) -> Result<Folder, StoreError> {
        fs::create_dir_all(path).map_err(|error| StoreError::file(path, &error))?;
        let lock_path = path.join(LOCK);
        let lock =
            File::create(&lock_path).map_err(|error| StoreError::file(&lock_path, &error))?;
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
        Ok(Folder {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    pub(super) fn database(&self) -> PathBuf {
        database(&self.path)
    }
}

/// The database in a folder.
pub(super) fn database(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
}
