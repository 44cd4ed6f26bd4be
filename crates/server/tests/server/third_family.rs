//! A third family, known to the tests alone, is played through a room by people and a computer.

use crate::live::{pair, play, watch};
use crate::noughts::Noughts;
use crate::test_server::{TestServer, hear};
use play::Families;
use serde_json::{Value, json};

async fn open() -> TestServer {
    TestServer::with(Families::standard().with::<Noughts>()).await
}

#[tokio::test]
async fn two_people_play_it_in_a_room_and_see_it_on_the_page() {
    let mut server = open().await;
    let (mut ada, mut bo, game) = pair(&server, "noughts", "none").await;
    let stage: Value = ada.get("/api/stage?setup=noughts").await.unwrap();
    assert_eq!(stage["places"].as_array().unwrap().len(), 9);
    assert!(
        stage["sprites"]["white"]
            .as_str()
            .unwrap()
            .contains("circle")
    );
    for (ply, text) in (0..).zip(["a1", "b1", "a2", "b2"]) {
        let mover = if ply % 2 == 0 { &mut ada } else { &mut bo };
        play(mover, &game, ply, text).await;
        for client in [&mut ada, &mut bo] {
            let played = hear(client, "played").await;
            assert_eq!(played["move"], text);
            let turns = played["view"]["turns"].as_array().unwrap();
            assert_eq!(turns.len(), 8 - ply as usize);
        }
    }
    // What was stored is read back by the same registry.
    server.restart().await;
    let state = watch(&mut ada, &game).await;
    assert_eq!(state["history"], json!(["a1", "b1", "a2", "b2"]));
    play(&mut ada, &game, 4, "a3").await;
    let over = hear(&mut ada, "over").await;
    assert_eq!(over["outcome"]["winner"], "white");
    assert_eq!(over["outcome"]["reason"], "three in a row");
    assert_eq!(over["view"]["lines"], json!([["a1", "a2", "a3"]]));
    let read: Value = ada.get(&format!("/api/games/{game}")).await.unwrap();
    assert_eq!(read["view"]["outcome"]["reason"], "three in a row");
}

#[tokio::test]
async fn the_computer_plays_it_and_the_catalogue_offers_it() {
    let server = open().await;
    let mut ada = server.guest("Ada").await;
    let catalogue: Value = ada.get("/api/catalogue").await.unwrap();
    let families = catalogue["families"].as_array().unwrap();
    assert_eq!(families[2]["word"], "noughts");
    assert_eq!(catalogue["games"][4]["setup"], "noughts");
    let new = json!({
        "setup": "noughts",
        "opponent": { "kind": "computer", "player": "perfect" },
        "colour": "white",
    });
    let game: Value = ada.post("/api/games", &new).await.unwrap();
    let id = game["id"].as_str().unwrap().to_owned();
    watch(&mut ada, &id).await;
    play(&mut ada, &id, 0, "a1").await;
    hear(&mut ada, "played").await;
    let answer = hear(&mut ada, "played").await;
    assert_eq!(answer["move"], "b2", "the one answer that does not lose");
    let value: Value = ada.get("/api/value?setup=noughts").await.unwrap();
    assert_eq!(value["value"]["text"], "value 0");
}
