//! Every status that is described is answered: one request after the other, each wrong in one way, until
//! all have been seen.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use serde_json::{Map, Value, json};

use super::conformance::operations;
use super::examples::address;
use super::{TestServer, Visit};
use crate::http::examples::{Example, Examples};

/// Statuses that no single request of somebody who just came brings about, and why. An empty name is for all
/// operations.
const ELSEWHERE: [(&str, &str, &str); 8] = [
    (
        "",
        "409",
        "needs a game or a person in a certain state: acts, here, conduct, lists",
    ),
    (
        "",
        "431",
        "is answered before a request is one: tests/server/malformed",
    ),
    (
        "",
        "500",
        "is a fault in the program, and there is none that is known",
    ),
    (
        "",
        "503",
        "needs a store that fails or a full queue: store/faults, pool",
    ),
    (
        "getGamesByIdAnimation",
        "413",
        "needs a game of more than four hundred moves",
    ),
    (
        "postGamesByIdMoves",
        "422",
        "needs a seat: two_friends_play_by_a_link",
    ),
    (
        "postMePassword",
        "422",
        "needs an account: an_account_keeps_games_and_renews_its_token",
    ),
    ("postRecover", "422", "needs a recovery code"),
];

/// Values in the place of what is right, and what they lead to.
fn wrong(name: &str) -> Vec<Value> {
    match name {
        "id" => vec![json!("222222222222"), json!("x")],
        "game" | "before" => vec![json!("222222222222"), json!("x")],
        "name" => vec![json!("Nobody Here"), json!("!!")],
        "player" => vec![json!("!!")],
        "family" => vec![json!("chess")],
        "link" => vec![json!("http://elsewhere.example/"), json!("x".repeat(1001))],
        "setup" => vec![json!("chess")],
        "moves" => vec![json!("d6 ".repeat(1001).trim_end())],
        "touched" => vec![json!("a1 ".repeat(9).trim_end())],
        "record" => vec![json!("nothing"), json!("x".repeat(70_000))],
        "password" | "new" => vec![json!("aaaaaaaaaaaa")],
        _ => Vec::new(),
    }
}

/// A request, and by whom.
struct Attempt {
    by: By,
    address: String,
    body: Option<String>,
    headers: HeaderMap,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Nobody,
    Guest,
}

fn attempts(path: &str, operation: &Value, example: &Example) -> Vec<Attempt> {
    let given: Map<String, Value> = example.parameters.clone().into_iter().collect();
    let body = || example.body.as_ref().map(Value::to_string);
    let plain = |by: By| Attempt {
        by,
        address: address(path, &given),
        body: body(),
        headers: HeaderMap::new(),
    };
    let mut all = vec![plain(By::Nobody), plain(By::Guest)];
    let site = ("sec-fetch-site", HeaderValue::from_static("cross-site"));
    let mut elsewhere = plain(By::Guest);
    elsewhere.headers.insert(site.0, site.1);
    // What only reads may come from anywhere, but for sockets.
    let socket = HeaderValue::from_static("websocket");
    elsewhere.headers.insert(header::UPGRADE, socket);
    all.push(elsewhere);
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap();
        for value in wrong(name) {
            let mut given = given.clone();
            given.insert(name.to_owned(), value);
            all.push(Attempt {
                address: address(path, &given),
                ..plain(By::Guest)
            });
        }
        if parameter["in"] == "query" {
            let mut twice = plain(By::Guest);
            let value = given[name].as_str().unwrap_or("0").replace(' ', "+");
            twice.address += &format!("&{name}={value}");
            all.push(twice);
        }
    }
    if let Some(Value::Object(right)) = &example.body {
        let mut bodies = vec![
            "{".to_owned(),
            json!({ "x": "y".repeat(70_000) }).to_string(),
        ];
        for name in right.keys() {
            for value in wrong(name) {
                let mut body = right.clone();
                body.insert(name.clone(), value);
                bodies.push(Value::Object(body).to_string());
            }
        }
        for body in bodies {
            all.extend([By::Nobody, By::Guest].map(|by| Attempt {
                body: Some(body.clone()),
                ..plain(by)
            }));
        }
        let mut text = plain(By::Guest);
        let kind = HeaderValue::from_static("text/plain");
        text.headers.insert(header::CONTENT_TYPE, kind);
        all.push(text);
    }
    all
}

async fn send(server: &TestServer, method: &str, attempt: Attempt) -> u16 {
    let mut visit: Visit = match attempt.by {
        By::Nobody => server.visit(),
        By::Guest => server.guest("Ada").await,
    };
    visit.headers = attempt.headers;
    let host = HeaderValue::from_static("localhost:8080");
    visit.headers.insert(header::HOST, host);
    let body = attempt.body.map_or_else(Body::empty, Body::from);
    let method = method.to_uppercase();
    let answer = visit.ask(&method, &attempt.address, body).await;
    answer.status.as_u16()
}

#[tokio::test]
async fn every_status_that_is_described_is_answered() {
    let kept = Examples::kept();
    let open = TestServer::new();
    let shut = TestServer::with(|config| config.limits.requests = 0);
    // A bucket that fills with nothing still lets the first one pass.
    shut.visit().get("/api/lobby").await;
    let mut missing = Vec::new();
    for (path, method, operation) in operations() {
        let name = operation["operationId"].as_str().unwrap();
        let example = &kept.0[name];
        // A worked example has shown it.
        let mut seen = BTreeSet::from([example.status]);
        for attempt in attempts(path, operation, example) {
            seen.insert(send(&open, method, attempt).await);
        }
        let nobody = attempts(path, operation, example).swap_remove(0);
        seen.insert(send(&shut, method, nobody).await);
        for status in operation["responses"].as_object().unwrap().keys() {
            let elsewhere = ELSEWHERE
                .iter()
                .any(|(of, known, _)| (of.is_empty() || *of == name) && known == status);
            if !elsewhere && !seen.contains(&status.parse().unwrap()) {
                missing.push(format!("{method} {path}: {status}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "described and never answered: {missing:#?}"
    );
}
