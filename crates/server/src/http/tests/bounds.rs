//! What one person or one address may leave behind, and what the server says of itself.

use super::*;
use crate::store::StoreError;
use std::time::Instant;

#[tokio::test]
async fn a_person_has_so_many_games_that_wait_by_link_or_in_the_lobby() {
    let server = TestServer::with(|config| config.limits.changes = 10_000);
    let mut ada = server.guest("Ada").await;
    let mut first = None;
    for _ in 0..10 {
        let game = ada.new_game("mijnlieff", friend()).await;
        first = first.or(Some(game["id"].as_str().unwrap().to_owned()));
    }
    let another = json!({ "setup": "mijnlieff", "opponent": friend(), "clock": "none" });
    let lobby = json!({ "setup": "mijnlieff", "opponent": { "kind": "anyone" }, "clock": "none" });
    for new in [&another, &lobby] {
        let refused = ada.post("/api/games", new.clone()).await;
        refused.code(429, "too-many");
    }
    ada.new_game("mijnlieff", json!({ "kind": "here" })).await;
    ada.act(&first.unwrap(), 0, "abort").await.is(200);
    ada.post("/api/games", another).await.is(201);
}

#[tokio::test]
async fn who_goes_on_asking_when_refused_is_answered_late() {
    let server = TestServer::with(|config| config.limits.requests = 0);
    let mut visit = server.visit();
    visit.get("/api/lobby").await;
    let mut times = Vec::new();
    for _ in 0..210 {
        let began = Instant::now();
        visit.get("/api/lobby").await.code(429, "too-many");
        times.push(began.elapsed());
        if times.len() > 190 && began.elapsed() > Duration::from_millis(900) {
            break;
        }
    }
    let late = times.pop().unwrap();
    assert!(late > Duration::from_millis(900), "{late:?}");
    assert!((199..210).contains(&times.len()), "{}", times.len());
    assert!(times.iter().sum::<Duration>() < Duration::from_secs(10));
    // What was never limited waits for nothing.
    let began = Instant::now();
    visit.get("/").await.is(200);
    assert!(began.elapsed() < Duration::from_millis(900));
}

#[tokio::test]
async fn a_person_plays_so_many_games_at_a_time() {
    let server = TestServer::with(|config| config.limits.changes = 10_000);
    let mut ada = server.guest("Ada").await;
    for _ in 0..200 {
        ada.new_game("mijnlieff", json!({ "kind": "here" })).await;
    }
    for opponent in [json!({ "kind": "here" }), friend()] {
        let new = json!({ "setup": "mijnlieff", "opponent": opponent, "clock": "none" });
        let refused = ada.post("/api/games", new).await;
        refused.code(429, "too-many");
    }
}

#[tokio::test]
async fn of_a_flood_of_guests_the_oldest_idle_ones_go_and_never_those_who_play() {
    let server = TestServer::with(|config| config.limits.guests = 1_000_000);
    let mut idle = server.guest("Idle").await;
    let mut player = server.guest("Player").await;
    player.new_game("mijnlieff", friend()).await;
    let mut second = server.guest("Second").await;
    for _ in 0..999 {
        server.guest("Flood").await;
    }
    idle.get("/api/me").await.code(401, "nobody-yet");
    player.get("/api/me").await.is(200);
    second.get("/api/me").await.is(200);
    server.guest("Flood").await;
    second.get("/api/me").await.code(401, "nobody-yet");
    player.get("/api/me").await.is(200);
}

#[tokio::test]
async fn what_the_server_says_of_itself_is_true() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    let game = ada.new_game("mijnlieff", json!({ "kind": "here" })).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let first = game["view"]["turns"][0]["move"].as_str().unwrap();
    for path in ["/live", "/ready", "/health"] {
        ada.get(path).await.is(200);
    }
    server.app.store.faults.disk().fail(Some(StoreError::Full));
    ada.play(&id, 0, first).await.code(503, "not-stored");
    ada.get("/live").await.is(200);
    ada.get("/ready").await.code(503, "not-stored");
    ada.get("/health").await.code(503, "not-stored");
    ada.get(&format!("/api/games/{id}")).await.is(200);
    server.app.store.faults.disk().fail(None);
    server.app.store.beat().await.unwrap();
    ada.get("/ready").await.is(200);
    ada.play(&id, 0, first).await.is(200);
}
