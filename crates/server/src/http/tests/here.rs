//! Two people at one screen.

use super::*;

async fn begin(visit: &mut Visit, opponent: Value) -> Response {
    let new = json!({ "setup": "moulin:classique", "opponent": opponent, "clock": "300+3" });
    visit.post("/api/games", new).await
}

#[tokio::test]
async fn one_visitor_moves_both_sides_and_asks_nobody() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    let names = json!({ "kind": "here", "black": "Uncle Bo" });
    let game = begin(&mut ada, names).await.is(201).json();
    let id = game["id"].as_str().unwrap();
    assert_eq!(
        (&game["status"], &game["you"]),
        (&json!("live"), &json!("white"))
    );
    assert_eq!(game["players"]["white"], json!({ "kind": "here" }));
    let uncle = json!({ "kind": "here", "name": "Uncle Bo" });
    assert_eq!(game["players"]["black"], uncle);
    let after = ada.play(id, 0, "d6").await.is(200).json();
    assert_eq!(after["you"], "black");
    ada.play(id, 0, "d6").await.is(200);
    let after = ada.play(id, 1, "f4").await.is(200).json();
    assert_eq!(after["you"], "white");
    let mut stranger = server.guest("Bo").await;
    stranger.play(id, 2, "a1").await.code(403, "not-your-game");
    let join = format!("/api/games/{id}/join");
    stranger
        .post(&join, json!(null))
        .await
        .code(409, "seat-taken");
    ada.act(id, 2, "claim").await.code(409, "not-now");
    let back = ada.act(id, 2, "takeback").await.is(200).json();
    assert_eq!(back["history"], json!(["d6"]));
    let back = ada.act(id, 2, "takeback").await.is(200).json();
    assert_eq!(back["history"], json!(["d6"]), "it was done before");
    let log = server
        .visit()
        .get(&format!("/api/games/{id}/log"))
        .await
        .json();
    assert_eq!(log[2]["kind"], "back");
    let drawn = ada.act(id, 3, "draw").await.is(200).json();
    assert_eq!(drawn["view"]["outcome"]["reason"], "agreement");
    let next = ada.act(id, 4, "rematch").await.is(200).json();
    let next = next["next"].as_str().unwrap();
    let next = ada.get(&format!("/api/games/{next}")).await.json();
    assert_eq!(next["players"]["white"], uncle, "colours change");
    let record = ada.get(&format!("/api/games/{id}/record")).await;
    assert!(
        record.body.contains("[Black \"Uncle Bo (at one screen)\"]"),
        "{}",
        record.body
    );
    let list = ada.get("/api/games?player=me").await.json();
    assert_eq!(list.as_array().unwrap().len(), 2, "each game once");
    assert_eq!(list[0]["you"], Value::Null);
    let strangers = stranger.get("/api/games").await.json();
    assert_eq!(strangers, json!([]));
}

#[tokio::test]
async fn it_counts_for_no_rating_and_names_are_names() {
    let server = TestServer::new();
    let mut ada = server.visit();
    let account = json!({ "name": "Ada", "password": "a long board game evening" });
    ada.post("/api/account", account).await.is(200);
    let rated = json!({ "setup": "mijnlieff", "opponent": { "kind": "here" }, "rated": true });
    ada.post("/api/games", rated).await.code(409, "not-rated");
    let bad = json!({ "kind": "here", "white": "<b>" });
    begin(&mut ada, bad).await.code(422, "bad-name");
}
