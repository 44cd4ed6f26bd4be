//! A disk that takes no more, under a real server: files may not grow, as on a full disk.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, prlimit};
use serde_json::json;
use server::load::ClientError;

use crate::process::{Folder, Process};
use crate::table::{CLOCK, Table, white};

/// Lets the files of a server grow up to a size, or as they like.
fn limit(server: &Process, bytes: Option<u64>) {
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    prlimit(Some(server.id()), Resource::Fsize, limit).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_moves_says_so_and_costs_nobody_time() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let log = folder.path().join("merelle.log");
    let server = Process::start_stubborn(folder.path(), &log);
    let mut table = Table::new(server, &log).await;
    // White has five seconds from now on, and no file may grow.
    let size = fs::metadata(folder.path().join("merelle.db-wal"))
        .unwrap()
        .len();
    limit(&table.server, Some(size));
    let refused = table.play(2, "b4").await;
    let Err(ClientError::Refused {
        status: 503,
        problem,
    }) = refused
    else {
        panic!("{refused:?}")
    };
    assert_eq!(json!(problem.code), "not-stored");
    for (path, wanted) in [("/ready", 503), ("/health", 503), ("/live", 200)] {
        assert_eq!(table.status(path).await, wanted, "{path}");
    }
    let before = table.left().await;
    // Longer than the clock has left, with many who ask.
    let until = Instant::now() + Duration::from_secs(7);
    while Instant::now() < until {
        assert!(table.play(2, "b4").await.is_err());
        assert_eq!(table.left().await, before, "clocks stand still");
        assert_eq!(table.status("/ready").await, 503);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    limit(&table.server, None);
    table.wait_for("/ready", 200).await;
    let game = table.play(2, "b4").await.unwrap();
    assert_eq!(game["ply"], 3);
    let spent = CLOCK - white(&game);
    assert!(spent < 3000, "{spent} ms were charged");
    // What was refused is not there, what was acknowledged is.
    assert_eq!(table.stored().await, 3);
    tokio::time::sleep(Duration::from_secs(6)).await;
    let lines = table.log();
    let trouble = lines.lines().filter(|line| line.contains("stored"));
    assert_eq!(trouble.count(), 2, "it began and is over:\n{lines}");
    assert!(lines.lines().count() < 12, "{lines}");
}
