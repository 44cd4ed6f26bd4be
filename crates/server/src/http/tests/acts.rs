//! What players do besides moving, and what is done once however often it is asked for.

use super::*;

/// Ada with white and Bo with black.
async fn two(server: &TestServer) -> (Visit, Visit, String) {
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = ada.new_game("moulin:classique", friend()).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let join = format!("/api/games/{id}/join");
    bo.post(&join, json!(null)).await.is(200);
    (ada, bo, id)
}

#[tokio::test]
async fn a_resignation_that_is_sent_again_is_answered_by_the_game() {
    let server = TestServer::new();
    let (mut ada, mut bo, id) = two(&server).await;
    for _ in 0..2 {
        let over = bo.act(&id, 0, "resign").await.is(200).json();
        assert_eq!(over["view"]["outcome"]["reason"], "resignation");
        assert_eq!(over["ply"], 1);
    }
    ada.act(&id, 0, "resign").await.code(409, "not-live");
    for visit in [&mut ada, &mut bo] {
        visit.act(&id, 1, "rematch").await.is(200);
    }
    let next = ada.act(&id, 1, "rematch").await.is(200).json();
    assert!(next["next"].is_string(), "the rematch that was made");
}

#[tokio::test]
async fn a_numbered_offer_is_made_once() {
    let server = TestServer::new();
    let (mut ada, mut bo, id) = two(&server).await;
    let path = format!("/api/games/{id}/actions");
    let offer = json!({ "ply": 0, "action": "draw", "id": 7 });
    let open = ada.post(&path, offer.clone()).await.is(200).json();
    assert_eq!(open["offers"]["draw"], "white");
    bo.act(&id, 0, "decline").await.is(200);
    let again = ada.post(&path, offer).await.is(200).json();
    assert_eq!(again["offers"]["draw"], Value::Null, "it was declined");
    let another = json!({ "ply": 0, "action": "draw", "id": 8 });
    let another = ada.post(&path, another).await.is(200).json();
    assert_eq!(another["offers"]["draw"], "white");
    ada.play(&id, 0, "d6").await.is(200);
    let late = json!({ "ply": 0, "action": "draw", "id": 8 });
    ada.post(&path, late).await.is(200);
    let unknown = json!({ "ply": 0, "action": "draw", "id": 9 });
    ada.post(&path, unknown).await.code(409, "stale");
}

#[tokio::test]
async fn who_is_away_is_told_with_the_time_until_a_claim() {
    let server = TestServer::new();
    let (mut ada, _, id) = two(&server).await;
    let game = ada.get(&format!("/api/games/{id}")).await.json();
    let claim = game["presence"]["claim"]["black"].as_u64().unwrap();
    let day = 24 * 3600 * 1000;
    assert!((day - 60_000..=day).contains(&claim), "{claim}");
}

#[tokio::test]
async fn the_same_wish_twice_is_one_game_in_the_lobby() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    let wish = |colour: &str| {
        json!({
            "setup": "moulin:envol", "opponent": { "kind": "anyone" }, "colour": colour,
        })
    };
    let mut again = ada.clone();
    let both = tokio::join!(
        ada.post("/api/games", wish("white")),
        again.post("/api/games", wish("white"))
    );
    let [first, second] = [both.0.is(201).json(), both.1.is(201).json()];
    assert_eq!(first["id"], second["id"]);
    let other = ada.post("/api/games", wish("black")).await.is(201).json();
    assert_ne!(other["id"], first["id"]);
    let lobby = ada.get("/api/lobby").await.json();
    let yours: Vec<&Value> = lobby["challenges"].as_array().unwrap().iter().collect();
    assert_eq!(yours.len(), 2);
    assert!(yours.iter().all(|challenge| challenge["yours"] == true));
    let strangers = server.guest("Bo").await.get("/api/lobby").await.json();
    assert_eq!(strangers["challenges"][0]["yours"], false);
    let id = first["id"].as_str().unwrap();
    for _ in 0..2 {
        ada.act(id, 0, "abort").await.is(200);
    }
    let left = ada.get("/api/lobby").await.json();
    assert_eq!(left["count"], 1);
    let anew = ada.post("/api/games", wish("white")).await.is(201).json();
    assert_ne!(anew["id"], first["id"], "what was withdrawn is gone");
}
