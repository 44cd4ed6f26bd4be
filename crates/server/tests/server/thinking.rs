//! The computer plays for everyone, whatever some ask of it.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::load::Client;
use tokio::task::JoinHandle;

use crate::test_server::{TestServer, hear};

/// A board on which the answer to the first piece takes about a second.
const DEAR: &str = "mijnlieff:board=0.0/2.0/4.0/6.0,opening=anywhere";

fn home(last: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, last).into()
}

async fn guest(server: &TestServer, last: u8, name: &str) -> Client {
    let client = Client::new(server.address).at(Some(home(last)));
    client.named(name).await.unwrap()
}

/// A game against the computer in which it is to move: its id.
async fn challenge(client: &mut Client, setup: &str, player: &str) -> Option<String> {
    let opponent = json!({ "kind": "computer", "player": player });
    let new = json!({ "setup": setup, "opponent": opponent, "colour": "white" });
    let made: Value = client.post("/api/games", &new).await.ok()?;
    let game = made["id"].as_str()?.to_owned();
    let first = json!({ "ply": 0, "move": made["view"]["turns"][0]["move"] });
    let path = format!("/api/games/{game}/moves");
    client.post::<Value>(&path, &first).await.ok()?;
    Some(game)
}

/// Somebody who makes the computer think as dearly as can be, and asks about odd rules meanwhile.
fn attack(mut client: Client, number: u32) -> JoinHandle<()> {
    tokio::spawn(async move {
        for round in number.. {
            for _ in 0..4 {
                challenge(&mut client, DEAR, "perfect").await;
            }
            let (flight, double) = (3 + round % 7, 1 + round % 2);
            let odd = format!("moulin:envol,flight=once-{flight},double={double},stuck=pass");
            let _ = client
                .get::<Value>(&format!("/api/value?setup={odd}"))
                .await;
        }
    })
}

/// How long the computer takes to answer the first moves of a game.
async fn replies(client: &mut Client, setup: &str, player: &str) -> Vec<Duration> {
    let opponent = json!({ "kind": "computer", "player": player });
    let new = json!({ "setup": setup, "opponent": opponent, "colour": "white" });
    let mut game: Value = client.post("/api/games", &new).await.unwrap();
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let mut times = Vec::new();
    for _ in 0..6 {
        let played = json!({ "ply": game["ply"], "move": game["view"]["turns"][0]["move"] });
        let begun = Instant::now();
        let moves = format!("{path}/moves");
        client.post::<Value>(&moves, &played).await.unwrap();
        loop {
            game = client.get(&path).await.unwrap();
            if game["view"]["turn"] == "white" || game["status"] != "live" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        times.push(begun.elapsed());
        if game["status"] != "live" {
            break;
        }
    }
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_for_everyone() {
    let server = TestServer::open().await;
    let mut attackers = Vec::new();
    for network in 2..6 {
        for person in 0..3 {
            let number = u32::from(network) * 10 + person;
            let client = guest(&server, network, &format!("Busy {number}")).await;
            attackers.push(attack(client, number));
        }
    }
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let mut all = Vec::new();
    for (last, setup, player) in [
        (20, "moulin:classique", "level-8"),
        (21, "mijnlieff", "level-8"),
        (22, "moulin:envol", "level-3"),
        (23, "mijnlieff:sets=2", "level-7"),
    ] {
        let mut honest = guest(&server, last, &format!("Calm {last}")).await;
        all.extend(replies(&mut honest, setup, player).await);
        let asked = format!("/api/value?setup={setup}");
        let value: Value = honest.get(&asked).await.unwrap();
        assert!(!value["moves"].as_array().unwrap().is_empty());
    }
    let longest = all.iter().max().unwrap();
    assert!(*longest < Duration::from_secs(2), "{all:?}");
    attackers.iter().for_each(JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_the_computer_sees_their_place() {
    let server = TestServer::open().await;
    let mut client = guest(&server, 2, "Ada").await;
    let mut last = String::new();
    for _ in 0..20 {
        last = challenge(&mut client, DEAR, "perfect").await.unwrap();
    }
    client.connect().await.unwrap();
    let watch = json!({ "type": "watch", "game": last });
    client.say_raw(watch.to_string()).await.unwrap();
    let thinking = hear(&mut client, "thinking").await;
    assert_eq!(thinking["game"], last.as_str());
    assert!(thinking["ahead"].as_u64().unwrap() > 0, "{thinking}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_an_answer_sees_their_place() {
    let server = TestServer::open().await;
    let setup = "mijnlieff:sets=4";
    let mut client = guest(&server, 2, "Ada").await;
    let mut moves = String::new();
    for _ in 0..12 {
        let path = format!(
            "/api/position?setup={setup}&moves={}",
            moves.replace(' ', "+")
        );
        let view: Value = client.get(&path).await.unwrap();
        moves.push_str(view["turns"][0]["move"].as_str().unwrap());
        moves.push(' ');
    }
    let review = json!({ "type": "review", "question": 7, "setup": setup, "moves": moves.trim() });
    let mut all = Vec::new();
    for number in 0..14 {
        let mut client = guest(&server, 2, &format!("Guest {number}")).await;
        client.connect().await.unwrap();
        client.say_raw(review.to_string()).await.unwrap();
        all.push(client);
    }
    let last = all.last_mut().unwrap();
    let waiting = hear(last, "waiting").await;
    assert_eq!(waiting["question"], 7);
    assert!(waiting["ahead"].as_u64().unwrap() > 0, "{waiting}");
    drop(all.drain(..13));
    let waiting = hear(&mut all[0], "waiting").await;
    assert_eq!(waiting["ahead"], 0, "those before have gone");
    hear(&mut all[0], "reviewed").await;
}
