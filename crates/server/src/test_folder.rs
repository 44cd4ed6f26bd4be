use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use play::Families;

use crate::metrics::Metrics;
use crate::store::{Database, Store, StoreError};

/// A folder of a test's own, gone when the test is over.
pub(crate) struct TestFolder(PathBuf);

impl TestFolder {
    pub(crate) fn new() -> TestFolder {
        let name = format!("merelle-{}", crate::game_id::GameId::random());
        TestFolder(std::env::temp_dir().join(name))
    }

    /// The store of the folder, with the usual games.
    pub(crate) fn store(&self, metrics: &Arc<Metrics>) -> Result<Store, StoreError> {
        let metrics = Arc::clone(metrics);
        let database = Database::Folder;
        Store::open(
            &self.0,
            &database,
            Families::standard(),
            Duration::ZERO,
            metrics,
        )
    }

    /// One of several stores of the folder, as nodes of one site have them.
    pub(crate) fn store_beside(&self, metrics: &Arc<Metrics>) -> Result<Store, StoreError> {
        let metrics = Arc::clone(metrics);
        Store::open_shared(&self.0, Families::standard(), metrics)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
