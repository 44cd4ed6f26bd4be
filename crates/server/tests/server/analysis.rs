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

/// Time that this process and its threads have worked.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(10 * ticks)
}

#[tokio::test]
async fn values_stream_deeper_and_deeper() {
    let server = TestServer::open().await;
    let mut ada = connected(&server, "Ada").await;
    ask(
        &mut ada,
        value(7, "moulin:classique,double=2", "d6 f4 b4 d2"),
    )
    .await;
    let mut depths = Vec::new();
    while depths.len() < 3 {
        let told = hear(&mut ada, "value").await;
        assert_eq!(
            (&told["question"], &told["done"]),
            (&json!(7), &json!(false))
        );
        assert_eq!(told["value"]["moves"].as_array().unwrap().len(), 20);
        depths.push(told["depth"].as_u64().unwrap());
    }
    assert!(depths.is_sorted_by(|one, next| one < next), "{depths:?}");
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

/// Nobody waits for them: ten questions, each replaced by the next or left with its socket.
#[tokio::test]
async fn ten_abandoned_questions_cost_next_to_nothing() {
    let server = TestServer::open().await;
    let mut ada = connected(&server, "Ada").await;
    // What is solved once for all does not count.
    ask(&mut ada, value(0, "moulin:classique", "d6 f4 b4 d2")).await;
    hear(&mut ada, "value").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    ask(&mut ada, json!({ "type": "stop", "question": 0 })).await;
    tokio::time::sleep(Duration::from_millis(100)).await;

    let before = processor_time();
    let begun = Instant::now();
    for question in 1..=9 {
        ask(
            &mut ada,
            value(question, "moulin:classique", "d6 f4 b4 d2 a1"),
        )
        .await;
    }
    ask(&mut ada, json!({ "type": "stop", "question": 9 })).await;
    let mut bo = connected(&server, "Bo").await;
    ask(&mut bo, value(1, "moulin:classique", "d6 f4 b4 d2 a1 a4")).await;
    drop(bo);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let cost = processor_time() - before;
    println!("ten abandoned questions: {cost:?} of work");
    assert!(
        cost <= Duration::from_millis(200),
        "{cost:?} in {:?}",
        begun.elapsed()
    );
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
