//! What is not as it should be is refused, and changes nothing.
//!
//! A short form runs with the tests; `MERELLE_BAD=100000 cargo test --release -p server malformed`
//! runs the long one: half of them messages over sockets, half of them requests. The tests of the program do the
//! same to a site of three nodes.

mod messages;
mod requests;

use game::Random;
use serde_json::{Value, json};
use server::load::Client;

use crate::test_server::TestServer;

/// Messages, and requests, of the short form.
const SHORT: u32 = 2_000;

fn count() -> u32 {
    let all = std::env::var("MERELLE_BAD").ok();
    all.map_or(SHORT, |all| all.parse::<u32>().unwrap() / 2)
}

/// Three games: one that waits, one that is played, one that is over. White is Ada, black is Bo; in
/// the game that is played both have moved.
struct Games {
    open: String,
    live: String,
    over: String,
}

impl Games {
    fn any(&self, random: &mut Random) -> &str {
        random.pick(&[&self.open, &self.live, &self.over]).unwrap()
    }
}

async fn games(ada: &mut Client, bo: &mut Client) -> Games {
    let new = json!({
        "setup": "moulin:classique", "opponent": { "kind": "friend" }, "colour": "white"
    });
    let mut ids = Vec::new();
    for _ in 0..3 {
        let game: Value = ada.post("/api/games", &new).await.unwrap();
        ids.push(game["id"].as_str().unwrap().to_owned());
    }
    let [open, live, over] = ids.try_into().unwrap();
    for game in [&live, &over] {
        let _: Value = bo
            .post(&format!("/api/games/{game}/join"), &())
            .await
            .unwrap();
        let first = json!({ "ply": 0, "move": "d6" });
        let _: Value = ada
            .post(&format!("/api/games/{game}/moves"), &first)
            .await
            .unwrap();
        let second = json!({ "ply": 1, "move": "f4" });
        let _: Value = bo
            .post(&format!("/api/games/{game}/moves"), &second)
            .await
            .unwrap();
    }
    let resign = json!({ "ply": 2, "action": "resign" });
    let _: Value = bo
        .post(&format!("/api/games/{over}/actions"), &resign)
        .await
        .unwrap();
    Games { open, live, over }
}

/// All that must stay as it is.
async fn state(anybody: &mut Client, games: &Games) -> Vec<Value> {
    let mut all = Vec::new();
    for game in [&games.open, &games.live, &games.over] {
        let log: Value = anybody
            .get(&format!("/api/games/{game}/log"))
            .await
            .unwrap();
        let mut state: Value = anybody.get(&format!("/api/games/{game}")).await.unwrap();
        state["presence"] = Value::Null;
        all.extend([log, state]);
    }
    all.push(anybody.get("/api/games").await.unwrap());
    all.push(anybody.get("/api/lobby").await.unwrap());
    all
}

/// Who sends something: black, who is not to move; white, who is; somebody else; nobody.
const BLACK: usize = 0;
const WHITE: usize = 1;

/// A server with three games and four who will trouble it.
struct Trouble {
    server: TestServer,
    games: Games,
    senders: [Client; 4],
    before: Vec<Value>,
    /// How often each node had failed by then.
    failures: Vec<String>,
}

impl Trouble {
    async fn begin() -> Trouble {
        let server = TestServer::open().await;
        let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
        let games = games(&mut ada, &mut bo).await;
        let cy = server.guest("Cy").await;
        let before = state(&mut Client::new(server.address), &games).await;
        let nobody = Client::new(server.address);
        let failures = failures(&server).await;
        Trouble {
            server,
            games,
            senders: [bo, ada, cy, nobody],
            before,
            failures,
        }
    }

    /// Everything is as it was, and the server has not failed once.
    async fn has_changed_nothing(&self) {
        let mut anybody = Client::new(self.server.address);
        assert_eq!(state(&mut anybody, &self.games).await, self.before);
        assert_eq!(failures(&self.server).await, self.failures);
    }
}

/// How often each node has failed so far. One of several is not ready when it is first asked.
async fn failures(server: &TestServer) -> Vec<String> {
    let mut failures = Vec::new();
    for monitor in server.monitors() {
        let mut watcher = Client::new(monitor);
        let (_, metrics) = watcher.raw("GET", "/metrics", None).await.unwrap();
        let metrics = String::from_utf8(metrics).unwrap();
        let mut lines = metrics.lines();
        let failed = lines.find(|line| line.starts_with("merelle_requests_total{status=\"5xx\"}"));
        failures.push(failed.unwrap().to_owned());
    }
    failures
}
