//! A disk that is full, slow, locked or fails.

use std::time::Instant;

use super::*;
use crate::test_folder::TestFolder;

/// Waits until the store can be written again, as a server finds out by its beats.
pub(super) async fn recovered(store: &Store) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while store.beat().await.is_err() {
        assert!(Instant::now() < deadline, "it does not recover");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_full_disk_refuses_a_write_and_keeps_the_rest() {
    let folder = TestFolder::new();
    let store = file::open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
    // As many pages as there are, and no more; beside the store, which refuses everything then.
    let pages = |most: &'static str| {
        let writer = &store.writer;
        writer.run(move |connection| {
            let file = connection.sqlite().unwrap();
            Ok(file.pragma_update(None, "max_page_count", most)?)
        })
    };
    pages("1").await.unwrap();
    let mut refusal = None;
    for ply in 1..2000 {
        let stored = store
            .append(game.key, None, entry(ply, &"x".repeat(500)), GOES_ON)
            .await;
        if let Err(error) = stored {
            refusal = Some((ply, error));
            break;
        }
    }
    let (ply, error) = refusal.unwrap();
    assert_eq!(error, StoreError::Full);
    assert_eq!(store.verdict().await, Err(StoreError::Full), "it says so");
    let stopped = store.uptime().now();
    let again = store
        .append(game.key, None, entry(ply, "f4"), GOES_ON)
        .await;
    assert_eq!(again, Err(StoreError::Full));
    for _ in 0..5 {
        assert_eq!(store.beat().await, Err(StoreError::Full), "it stays so");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(store.verdict().await, Err(StoreError::Full));
    assert_eq!(store.uptime().now(), stopped, "clocks stand still");
    let (_, entries) = store.load_game(game.id).await.unwrap();
    assert_eq!(entries.len(), ply as usize);
    pages("1000000").await.unwrap();
    recovered(&store).await;
    assert_eq!(store.verdict().await, Ok(()));
    store
        .append(game.key, None, entry(ply, "f4"), GOES_ON)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_lock_of_eight_seconds_is_waited_for_told_and_charged_to_nobody() {
    let folder = TestFolder::new();
    let store = Arc::new(file::open(&folder).unwrap());
    let (_, _, game) = two_and_their_game(&store).await;
    let other = rusqlite::Connection::open(file::database(&folder)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let before = store.uptime().now();
    let writing = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.append(game.key, None, entry(0, "d6"), GOES_ON).await }
    });
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert!(matches!(
        store.verdict().await,
        Err(StoreError::Stalled { .. })
    ));
    tokio::time::sleep(Duration::from_secs(4)).await;
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(
        writing.await.unwrap(),
        Ok(None),
        "it was stored, not refused"
    );
    assert_eq!(store.verdict().await, Ok(()));
    let charged = store.uptime().now().minus(before);
    assert!(charged < Millis(2000), "{charged:?} of eight seconds");
    assert_eq!(store.load_game(game.id).await.unwrap().1.len(), 1);
}

async fn a_disk_that_fails_at_every_commit_is_tried_by_one_and_not_by_all(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let disk = store.faults.disk();
    disk.fail(Some(StoreError::ReadOnly));
    let before = disk.commits();
    for _ in 0..1000 {
        let refused = store.append(game.key, None, entry(0, "d6"), GOES_ON).await;
        assert_eq!(refused, Err(StoreError::ReadOnly));
    }
    assert_eq!(disk.commits() - before, 1);
    disk.fail(None);
    recovered(&store).await;
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
}

async fn one_request_that_cannot_be_stored_is_no_trouble_for_others(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let twice = tokio::join!(
        store.append(game.key, None, entry(0, "d6"), GOES_ON),
        store.append(game.key, None, entry(0, "d6"), GOES_ON),
    );
    assert_eq!(twice.1, Err(StoreError::Stale));
    let nowhere = store.append(12345, None, entry(0, "d6"), GOES_ON).await;
    assert!(nowhere.is_err());
    assert_eq!(store.verdict().await, Ok(()));
    assert!(!store.condition().is_troubled());
}

on_both![
    a_disk_that_fails_at_every_commit_is_tried_by_one_and_not_by_all,
    one_request_that_cannot_be_stored_is_no_trouble_for_others,
];
