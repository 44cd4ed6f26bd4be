//! Two people at a game with a clock of five seconds, and how the server does meanwhile.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::load::{Client, ClientError};

use crate::process::Process;

/// Time that each of them has, in milliseconds.
pub(crate) const CLOCK: u64 = 5000;

pub(crate) struct Table {
    pub(crate) server: Process,
    pub(crate) ada: Client,
    pub(crate) bo: Client,
    id: String,
    log: PathBuf,
}

impl Table {
    /// White is Ada, black is Bo; white is to move after two moves.
    pub(crate) async fn new(server: Process, log: &Path) -> Table {
        let mut ada = Client::guest(server.address, "Ada").await.unwrap();
        let mut bo = Client::guest(server.address, "Bo").await.unwrap();
        let new = json!({
            "setup": "moulin:classique", "opponent": {"kind": "friend"}, "colour": "white",
            "clock": "5+0", "rated": false,
        });
        let game: Value = ada.post("/api/games", &new).await.unwrap();
        let id = game["id"].as_str().unwrap().to_owned();
        let join = format!("/api/games/{id}/join");
        let _: Value = bo.post(&join, &json!({})).await.unwrap();
        let log = log.to_owned();
        let mut table = Table {
            server,
            ada,
            bo,
            id,
            log,
        };
        table.play(0, "d6").await.unwrap();
        table.play(1, "f4").await.unwrap();
        table
    }

    /// Makes a move for whose turn it is after so many.
    pub(crate) async fn play(&mut self, ply: u32, text: &str) -> Result<Value, ClientError> {
        let path = format!("/api/games/{}/moves", self.id);
        let body = json!({ "ply": ply, "move": text });
        let client = if ply.is_multiple_of(2) {
            &mut self.ada
        } else {
            &mut self.bo
        };
        client.post(&path, &body).await
    }

    /// What white has left, while the game goes on.
    pub(crate) async fn left(&mut self) -> u64 {
        let game: Value = self
            .bo
            .get(&format!("/api/games/{}", self.id))
            .await
            .unwrap();
        assert_eq!(game["status"], "live", "no flag falls");
        white(&game)
    }

    /// The number of moves that are stored.
    pub(crate) async fn stored(&mut self) -> usize {
        let path = format!("/api/games/{}/log", self.id);
        let log: Value = self.bo.get(&path).await.unwrap();
        log.as_array().unwrap().len()
    }

    pub(crate) async fn status(&self, path: &str) -> u16 {
        let mut client = Client::new(self.server.address);
        client.raw("GET", path, None).await.unwrap().0
    }

    /// Until the server says so of itself.
    pub(crate) async fn wait_for(&self, path: &str, wanted: u16) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while self.status(path).await != wanted {
            assert!(Instant::now() < deadline, "{path} never answers {wanted}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// What the server has logged so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }
}

/// What white has left after a move.
pub(crate) fn white(game: &Value) -> u64 {
    game["clocks"]["white"].as_u64().unwrap()
}
