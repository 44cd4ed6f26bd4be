//! The description of the API against the server: made-up requests, fitting and spoilt, and every
//! answer as described.
//!
//! A short form runs with the tests; `MERELLE_REQUESTS=20000 cargo test --release -p server description` runs a long one.

use std::collections::BTreeMap;

use crate::test_server::TestServer;
use game::Random;
use serde_json::{Value, json};
use server::load::Client;

use crate::{made_up, schema};

/// Requests of the short form.
const SHORT: u32 = 10_000;

/// What an address is asked with.
struct Request {
    path: String,
    body: Option<String>,
}

/// Ids that lead somewhere: of games that wait, are played, are over.
struct Known {
    games: Vec<String>,
    over: String,
}

async fn known(server: &TestServer) -> Known {
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let mut games = Vec::new();
    for _ in 0..3 {
        let new = json!({ "setup": "moulin:envol", "opponent": { "kind": "friend" } });
        let game: Value = ada.post("/api/games", &new).await.unwrap();
        games.push(game["id"].as_str().unwrap().to_owned());
    }
    for game in &games[1..] {
        let _: Value = bo
            .post(&format!("/api/games/{game}/join"), &())
            .await
            .unwrap();
    }
    let over = games[2].clone();
    let resign = json!({ "ply": 0, "action": "resign" });
    let _: Value = bo
        .post(&format!("/api/games/{over}/actions"), &resign)
        .await
        .unwrap();
    Known { games, over }
}

fn encode(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

fn request(
    api: &Value,
    path: &str,
    operation: &Value,
    known: &Known,
    random: &mut Random,
) -> Request {
    let mut full = path.to_owned();
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap();
        let value = made_up::make(api, &parameter["schema"], random, 0);
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        if parameter["in"] == "path" {
            // A stream of a game that is not over has no end.
            let value = match random.below(5) {
                0 if !path.ends_with("/stream") => value,
                _ if path.ends_with("/stream") => known.over.clone(),
                1 => "222222222222".to_owned(),
                _ => random.pick(&known.games).unwrap().clone(),
            };
            let value = if value.is_empty() {
                "x".to_owned()
            } else {
                value
            };
            full = full.replace(&format!("{{{name}}}"), &encode(&value));
        } else if parameter["required"] == true || random.below(2) == 0 {
            query.push(format!("{name}={}", encode(&value)));
        }
    }
    if random.below(20) == 0 {
        query.push("unheard=of".to_owned());
    }
    if !query.is_empty() {
        full = format!("{full}?{}", query.join("&"));
    }
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let body = body.is_object().then(|| {
        let mut value = made_up::make(api, body, random, 0);
        match random.below(10) {
            0 => "{".repeat(random.below(40) as usize),
            1 => json!({ "record": "x".repeat(70_000) }).to_string(),
            2..=4 => {
                made_up::spoil(&mut value, random);
                value.to_string()
            }
            _ => value.to_string(),
        }
    });
    Request { path: full, body }
}

#[track_caller]
fn check(api: &Value, about: &str, operation: &Value, status: u16, body: &[u8]) {
    let answers = operation["responses"].as_object().unwrap();
    let answer = answers.get(&status.to_string());
    let text = String::from_utf8_lossy(body);
    let answer = answer.unwrap_or_else(|| panic!("{about}: {status} is not described: {text}"));
    assert!(status < 500, "{about}: {status}: {text}");
    let described = &answer["content"]["application/json"]["schema"];
    if described.is_object() {
        let value: Value = serde_json::from_slice(body).unwrap();
        let fault = schema::fault(api, described, &value);
        assert_eq!(fault, None, "{about}: {status}: {text}");
    }
}

#[tokio::test]
async fn every_answer_is_as_described() {
    let count = std::env::var("MERELLE_REQUESTS").ok();
    let count = count.map_or(SHORT, |count| count.parse().unwrap());
    let server = TestServer::open().await;
    let known = known(&server).await;
    let mut clients = [Client::new(server.address), server.guest("Cy").await];
    let api: Value = clients[0].get("/openapi.json").await.unwrap();
    let mut operations = Vec::new();
    for (path, item) in api["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations.push((path.as_str(), method.to_uppercase(), operation));
        }
    }
    assert!(operations.len() >= 22, "{}", operations.len());
    let mut random = Random::new(8);
    let mut seen: BTreeMap<u16, u32> = BTreeMap::new();
    for _ in 0..count {
        // In any order: who is let in must not always be sent away before a game is asked for.
        let (path, method, operation) = random.pick(&operations).unwrap();
        // A value takes seconds of thinking: now and then is enough.
        if *path == "/api/value" && random.below(20) > 0 {
            continue;
        }
        let Request { path, body } = request(&api, path, operation, &known, &mut random);
        let about = format!("{method} {path} {}", body.as_deref().unwrap_or_default());
        let client = &mut clients[random.below(2) as usize];
        let (status, body) = client.raw(method, &path, body).await.unwrap();
        check(&api, &about, operation, status, &body);
        // Most of what can be asked needs somebody.
        if status == 401 {
            clients[1] = server.guest("Cy").await;
        }
        *seen.entry(status).or_default() += 1;
    }
    println!(
        "{} addresses, answers by status: {seen:?}",
        operations.len()
    );
    for status in [200, 201, 204, 400, 401, 404, 409, 413] {
        assert!(
            seen.contains_key(&status),
            "{status} was never seen: {seen:?}"
        );
    }
}
