//! How long a start takes with a large database.

use std::time::Instant;

use std::fs;

use super::file::{database, open};
use super::*;
use crate::test_folder::TestFolder;

/// Run alone: `cargo test -p server --lib -- --ignored --nocapture a_large_database`.
#[tokio::test]
#[ignore = "writes half a gigabyte"]
async fn a_large_database_is_opened_at_once_and_read_beside_the_games() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let fill = store.write(|connection| {
        connection.execute_batch(
            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) \
             INSERT INTO games (id, name, setup, white, black, lot, public, clock, rated, status, \
                 created) \
             SELECT i, 'large-' || i, 'moulin:classique', 1, 2, 0, 0, '300+3', 0, 'over', 1 FROM n; \
             WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 69) \
             INSERT INTO log SELECT games.id, i, 'move', 'd6-d7xa4', 1000000000 + i, \
                 1790000000000 + i, 299000, 298000 FROM games, n WHERE games.id > 1 ORDER BY 1, 2;",
        )?;
        Ok(())
    });
    fill.await.unwrap();
    drop(store);
    let bytes = fs::metadata(database(&folder)).unwrap().len();
    let began = Instant::now();
    let store = open(&folder).unwrap();
    let opened = began.elapsed();
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
    let moved = began.elapsed();
    let whole = Instant::now();
    check(folder.path()).unwrap();
    println!(
        "{} MB: opened in {opened:?}, first move stored after {moved:?}; reading all of it takes {:?}",
        bytes / 1_000_000,
        whole.elapsed(),
    );
    assert!(opened < Duration::from_secs(1), "{opened:?}");
    let began = Instant::now();
    drop(store);
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "the check is not waited for"
    );
}
