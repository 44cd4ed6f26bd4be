use std::sync::Arc;
use std::time::Duration;

use super::Hub;
use super::command::Command;
use crate::store::{Retention, Row, StoreError};

/// From one walk through the store to the next, and from the start to the first.
const TIDY: Duration = Duration::from_secs(3600);
const FIRST: Duration = Duration::from_secs(60);

/// Pauses for others: after a page was looked at, and after some rows were deleted. The writer is busy
/// with the walk for an eighth of the time at most.
const AFTER_PAGE: Duration = Duration::from_millis(10);
const AFTER_ROWS: Duration = Duration::from_millis(25);

/// Has what nobody needs go, as long as the server runs.
pub(crate) async fn keep_sweeping(hub: Arc<Hub>, retention: Retention) {
    tokio::time::sleep(FIRST).await;
    loop {
        match sweep(&hub, retention).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "what nobody needs any more is gone"),
            // The store itself tells of trouble; the next walk begins anew.
            Err(error) => tracing::debug!(%error, "not swept to the end"),
        }
        tokio::time::sleep(TIDY).await;
    }
}

/// Walks through the store once. Returns how many rows were looked at more closely.
pub(super) async fn sweep(hub: &Arc<Hub>, retention: Retention) -> Result<usize, StoreError> {
    let mut walk = hub.store.walk(retention);
    let mut rows = 0;
    while let Some(mut page) = hub.store.look(&mut walk).await? {
        // Who has a page open is not gone, however long ago they asked for anything.
        let is_there = |row: &Row| matches!(row, Row::Guest(person) if hub.is_online(*person));
        page.rows.retain(|row| !is_there(row));
        let mut left = page.rows.as_slice();
        rows += left.len() + page.stale.len();
        while !left.is_empty() {
            let done = hub.store.sweep(&walk, left).await?;
            left = &left[done.max(1)..];
            tokio::time::sleep(AFTER_ROWS).await;
        }
        for game in page.stale {
            // One that cannot be opened stays as it is.
            if let Ok(room) = hub.room(game).await {
                let _ = room.send(Command::CallOff).await;
            }
            tokio::time::sleep(AFTER_PAGE).await;
        }
        tokio::time::sleep(AFTER_PAGE).await;
    }
    if hub.store.membership().is_some() {
        loop {
            let swept = hub.store.sweep_leases().await?;
            if swept == 0 {
                break;
            }
            rows += swept;
            tokio::time::sleep(AFTER_ROWS).await;
        }
    }
    Ok(rows)
}
