//! Faults in the program, made on purpose: each stays where it is.

use std::time::Duration;

use play::Families;
use serde_json::{Value, json};
use server::load::Client;

use crate::live::{pair, play, watch};
use crate::noughts::Noughts;
use crate::raw::Raw;
use crate::test_server::{TestServer, hear};

async fn open() -> TestServer {
    TestServer::with(Families::standard().with::<Noughts>()).await
}

/// How many faults the server has met.
async fn met(server: &TestServer) -> u64 {
    let mut raw = Raw::connect(server.monitor).await;
    raw.ask("/metrics", 1).await;
    let (_, text) = raw.end(Duration::from_millis(500)).await;
    let text = String::from_utf8(text).unwrap();
    let line = text
        .lines()
        .find(|line| line.starts_with("merelle_panics_total "));
    line.unwrap().rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_fault_that_a_request_meets_is_answered_and_others_are_served() {
    let server = open().await;
    // One on the way, and two where dear work is done.
    let paths = [
        "/api/stage?setup=noughts:fault",
        "/api/position?setup=noughts&moves=fault",
        "/api/frames?setup=noughts&moves=a1+fault",
    ];
    for path in paths {
        let mut raw = Raw::connect(server.address).await;
        raw.ask(path, 1).await;
        let (_, answer) = raw.end(Duration::from_millis(500)).await;
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 500"), "{path}: {answer}");
        assert!(answer.contains(r#""code":"internal""#), "{path}: {answer}");
        assert!(answer.contains("x-request-id: "), "{path}: {answer}");
        let mut anybody = Client::new(server.address);
        let fine = "/api/position?setup=noughts&moves=a1";
        let view: Value = anybody.get(fine).await.unwrap();
        assert_eq!(view["moves"], 1);
    }
    assert_eq!(met(&server).await, 3);
}

/// The room goes on from its log with everybody in it, and so do all others.
#[tokio::test]
async fn a_fault_in_a_room_loses_nothing() {
    let server = open().await;
    let (mut ada, mut bo, game) = pair(&server, "noughts", "none").await;
    let (mut cy, mut di, other) = pair(&server, "moulin:envol", "60+1").await;
    play(&mut ada, &game, 0, "a1").await;
    hear(&mut bo, "played").await;
    play(&mut bo, &game, 1, "fault").await;
    // Everybody is told how the game stands, and who asked that it was not done.
    assert_eq!(hear(&mut ada, "game").await["history"], json!(["a1"]));
    let refused = hear(&mut bo, "refused").await;
    assert_eq!(refused["problem"]["code"], "unavailable");
    play(&mut bo, &game, 1, "b1").await;
    for client in [&mut ada, &mut bo] {
        assert_eq!(hear(client, "played").await["move"], "b1");
    }
    play(&mut cy, &other, 0, "d6").await;
    assert_eq!(hear(&mut di, "played").await["move"], "d6");
    assert_eq!(met(&server).await, 1);
    // Again and again, nothing is lost either.
    for _ in 0..3 {
        play(&mut ada, &game, 2, "fault").await;
        hear(&mut ada, "refused").await;
    }
    play(&mut ada, &game, 2, "c1").await;
    assert_eq!(hear(&mut bo, "played").await["ply"], 2);
    let mut anybody = Client::new(server.address);
    let state = watch(&mut anybody, &game).await;
    assert_eq!(state["history"], json!(["a1", "b1", "c1"]));
}

/// A question over a socket that meets a fault is refused, and the socket goes on.
#[tokio::test]
async fn a_fault_in_a_question_is_told() {
    let server = open().await;
    let mut ada = server.guest("Ada").await;
    ada.connect().await.unwrap();
    let question =
        json!({ "type": "analyse", "question": 1, "setup": "noughts", "moves": "fault" });
    ada.say_raw(question.to_string()).await.unwrap();
    let refused = hear(&mut ada, "refused").await;
    assert_eq!(
        (&refused["question"], &refused["problem"]["code"]),
        (&json!(1), &json!("internal"))
    );
    let question = json!({ "type": "analyse", "question": 2, "setup": "noughts", "moves": "a1" });
    ada.say_raw(question.to_string()).await.unwrap();
    assert_eq!(hear(&mut ada, "value").await["question"], 2);
}
