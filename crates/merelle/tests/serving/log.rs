//! The log of a busy server: who and where in every line, nothing of what people keep to themselves.

use serde_json::{Value, json};
use server::load::Client;

use crate::process::{Folder, Logged};

const PASSWORD: &str = "planted password of ada";
const WRONG: &str = "planted wrong password";
const REPORT: &str = "planted text of a report";
const NAME: &str = "Planted Cy";

/// A session that a client made up.
const TOKEN: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

async fn post(client: &mut Client, path: &str, body: &Value) -> (u16, Value) {
    let asked = client.raw("POST", path, Some(body.to_string())).await;
    let (status, body) = asked.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

/// Does much of what people do, well and badly.
async fn bustle(logged: &Logged) -> Vec<String> {
    let address = logged.server.address;
    let mut secrets = vec![PASSWORD, WRONG, REPORT, NAME, TOKEN];
    let (mut ada, mut bo) = (Client::new(address), Client::new(address));
    let account = json!({ "name": "Ada", "password": PASSWORD });
    let (status, made) = post(&mut ada, "/api/account", &account).await;
    assert_eq!(status, 200, "{made}");
    post(
        &mut bo,
        "/api/login",
        &json!({ "name": "Ada", "password": WRONG }),
    )
    .await;
    let (status, _) = post(&mut bo, "/api/login", &account).await;
    assert_eq!(status, 200);
    let mut cy = Client::guest(address, NAME).await.unwrap();
    let report = json!({ "name": "Ada", "reason": "other", "text": REPORT });
    post(&mut cy, "/api/reports", &report).await;
    for path in ["/api/games", "/api/login", "/api/account", "/api/record"] {
        post(
            &mut cy,
            path,
            &json!({ "planted wrong password": [PASSWORD] }),
        )
        .await;
        post(&mut cy, path, &json!("a\nINFO forged=yes\r\u{1b}[31m")).await;
    }
    for _ in 0..30 {
        post(&mut cy, "/api/games", &json!([PASSWORD, "a\nERROR forged"])).await;
    }
    let path = "/api/people/a%0aERROR%20forged%0d%1b%5b31m";
    cy.raw("GET", path, None).await.unwrap();
    cy.connect().await.unwrap();
    cy.say_raw("{\"type\": \"a\nERROR forged\"}".to_owned())
        .await
        .unwrap();
    cy.say_raw(json!({ "type": PASSWORD }).to_string())
        .await
        .unwrap();
    cy.hear().await.unwrap();
    cy.hear().await.unwrap();
    let code = made["recovery"].as_str().unwrap_or("no code").to_owned();
    secrets.retain(|secret| !secret.is_empty());
    let mut secrets: Vec<String> = secrets.into_iter().map(str::to_owned).collect();
    secrets.push(code);
    secrets
}

fn check_secrets(log: &str, secrets: &[String]) {
    for secret in secrets {
        assert!(
            !log.contains(secret.as_str()),
            "{secret} is in the log:\n{log}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_log_tells_who_and_where_and_no_secrets() {
    let folder = Folder::new();
    let flags = ["--log", "json", "--verbose", "--metrics", "off"];
    let logged = Logged::start(folder.path(), &flags);
    let secrets = bustle(&logged).await;
    let log = logged.end();
    check_secrets(&log, &secrets);
    let mut events = Vec::new();
    let mut requests = 0;
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
        let time = line["timestamp"].as_str().unwrap();
        assert!(
            time.ends_with('Z') && line["level"].is_string(),
            "in UTC, with a level: {line}"
        );
        if line["message"] == "request" {
            requests += 1;
            assert_eq!(line["span"]["id"].as_str().unwrap().len(), 16, "{line}");
            let address = line["span"]["address"].as_str().unwrap();
            assert!(
                address.contains('-') && !address.contains("127.0"),
                "{line}"
            );
        }
        if let Some(event) = line["event"].as_str() {
            events.push(event.to_owned());
        }
    }
    assert!(requests > 40, "{requests}");
    assert!(log.contains("\"person\":1"), "{log}");
    for event in [
        "started",
        "account-made",
        "log-in-failed",
        "log-in",
        "malformed",
    ] {
        let told = events.iter().any(|told| told == event);
        assert!(told, "no {event} among {events:?}");
    }
    let floods = events.iter().filter(|event| *event == "malformed").count();
    assert_eq!(floods, 1, "one line, however often");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_write_begins_no_line_of_a_text() {
    let folder = Folder::new();
    let flags = ["--verbose", "--addresses", "full", "--metrics", "off"];
    let logged = Logged::start(folder.path(), &flags);
    let secrets = bustle(&logged).await;
    let log = logged.end();
    check_secrets(&log, &secrets);
    for line in log.lines() {
        assert!(line.starts_with("20") && !line.contains('\u{1b}'), "{line}");
    }
    assert!(log.contains("address=\"127.0.0.1\""), "{log}");
}
