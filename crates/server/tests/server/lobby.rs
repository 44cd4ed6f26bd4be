//! The lobby over real connections: two equal wishes always meet, and nobody waits who has gone.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::load::Client;
use tokio::task::JoinSet;

use crate::test_server::{TestServer, hear};

/// People who come at the same time, two with each wish.
const PEOPLE: usize = 200;

/// How long anything may take on a busy machine, of which who goes without a word is there for 15 s.
const LONG: Duration = Duration::from_secs(60);

fn wish(clock: &str) -> Value {
    json!({
        "setup": "mijnlieff", "opponent": { "kind": "anyone" }, "colour": "random", "clock": clock,
    })
}

async fn ask(client: &mut Client, method: &str, path: &str, body: &Value) -> Value {
    let answer = client.raw(method, path, Some(body.to_string())).await;
    serde_json::from_slice(&answer.unwrap().1).unwrap()
}

async fn waiting(client: &mut Client) -> u64 {
    let lobby = ask(client, "GET", "/api/lobby", &Value::Null).await;
    lobby["count"].as_u64().unwrap()
}

async fn comes(server: &TestServer, name: &str) -> Client {
    let mut client = server.guest(name).await;
    client.connect().await.unwrap();
    hear(&mut client, "hello").await;
    client
}

/// The game that begins once somebody has come, of one that was made.
async fn met(client: &mut Client, made: &Value) -> String {
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let began = Instant::now();
    loop {
        let game = ask(client, "GET", &path, &Value::Null).await;
        if game["status"] != "open" {
            // Of two games that waited, one goes on and says so in the other.
            let next = game["next"].as_str().or(game["id"].as_str());
            return next.unwrap().to_owned();
        }
        assert!(began.elapsed() < LONG, "nobody came: {game}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn two_hundred_wishes_at_once_make_a_hundred_games() {
    let server = TestServer::open().await;
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        people.push(comes(&server, &format!("Guest {number}")).await);
    }
    let mut coming = JoinSet::new();
    for (number, mut client) in people.into_iter().enumerate() {
        coming.spawn(async move {
            let wish = wish(&format!("{}+3", 60 * (1 + number / 2)));
            let made = ask(&mut client, "POST", "/api/games", &wish).await;
            let path = format!("/api/games/{}", made["id"].as_str().unwrap());
            let began = Instant::now();
            loop {
                let game = ask(&mut client, "GET", &path, &Value::Null).await;
                // Of two games that waited, one goes on and says so in the other.
                let id = game["next"]
                    .as_str()
                    .unwrap_or(game["id"].as_str().unwrap());
                if game["status"] != "open" {
                    return (client, id.to_owned());
                }
                assert!(began.elapsed() < LONG, "nobody came: {game}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
    }
    let mut games: HashMap<String, usize> = HashMap::new();
    let mut clients = Vec::new();
    while let Some(met) = coming.join_next().await {
        let (client, game) = met.unwrap();
        *games.entry(game).or_default() += 1;
        clients.push(client);
    }
    assert_eq!(games.len(), PEOPLE / 2);
    assert!(games.values().all(|people| *people == 2), "{games:?}");
    assert_eq!(waiting(&mut clients[0]).await, 0);
}

#[tokio::test]
async fn a_wish_goes_with_its_maker_and_comes_back_with_them() {
    let server = TestServer::open().await;
    let mut ada = comes(&server, "Ada").await;
    // He stays, however long anything takes.
    let mut bo = comes(&server, "Bo").await;
    let made = ask(&mut ada, "POST", "/api/games", &wish("300+3")).await;
    assert_eq!(made["status"], "open");
    assert_eq!(waiting(&mut bo).await, 1);
    // Gone, and here again without a word: only the cookie is the same.
    let mut again = ada.moved(server.address);
    drop(ada);
    let began = Instant::now();
    while waiting(&mut bo).await > 0 {
        assert!(began.elapsed() < LONG, "a ghost is in the lobby");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let other = ask(&mut bo, "POST", "/api/games", &wish("300+3")).await;
    assert_eq!(other["status"], "open", "nobody is met who is not there");
    // Her old wish is a wish again, whichever of the two is found first.
    again.connect().await.unwrap();
    hear(&mut again, "hello").await;
    let made = ask(&mut again, "POST", "/api/games", &wish("300+3")).await;
    let game = met(&mut again, &made).await;
    assert_eq!(met(&mut bo, &other).await, game);
}
