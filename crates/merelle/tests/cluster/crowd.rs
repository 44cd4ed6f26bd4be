//! Many tables, each with two people who play one game after the other.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::client::{Client, Playing};
use crate::history::{Event, History};
use crate::random::Random;
use crate::web;

/// Who comes to play what.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub(crate) nodes: Vec<SocketAddr>,
    pub(crate) tables: usize,
    /// What each thinks about a move, about.
    pub(crate) pause: Duration,
    pub(crate) seed: u64,
}

/// Short games and long ones.
const SETUPS: [&str; 3] = ["mijnlieff", "moulin:classique", "moulin:envol"];

/// Time enough that no flag falls, and no increment: what a move cost is seen.
const CLOCK: &str = "3600+0";

const PASSWORD: &str = "violet-lantern-mill-77";

/// Passwords are dear to hash: so many at once.
const AT_ONCE: usize = 4;

/// People who play.
pub(crate) struct Crowd {
    pub(crate) history: History,
    over: watch::Sender<bool>,
    clients: JoinSet<()>,
}

impl Crowd {
    /// Has people come in, sit down and begin. Somebody sits at two tables, so that two of their rated
    /// games may end at the same moment.
    pub(crate) async fn gather(party: &Party) -> Crowd {
        let history = History::new();
        let (over, seen) = watch::channel(false);
        let people = stream::iter(0..=party.tables).map(|number| enter(party, number));
        let people: Vec<String> = people.buffered(AT_ONCE).collect().await;
        let mut clients = JoinSet::new();
        for table in 0..party.tables {
            let pair = [&people[table], &people[table + 1]];
            let game = sit_down(party, table, pair).await;
            for (seat, cookie) in pair.into_iter().enumerate() {
                let number = 2 * table + seat;
                let client = Client {
                    number,
                    cookie: cookie.clone(),
                    nodes: party.nodes.clone(),
                    game: game.clone(),
                    pause: party.pause,
                    random: Random::new(party.seed ^ ((number as u64) << 20)),
                    history: history.clone(),
                    state: Playing::default(),
                };
                clients.spawn(client.play(seen.clone()));
            }
        }
        Crowd {
            history,
            over,
            clients,
        }
    }

    /// Everybody leaves; what they saw.
    pub(crate) async fn end(mut self) -> Vec<Event> {
        let _ = self.over.send(true);
        while let Some(ended) = self.clients.join_next().await {
            ended.unwrap();
        }
        self.history.events()
    }
}

/// The cookies of a new account.
async fn enter(party: &Party, number: usize) -> String {
    let node = party.nodes[number % party.nodes.len()];
    let account = json!({"name": format!("Player{number}"), "password": PASSWORD});
    let asked = web::ask(node, "POST", "/api/account", None, Some(&account));
    let answer = asked.await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.cookies.join("; ")
}

/// A rated game between two people.
async fn sit_down(party: &Party, table: usize, [maker, joiner]: [&String; 2]) -> String {
    let nodes = &party.nodes;
    let new = json!({
        "setup": SETUPS[table % SETUPS.len()], "opponent": {"kind": "friend"},
        "colour": "random", "clock": CLOCK, "rated": true,
    });
    let node = nodes[table % nodes.len()];
    let game = post(node, "/api/games", maker, &new).await;
    let id = game["id"].as_str().unwrap().to_owned();
    // At another node than the one where it was made, if there is one.
    let node = nodes[(table + 1) % nodes.len()];
    let path = format!("/api/games/{id}/join");
    post(node, &path, joiner, &json!({})).await;
    id
}

async fn post(node: SocketAddr, path: &str, cookie: &str, body: &Value) -> Value {
    let asked = web::ask(node, "POST", path, Some(cookie), Some(body));
    let answer = asked.await.unwrap();
    let done = (200..300).contains(&answer.status);
    assert!(done, "{path}: {} {}", answer.status, answer.body);
    answer.json()
}
