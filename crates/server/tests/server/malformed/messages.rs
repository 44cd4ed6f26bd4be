//! What is not as it should be is refused, and changes nothing.
//!
//! A short form runs with the tests; `MERELLE_BAD_MESSAGES=100000 cargo test --release -p server
//! malformed` runs the long one.

use crate::house::{House, hear};
use game::Random;
use serde_json::{Value, json};
use server::load::{Client, ClientError};

/// Messages of the short form.
const SHORT: u32 = 3_000;

/// Three games: one that waits, one that is played, one that is over.
struct Games {
    open: String,
    live: String,
    over: String,
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

/// All that must stay as it is. It is white's turn in the game that is played.
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

/// Who sends a message: black, who is not to move; white, who is; somebody else; nobody.
const SENDERS: usize = 4;

/// A message that nobody of its senders may have granted.
fn message(random: &mut Random, games: &Games, sender: usize) -> String {
    let any = [&games.open, &games.live, &games.over];
    let game = *random.pick(&any).unwrap();
    let ply = *random.pick(&[0, 1, 2, 3, 4, u32::MAX]).unwrap();
    let illegal = *random
        .pick(&["d6", "f4", "a1-a4", "zz", "", "pass", "La1", "a1xd6"])
        .unwrap();
    match random.below(12) {
        0 => (0..random.below(80))
            .map(|_| random.below(0x500) as u8 as char)
            .collect(),
        1 => {
            let whole = json!({ "type": "move", "game": game, "ply": 2, "move": "a1" }).to_string();
            let end = random.below(whole.len() as u64) as usize;
            whole[..end].to_owned()
        }
        2 => json!({ "type": "move", "game": game, "ply": "2", "move": "a1" }).to_string(),
        3 => json!({ "type": "move", "game": game, "ply": -1, "move": "a1" }).to_string(),
        4 => json!({ "type": "conquer", "game": game }).to_string(),
        5 => json!({ "type": "watch", "game": "222222222222" }).to_string(),
        6 => json!({ "type": "watch", "game": game, "and": "more" }).to_string(),
        7 => {
            let long = "9".repeat(1025 + random.below(4000) as usize);
            json!({ "type": "move", "game": game, "ply": 2, "move": long }).to_string()
        }
        8 if sender != 1 => {
            json!({ "type": "move", "game": games.live, "ply": 2, "move": "a1" }).to_string()
        }
        9 if sender > 1 => {
            let action = *random
                .pick(&["resign", "draw", "abort", "takeback", "claim"])
                .unwrap();
            json!({ "type": "act", "game": game, "ply": 2, "action": action }).to_string()
        }
        10 => json!({ "type": "act", "game": game, "ply": 7, "action": "resign" }).to_string(),
        _ => json!({ "type": "move", "game": game, "ply": ply, "move": illegal }).to_string(),
    }
}

/// Whether a message is the last move sent again by who made it: that is granted, and harmless.
fn is_replay(text: &str, games: &Games, sender: usize) -> bool {
    let again = json!({ "type": "move", "game": games.live, "ply": 1, "move": "f4" });
    sender == 0 && serde_json::from_str::<Value>(text).ok() == Some(again)
}

#[tokio::test]
async fn bad_messages_are_refused_and_change_nothing() {
    let count = std::env::var("MERELLE_BAD_MESSAGES").ok();
    let count = count.map_or(SHORT, |count| count.parse().unwrap());
    let house = House::open().await;
    let (mut ada, mut bo) = (house.guest("Ada").await, house.guest("Bo").await);
    let games = games(&mut ada, &mut bo).await;
    let mut anybody = Client::new(house.address);
    let before = state(&mut anybody, &games).await;
    let cy = house.guest("Cy").await;
    let mut senders = [bo, ada, cy, Client::new(house.address)];
    for sender in &mut senders {
        sender.connect().await.unwrap();
        hear(sender, "hello").await;
    }
    let mut random = Random::new(99);
    let (mut refused, mut closed) = (0, 0);
    for _ in 0..count {
        let index = random.below(SENDERS as u64) as usize;
        let text = message(&mut random, &games, index);
        if is_replay(&text, &games, index) {
            continue;
        }
        let sender = &mut senders[index];
        let sent = sender.say_raw(text.clone()).await;
        let answer = match sent {
            Ok(()) => sender.hear().await,
            Err(error) => Err(error),
        };
        match answer {
            Ok(answer) => {
                let answer: Value = serde_json::from_str(answer.as_str()).unwrap();
                assert_eq!(answer["type"], "refused", "{text} gave {answer}");
                refused += 1;
            }
            Err(ClientError::Closed | ClientError::Socket(_)) => {
                assert!(text.len() > 1024, "closed for {text}");
                sender.connect().await.unwrap();
                hear(sender, "hello").await;
                closed += 1;
            }
            Err(other) => panic!("{text} gave {other}"),
        }
    }
    println!("{count} messages: {refused} refused, {closed} connections closed");
    assert!(refused > 0 && closed > 0);
    assert_eq!(state(&mut anybody, &games).await, before);
    let (_, metrics) = anybody.raw("GET", "/metrics", None).await.unwrap();
    let metrics = String::from_utf8(metrics).unwrap();
    assert!(metrics.contains("merelle_requests_total{status=\"5xx\"} 0\n"));
}
