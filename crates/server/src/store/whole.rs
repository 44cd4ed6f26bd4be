//! Whether a database is whole, which takes reading all of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::{Condition, StoreError, schema};

/// Steps of a check, pages or instructions of SQLite, between two looks whether it is to stop.
const STEPS: i32 = 50;

/// How long it works and how long it rests then: it is to take about a third of the disk and of a
/// processor while people play.
const WORK: Duration = Duration::from_millis(4);
const REST: Duration = Duration::from_millis(8);

/// How much it gives way to all others, as `nice` counts.
const NICENESS: i32 = 19;

/// Reads the whole file.
pub(super) fn check(connection: &Connection) -> Result<(), StoreError> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    // What it finds stands in the last line, where in the lines before.
    match verdict.lines().last().unwrap_or_default() {
        "ok" => Ok(()),
        found => Err(StoreError::Damaged {
            detail: found.to_owned(),
        }),
    }
}

/// A check that runs beside the server. It ends by itself, or when it is dropped.
#[derive(Debug)]
pub(super) struct Checking {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Checking {
    /// Begins to read the database; what is found goes into the condition and the log.
    pub(super) fn begin(path: &Path, condition: Arc<Condition>) -> Result<Checking, StoreError> {
        let mut connection = schema::open_reader(path)?;
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let thread = thread::Builder::new().name("store-check".to_owned());
        let thread = thread.spawn(move || {
            // Where it cannot be made to give way, it takes a little more.
            let _ = rustix::process::nice(NICENESS);
            let began = Instant::now();
            let mut since = began;
            let rest = move || {
                if since.elapsed() > WORK {
                    thread::sleep(REST);
                    since = Instant::now();
                }
                told.load(Ordering::Relaxed)
            };
            let handled = connection.progress_handler(STEPS, Some(rest));
            let found = handled
                .map_err(StoreError::from)
                .and_then(|()| check(&connection));
            let seconds = began.elapsed().as_secs();
            match found {
                Ok(()) => {
                    condition.set_damage(None);
                    tracing::info!(seconds, "the database was checked and is whole");
                }
                Err(StoreError::Damaged { detail }) => {
                    tracing::error!(
                        detail,
                        "THE DATABASE IS DAMAGED: stop the server and restore a backup; until then \
                         it serves what it can"
                    );
                    condition.set_damage(Some(detail));
                }
                // It was told to stop, or could not read; then nothing is known.
                Err(error) => tracing::warn!(%error, "the database was not checked to its end"),
            }
        });
        Ok(Checking {
            stop,
            thread: Some(thread.expect("a thread at the start of the program")),
        })
    }
}

impl Drop for Checking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
