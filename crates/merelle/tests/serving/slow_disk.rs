//! A disk that is slow, or stalls: no move is lost, no time is charged, the log is short.

use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::machine::Machine;
use crate::process::Folder;
use crate::table::{CLOCK, Table, white};

/// Moves of two players that close no mill.
const MOVES: [&str; 10] = ["b4", "f2", "d5", "e3", "a1", "g7", "c4", "e5", "a7", "g1"];

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_takes_a_tenth_of_a_second_costs_nobody_time() {
    let folder = Folder::new();
    let machine = Machine::new(folder.path());
    let log = folder.path().join("merelle.log");
    let mut table = Table::new(machine.start(folder.path(), &log), &log).await;
    machine.slow_down(Duration::from_millis(100));
    let began = Instant::now();
    let before = table.left().await;
    let mut left = before;
    for (ply, text) in (2..).zip(MOVES) {
        let game = table.play(ply, text).await.unwrap();
        left = white(&game);
    }
    // Ten moves waited for the disk for a second; on a busy machine they take their time besides, and
    // that is charged.
    let took = began.elapsed().as_millis() as u64;
    let charged = before - left;
    assert!(took > 1000, "{took} ms: no slow disk");
    assert!(charged + 900 < took, "{charged} of {took} ms were charged");
    assert_eq!(table.stored().await, 2 + MOVES.len());
    assert_eq!(table.status("/ready").await, 200);
    assert!(table.log().lines().count() < 9, "{}", table.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_locked_for_eight_seconds_costs_nobody_time() {
    let folder = Folder::new();
    let machine = Machine::new(folder.path());
    let log = folder.path().join("merelle.log");
    let mut table = Table::new(machine.start(folder.path(), &log), &log).await;
    let path = folder.path().join("merelle.db");
    let lock = Connection::open(path).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let locked = Instant::now();
    let watched = tokio::spawn({
        let address = table.server.address;
        async move {
            let mut told = Vec::new();
            while locked.elapsed() < Duration::from_secs(8) {
                tokio::time::sleep(Duration::from_millis(200)).await;
                let mut client = server::load::Client::new(address);
                let ready = client.raw("GET", "/ready", None).await.unwrap().0;
                told.push((locked.elapsed(), ready));
            }
            lock.execute_batch("COMMIT").unwrap();
            told
        }
    });
    // It is stored when the lock is gone.
    let game = table.play(2, "b4").await.unwrap();
    assert!(locked.elapsed() > Duration::from_secs(7), "no lock");
    let spent = CLOCK - white(&game);
    assert!(spent < 2000, "{spent} ms were charged");
    for (since, ready) in watched.await.unwrap() {
        let stalled = since > Duration::from_secs(5);
        assert!(!stalled || ready == 503, "{since:?}: {ready}");
    }
    table.wait_for("/ready", 200).await;
    assert_eq!(table.stored().await, 3);
    assert!(table.log().lines().count() < 10, "{}", table.log());
}
