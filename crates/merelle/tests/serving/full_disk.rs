//! A disk that takes no more, under a real server: files may not grow, as on a full disk.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use server::load::{Client, ClientError};

use crate::process::{Folder, Process};

/// Lets the files of a server grow up to a size, or as they like.
fn limit(server: &Process, bytes: Option<u64>) {
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    prlimit(Some(server.id()), Resource::Fsize, limit).unwrap();
}

async fn status(server: &Process, path: &str) -> u16 {
    let mut client = Client::new(server.address);
    client.raw("GET", path, None).await.unwrap().0
}

/// Until the server says so of itself.
async fn wait_for(server: &Process, path: &str, wanted: u16) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while status(server, path).await != wanted {
        assert!(Instant::now() < deadline, "{path} never answers {wanted}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_moves_says_so_and_costs_nobody_time() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let log = folder.path().join("merelle.log");
    let server = Process::start_stubborn(folder.path(), &log);
    let mut ada = Client::guest(server.address, "Ada").await.unwrap();
    let mut bo = Client::guest(server.address, "Bo").await.unwrap();
    let new = json!({
        "setup": "moulin:classique", "opponent": {"kind": "friend"}, "colour": "white",
        "clock": "5+0", "rated": false,
    });
    let game: Value = ada.post("/api/games", &new).await.unwrap();
    let id = game["id"].as_str().unwrap().to_owned();
    let _: Value = bo
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await
        .unwrap();
    let moves = format!("/api/games/{id}/moves");
    let play = async |client: &mut Client, ply: u32, text: &str| {
        let body = json!({ "ply": ply, "move": text });
        client.post::<Value>(&moves, &body).await
    };
    play(&mut ada, 0, "d6").await.unwrap();
    play(&mut bo, 1, "f4").await.unwrap();
    // White has five seconds from now on, and no file may grow.
    let size = fs::metadata(folder.path().join("merelle.db-wal"))
        .unwrap()
        .len();
    limit(&server, Some(size));
    let refused = play(&mut ada, 2, "b4").await;
    let Err(ClientError::Refused {
        status: 503,
        problem,
    }) = refused
    else {
        panic!("{refused:?}")
    };
    assert_eq!(json!(problem.code), "not-stored");
    for (path, wanted) in [("/ready", 503), ("/health", 503), ("/live", 200)] {
        assert_eq!(status(&server, path).await, wanted, "{path}");
    }
    let left = async |client: &mut Client| {
        let game: Value = client.get(&format!("/api/games/{id}")).await.unwrap();
        assert_eq!(game["status"], "live", "no flag falls");
        game["clocks"]["white"].as_u64().unwrap()
    };
    let before = left(&mut ada).await;
    // Longer than the clock has left, with many who ask.
    let until = Instant::now() + Duration::from_secs(7);
    while Instant::now() < until {
        assert!(play(&mut ada, 2, "b4").await.is_err());
        assert_eq!(left(&mut bo).await, before, "clocks stand still");
        assert_eq!(status(&server, "/ready").await, 503);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    limit(&server, None);
    wait_for(&server, "/ready", 200).await;
    let game = play(&mut ada, 2, "b4").await.unwrap();
    assert_eq!(game["ply"], 3);
    let spent = 5000 - game["clocks"]["white"].as_u64().unwrap();
    assert!(spent < 3000, "{spent} ms were charged");
    // What was refused is not there, what was acknowledged is.
    let log_of: Value = bo.get(&format!("/api/games/{id}/log")).await.unwrap();
    assert_eq!(log_of.as_array().unwrap().len(), 3);
    tokio::time::sleep(Duration::from_secs(6)).await;
    let lines = fs::read_to_string(&log).unwrap();
    let trouble = lines.lines().filter(|line| line.contains("stored"));
    assert_eq!(trouble.count(), 2, "it began and is over:\n{lines}");
    assert!(lines.lines().count() < 12, "{lines}");
    server.kill();
}
