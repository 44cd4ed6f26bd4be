//! Values and reviews over real sockets.

use std::time::{Duration, Instant};

use play::Families;
use serde_json::{Value, json};
use server::load::Client;

use crate::test_server::{TestServer, hear};

async fn ask(client: &mut Client, message: Value) {
    client.say_raw(message.to_string()).await.unwrap();
}

async fn connected(server: &TestServer, name: &str) -> Client {
    let mut client = server.guest(name).await;
    client.connect().await.unwrap();
    hear(&mut client, "hello").await;
    client
}

fn value(question: u32, setup: &str, moves: &str) -> Value {
    json!({ "type": "analyse", "question": question, "setup": setup, "moves": moves })
}

/// A game of so many moves at random, and its moves.
fn random_game(setup: &str, seed: u64, plies: usize) -> Vec<String> {
    let setup = Families::standard().setup(setup).unwrap();
    let mut session = setup.session();
    let mut random = game::Random::new(seed);
    while session.history().len() < plies && session.outcome().is_none() {
        let moves = session.moves();
        session.play(random.pick(&moves).unwrap()).unwrap();
    }
    session.history()
}

/// The depths of the first answers to a question, until there are so many or the last one has come.
async fn told_depths(client: &mut Client, question: u32, most: usize) -> Vec<u64> {
    let mut depths = Vec::new();
    while depths.len() < most {
        let told = hear(client, "value").await;
        if told["question"] != question {
            continue;
        }
        if told["done"] == true {
            break;
        }
        assert_eq!(told["value"]["moves"].as_array().unwrap().len(), 20);
        depths.push(told["depth"].as_u64().unwrap());
    }
    depths
}

#[tokio::test]
async fn values_stream_deeper_and_deeper() {
    let server = TestServer::open().await;
    let mut ada = connected(&server, "Ada").await;
    // Where the machine has other things to do the time of a question may be over before; then it is
    // asked again.
    let mut depths = Vec::new();
    for question in 10..30 {
        let asked = value(question, "moulin:classique,double=2", "d6 f4 b4 d2");
        ask(&mut ada, asked).await;
        depths = told_depths(&mut ada, question, 3).await;
        if depths.len() == 3 {
            break;
        }
    }
    assert_eq!(depths.len(), 3);
    // The same depth may come again, better informed.
    assert!(depths.is_sorted() && depths[0] < depths[2], "{depths:?}");
    // What is exact at once is the last word.
    let late = "w=La1,La2,Eb2,Pc3,Ed2;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=w;limit=Ld3";
    ask(
        &mut ada,
        json!({ "type": "analyse", "question": 8, "setup": "mijnlieff", "position": late }),
    )
    .await;
    let told = loop {
        let told = hear(&mut ada, "value").await;
        if told["question"] == 8 && told["done"] == true {
            break told;
        }
    };
    assert_eq!(told["value"]["value"]["text"], "value 3");
    assert_eq!(told["depth"], Value::Null);
    let worse = told["value"]["moves"].as_array().unwrap().last().unwrap();
    assert!(worse["cost"]["en"].is_string(), "{worse}");
}

#[tokio::test]
async fn a_question_that_makes_no_sense_is_refused_by_its_number() {
    let server = TestServer::open().await;
    let mut ada = connected(&server, "Ada").await;
    for (question, code) in [
        (value(1, "chess", ""), "bad-setup"),
        (value(2, "moulin:classique", "d6 d6"), "illegal-move"),
    ] {
        let number = question["question"].clone();
        ask(&mut ada, question).await;
        let refused = hear(&mut ada, "refused").await;
        assert_eq!(
            (&refused["question"], &refused["problem"]["code"]),
            (&number, &json!(code))
        );
    }
}

#[tokio::test]
async fn a_review_marks_every_move_and_says_how_far_it_is() {
    let server = TestServer::open().await;
    let mut ada = connected(&server, "Ada").await;
    let moves = random_game("moulin:classique", 3, 60);
    let begun = Instant::now();
    let question = json!({
        "type": "review", "question": 5, "setup": "moulin:classique", "moves": moves.join(" ")
    });
    ask(&mut ada, question).await;
    let first = hear(&mut ada, "reviewed").await;
    println!("first mark after {:?}", begun.elapsed());
    assert_eq!(first["question"], 5);
    let mut told = vec![Value::Null; moves.len()];
    let place = |message: &Value| message["reviewed"]["ply"].as_u64().unwrap() as usize - 1;
    told[place(&first)] = first["reviewed"].clone();
    let last = loop {
        let text = ada.hear().await.unwrap();
        let message: Value = serde_json::from_str(text.as_str()).unwrap();
        match message["type"].as_str() {
            Some("reviewed") => told[place(&message)] = message["reviewed"].clone(),
            Some("review") if message["done"] == true => break message,
            Some("review") => assert!(message["settled"].as_u64() <= message["glanced"].as_u64()),
            _ => panic!("{message}"),
        }
    };
    println!("{} moves after {:?}", moves.len(), begun.elapsed());
    // Fifteen seconds on a machine that does nothing else.
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert!(told.iter().all(|told| told["settled"] == true));
    for (index, told) in told.iter().enumerate() {
        assert_eq!(told["move"], json!(moves[index]));
        if let Some(mistake) = told["mistake"].as_object() {
            assert!(!mistake["cost"]["fr"].as_str().unwrap().is_empty());
        }
    }
    let mistakes = told
        .iter()
        .filter(|told| told["mistake"].is_object())
        .count();
    assert!(mistakes > 5, "random play has mistakes: {mistakes}");
    for side in ["white", "black"] {
        let accuracy = last["accuracy"][side].as_u64().unwrap();
        assert!((1..100).contains(&accuracy), "{accuracy}");
    }
}

#[tokio::test]
async fn a_review_stops_when_told() {
    let server = TestServer::open().await;
    let mut ada = connected(&server, "Ada").await;
    let moves = random_game("moulin:classique", 4, 60).join(" ");
    ask(
        &mut ada,
        json!({ "type": "review", "question": 1, "setup": "moulin:classique", "moves": moves }),
    )
    .await;
    hear(&mut ada, "reviewed").await;
    ask(&mut ada, json!({ "type": "stop", "question": 1 })).await;
    ask(&mut ada, json!({ "type": "ping" })).await;
    hear(&mut ada, "pong").await;
    let more = tokio::time::timeout(Duration::from_millis(500), ada.hear()).await;
    assert!(more.is_err(), "{more:?}");
}

/// Nobody waits for the end of what others have asked.
#[tokio::test]
async fn five_people_have_first_values_at_once() {
    let server = TestServer::open().await;
    let mut people = Vec::new();
    for name in ["Ada", "Bo", "Cleo", "Dag", "Eve"] {
        people.push(connected(&server, name).await);
    }
    for client in &mut people {
        ask(client, value(1, "moulin:classique,double=2", "d6 f4 b4 d2")).await;
        hear(client, "value").await;
    }
    let begun = Instant::now();
    let mut times = Vec::new();
    for client in &mut people {
        let asked = Instant::now();
        ask(
            client,
            value(2, "moulin:classique,double=2", "d6 f4 b4 d2 a1 a4"),
        )
        .await;
        loop {
            if hear(client, "value").await["question"] == 2 {
                break;
            }
        }
        times.push(asked.elapsed());
    }
    println!("first values while four others think: {times:?}");
    assert!(begun.elapsed() < Duration::from_secs(3), "{times:?}");
}

#[tokio::test]
async fn a_position_is_set_up_by_hand_or_refused() {
    let server = TestServer::open().await;
    let mut ada = server.guest("Ada").await;
    let stone = |at: &str, side: &str| json!({ "at": at, "side": side });
    let mut arrangement = json!({
        "setup": "moulin:envol",
        "pieces": [stone("a1", "white"), stone("d1", "white"), stone("d6", "black")],
        "turn": "black",
        "hands": { "white": 7, "black": 8 },
        "flights": { "white": true, "black": true },
    });
    let view: Value = ada.post("/api/position", &arrangement).await.unwrap();
    assert_eq!(view["position"], "w=a1,d1;b=d6;hand=7,8;turn=b;flight=wb");
    arrangement["pieces"] = json!([stone("a1", "white"), stone("a1", "black")]);
    let refused = ada.post::<Value>("/api/position", &arrangement).await;
    assert!(refused.unwrap_err().to_string().contains("422"));
    let piece = |at: &str, side: &str, kind: &str| json!({ "at": at, "side": side, "kind": kind });
    let arrangement = json!({
        "setup": "mijnlieff",
        "pieces": [piece("a1", "white", "L"), piece("a3", "black", "E")],
        "turn": "white",
        "last": "a3",
    });
    let view: Value = ada.post("/api/position", &arrangement).await.unwrap();
    assert_eq!(view["position"], "w=La1;b=Ea3;turn=w;limit=Ea3");
}

#[tokio::test]
async fn variations_of_a_record_are_kept() {
    let server = TestServer::open().await;
    let mut ada = server.guest("Ada").await;
    let record = "[Setup \"moulin:classique\"]\n\n1. d6 f4 (1... b4 2. d2 (2. a1)) 2. a1 *\n";
    let read: Value = ada
        .post("/api/record", &json!({ "record": record }))
        .await
        .unwrap();
    assert_eq!(read["moves"], "d6 f4 ( b4 d2 ( a1 ) ) a1");
}
