//! People over real sockets.

use crate::test_server::{TestServer, hear};
use serde_json::{Value, json};
use server::load::Client;

/// Two people at a game, both watching.
pub(crate) async fn pair(
    server: &TestServer,
    setup: &str,
    clock: &str,
) -> (Client, Client, String) {
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let new = json!({
        "setup": setup, "opponent": { "kind": "friend" }, "colour": "white", "clock": clock
    });
    let game: Value = ada.post("/api/games", &new).await.unwrap();
    let id = game["id"].as_str().unwrap().to_owned();
    let _: Value = bo
        .post(&format!("/api/games/{id}/join"), &())
        .await
        .unwrap();
    for client in [&mut ada, &mut bo] {
        watch(client, &id).await;
    }
    (ada, bo, id)
}

pub(crate) async fn watch(client: &mut Client, game: &str) -> Value {
    client.connect().await.unwrap();
    say(client, json!({ "type": "watch", "game": game })).await;
    hear(client, "game").await
}

async fn say(client: &mut Client, message: Value) {
    client.say_raw(message.to_string()).await.unwrap();
}

pub(crate) async fn play(client: &mut Client, game: &str, ply: u32, text: &str) {
    let message = json!({ "type": "move", "game": game, "ply": ply, "move": text });
    say(client, message).await;
}

async fn act(client: &mut Client, game: &str, ply: u32, action: &str) {
    let message = json!({ "type": "act", "game": game, "ply": ply, "action": action });
    say(client, message).await;
}

#[tokio::test]
async fn a_move_is_told_to_both_and_to_who_watches() {
    let server = TestServer::open().await;
    let (mut ada, mut bo, game) = pair(&server, "moulin:classique", "60+1").await;
    let mut anybody = Client::new(server.address);
    let seen = watch(&mut anybody, &game).await;
    assert_eq!(
        (&seen["you"], &seen["presence"]["watchers"]),
        (&Value::Null, &json!(1))
    );
    play(&mut ada, &game, 0, "D6").await;
    for client in [&mut ada, &mut bo, &mut anybody] {
        let played = hear(client, "played").await;
        assert_eq!((&played["ply"], &played["move"]), (&json!(0), &json!("d6")));
        assert_eq!(played["view"]["turn"], "black");
    }
    play(&mut anybody, &game, 1, "f4").await;
    assert_eq!(
        hear(&mut anybody, "refused").await["problem"]["code"],
        "nobody-yet"
    );
    play(&mut ada, &game, 1, "f4").await;
    assert_eq!(
        hear(&mut ada, "refused").await["problem"]["code"],
        "not-your-turn"
    );
    // The same message again is acknowledged again.
    play(&mut ada, &game, 0, "d6").await;
    assert_eq!(hear(&mut ada, "played").await["ply"], 0);
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let mut server = TestServer::open().await;
    let (mut ada, mut bo, game) = pair(&server, "moulin:envol", "60+0").await;
    play(&mut ada, &game, 0, "d6").await;
    hear(&mut bo, "played").await;
    play(&mut bo, &game, 1, "f4").await;
    hear(&mut bo, "played").await;
    server.restart().await;
    let state = watch(&mut bo, &game).await;
    assert_eq!(state["history"], json!(["d6", "f4"]));
    assert_eq!(state["clocks"]["running"], "white");
    let left = state["clocks"]["white"].as_u64().unwrap();
    assert!((55_000..=60_000).contains(&left), "{left}");
    watch(&mut ada, &game).await;
    play(&mut ada, &game, 2, "a1").await;
    assert_eq!(hear(&mut bo, "played").await["move"], "a1");
}

/// A client that heard no answer says the same again, though the other has answered meanwhile.
#[tokio::test]
async fn an_act_with_an_id_is_done_once() {
    let server = TestServer::open().await;
    let (mut ada, mut bo, game) = pair(&server, "moulin:classique", "none").await;
    play(&mut ada, &game, 0, "d6").await;
    hear(&mut bo, "played").await;
    let offer = json!({ "type": "act", "game": game, "ply": 1, "action": "draw", "id": 9007199254740991_u64 });
    say(&mut ada, offer.clone()).await;
    assert_eq!(hear(&mut ada, "done").await["id"], offer["id"]);
    assert_eq!(hear(&mut bo, "offers").await["offers"]["draw"], "white");
    act(&mut bo, &game, 1, "decline").await;
    assert_eq!(hear(&mut bo, "offers").await["offers"]["draw"], Value::Null);
    let mut again = server.guest("Cy").await;
    assert_eq!(
        watch(&mut again, &game).await["offers"]["draw"],
        Value::Null
    );
    say(&mut ada, offer.clone()).await;
    assert_eq!(hear(&mut ada, "done").await["id"], offer["id"]);
    assert_eq!(
        watch(&mut again, &game).await["offers"]["draw"],
        Value::Null
    );
    // Another's message by the same id is another one.
    say(&mut bo, offer.clone()).await;
    assert_eq!(hear(&mut bo, "done").await["id"], offer["id"]);
    assert_eq!(watch(&mut again, &game).await["offers"]["draw"], "black");
}

#[tokio::test]
async fn offers_are_made_taken_and_declined() {
    let server = TestServer::open().await;
    let (mut ada, mut bo, game) = pair(&server, "moulin:classique", "none").await;
    play(&mut ada, &game, 0, "d6").await;
    hear(&mut bo, "played").await;
    act(&mut ada, &game, 1, "takeback").await;
    assert_eq!(hear(&mut bo, "offers").await["offers"]["takeback"], "white");
    act(&mut bo, &game, 1, "decline").await;
    hear(&mut ada, "offers").await;
    assert_eq!(
        hear(&mut ada, "offers").await["offers"]["takeback"],
        Value::Null
    );
    act(&mut ada, &game, 1, "takeback").await;
    act(&mut bo, &game, 1, "takeback").await;
    assert_eq!(hear(&mut ada, "back").await["count"], 1);
    act(&mut bo, &game, 2, "draw").await;
    hear(&mut ada, "offers").await;
    act(&mut ada, &game, 2, "draw").await;
    let over = hear(&mut bo, "over").await;
    assert_eq!(over["outcome"]["reason"], "agreement");
    act(&mut ada, &game, 3, "rematch").await;
    act(&mut bo, &game, 3, "rematch").await;
    let next = hear(&mut ada, "rematch").await["next"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(watch(&mut ada, &next).await["you"], "black");
}

#[tokio::test]
async fn phrases_are_heard_and_not_too_often() {
    let server = TestServer::open().await;
    let (mut ada, mut bo, game) = pair(&server, "mijnlieff", "none").await;
    let hello = json!({ "type": "say", "game": game, "phrase": "hello" });
    say(&mut ada, hello.clone()).await;
    let said = hear(&mut bo, "said").await;
    assert_eq!(
        (&said["by"], &said["phrase"]),
        (&json!("white"), &json!("hello"))
    );
    say(&mut ada, hello).await;
    assert_eq!(
        hear(&mut ada, "refused").await["problem"]["code"],
        "too-many"
    );
}

#[tokio::test]
async fn the_lobby_tells_who_waits_and_who_began() {
    let server = TestServer::open().await;
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    for client in [&mut ada, &mut bo] {
        client.connect().await.unwrap();
        say(client, json!({ "type": "enter-lobby" })).await;
        assert_eq!(hear(client, "lobby").await["challenges"], json!([]));
    }
    let new = json!({ "setup": "mijnlieff", "opponent": { "kind": "anyone" }, "clock": "300+0" });
    let game: Value = ada.post("/api/games", &new).await.unwrap();
    let shown = loop {
        let lobby = hear(&mut bo, "lobby").await;
        if lobby["challenges"] != json!([]) {
            break lobby;
        }
    };
    assert_eq!(shown["challenges"][0]["game"], game["id"]);
    let id = game["id"].as_str().unwrap();
    let _: Value = bo
        .post(&format!("/api/games/{id}/join"), &())
        .await
        .unwrap();
    assert_eq!(hear(&mut ada, "started").await["game"], game["id"]);
}

#[tokio::test]
async fn time_runs_out_for_who_does_not_move() {
    let server = TestServer::open().await;
    let (mut ada, mut bo, game) = pair(&server, "moulin:classique", "1+0").await;
    play(&mut ada, &game, 0, "d6").await;
    hear(&mut bo, "played").await;
    play(&mut bo, &game, 1, "f4").await;
    let over = hear(&mut bo, "over").await;
    let outcome = json!({ "winner": "black", "reason": "time", "result": "0-1" });
    assert_eq!(over["outcome"], outcome);
    assert_eq!(over["clocks"]["white"], 0);
}

#[tokio::test]
async fn who_logs_out_is_no_longer_connected() {
    let server = TestServer::open().await;
    let mut ada = server.guest("Ada").await;
    ada.connect().await.unwrap();
    hear(&mut ada, "hello").await;
    ada.raw("POST", "/api/logout", None).await.unwrap();
    assert!(ada.hear().await.is_err());
}

#[tokio::test]
async fn a_stream_tells_a_game_line_by_line_to_its_end() {
    let server = TestServer::open().await;
    let (mut ada, _, game) = pair(&server, "moulin:classique", "none").await;
    let path = format!("/api/games/{game}/stream");
    let mut reader = Client::new(server.address);
    let reading = tokio::spawn(async move { reader.raw("GET", &path, None).await.unwrap() });
    loop {
        let state: Value = ada.get(&format!("/api/games/{game}")).await.unwrap();
        if state["presence"]["watchers"] == 1 {
            break;
        }
    }
    play(&mut ada, &game, 0, "d6").await;
    hear(&mut ada, "played").await;
    act(&mut ada, &game, 1, "resign").await;
    let (status, bytes) = reading.await.unwrap();
    assert_eq!(status, 200);
    let text = String::from_utf8(bytes).unwrap();
    let kinds: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["type"].to_string())
        .filter(|kind| kind != "\"presence\"")
        .collect();
    assert_eq!(kinds, ["\"game\"", "\"played\"", "\"over\""]);
}
