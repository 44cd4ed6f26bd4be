//! A calendar that is set back while games are played, to before there was one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use server::load::Client;

use crate::machine::Machine;
use crate::process::Folder;
use crate::table::{CLOCK, Table, white};

#[tokio::test(flavor = "multi_thread")]
async fn a_calendar_set_back_before_1970_ends_no_game_and_loses_no_move() {
    let folder = Folder::new();
    let machine = Machine::new(folder.path());
    let log = folder.path().join("merelle.log");
    let mut table = Table::new(machine.start(folder.path(), &log), &log).await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    machine.set_calendar(-i64::try_from(now.as_secs()).unwrap() - 1_000_000);
    let game = table.play(2, "b4").await.unwrap();
    assert!(CLOCK - white(&game) < 2000, "{game}");
    table.play(3, "f2").await.unwrap();
    // The next second passes as one.
    let before = table.left().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let spent = before - table.left().await;
    assert!((900..2500).contains(&spent), "{spent} ms");
    // Newcomers come in, and play.
    let mut cy = Client::guest(table.server.address, "Cy").await.unwrap();
    let new = json!({ "setup": "mijnlieff", "opponent": {"kind": "here"} });
    let game: Value = cy.post("/api/games", &new).await.unwrap();
    assert_eq!(game["status"], "live");
    assert_eq!(game["created"], 0, "there is no earlier moment");
    assert_eq!(table.status("/ready").await, 200);
    machine.set_calendar(0);
    let game = table.play(4, "d5").await.unwrap();
    assert_eq!(game["ply"], 5);
    assert_eq!(table.stored().await, 5);
    assert!(table.log().lines().count() < 10, "{}", table.log());
}
