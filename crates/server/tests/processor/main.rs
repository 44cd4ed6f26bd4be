//! What answers cost, in time of the processor: a process of its own, since it is the whole process that is
//! measured, and one test after the other. So a machine that is busy with other things changes nothing.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../server/test_server.rs"]
mod test_server;

use std::time::Duration;

use play::Families;
use serde_json::{Value, json};
use server::load::Client;

use test_server::{TestServer, hear};

/// Time that this process and its threads have worked.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(10 * ticks)
}

/// How much this process works in some time.
async fn work_in(time: Duration) -> Duration {
    let before = processor_time();
    tokio::time::sleep(time).await;
    processor_time() - before
}

/// Waits until nobody thinks any more.
async fn is_quiet() {
    while work_in(Duration::from_millis(300)).await > Duration::from_millis(20) {}
}

async fn say(client: &mut Client, message: Value) {
    client.say_raw(message.to_string()).await.unwrap();
}

async fn connected(server: &TestServer, name: &str) -> Client {
    let mut client = server.guest(name).await;
    client.connect().await.unwrap();
    client
}

fn question(number: usize, setup: &str, moves: &str) -> Value {
    json!({ "type": "analyse", "question": number, "setup": setup, "moves": moves })
}

/// Somebody who has heard a first value and waits for more.
async fn curious(server: &TestServer, name: &str) -> Client {
    let mut client = connected(server, name).await;
    let asked = question(1, "moulin:classique,double=2", "d6 f4 b4 d2");
    say(&mut client, asked).await;
    hear(&mut client, "value").await;
    client
}

/// A game of so many moves at random.
fn random_game(seed: u64, plies: usize) -> String {
    let setup = Families::standard().setup("moulin:classique").unwrap();
    let mut session = setup.session();
    let mut random = game::Random::new(seed);
    while session.history().len() < plies && session.outcome().is_none() {
        let moves = session.moves();
        session.play(random.pick(&moves).unwrap()).unwrap();
    }
    session.history().join(" ")
}

#[tokio::test]
async fn answers_cost_little() {
    let server = TestServer::open().await;
    first_values_take_a_tenth_of_a_second(&server).await;
    ten_abandoned_questions_cost_next_to_nothing(&server).await;
}

/// First answers about a mill game, wherever it is; nobody waits for more.
async fn first_values_take_a_tenth_of_a_second(server: &TestServer) {
    const ASKED: usize = 50;
    let mut ada = connected(server, "Ada").await;
    let before = processor_time();
    for number in 0..ASKED {
        let moves = random_game(100 + number as u64, 4 + number);
        say(&mut ada, question(number, "moulin:classique", &moves)).await;
        while hear(&mut ada, "value").await["question"] != number {}
        say(&mut ada, json!({ "type": "stop", "question": number })).await;
    }
    let each = (processor_time() - before) / ASKED as u32;
    println!("first values: {each:?} of work each");
    assert!(each <= Duration::from_millis(100), "{each:?}");
}

/// Ten questions are being worked on when nobody waits for them any more: stopped, or left with their
/// sockets.
async fn ten_abandoned_questions_cost_next_to_nothing(server: &TestServer) {
    // What is solved once for all its rules, by the way, does not count.
    drop(curious(server, "Bo").await);
    is_quiet().await;
    let mut people = Vec::new();
    for number in 0..10 {
        people.push(curious(server, &format!("Ada {number}")).await);
    }
    // Threads that think give way to all others: on a busy machine they work little.
    let mut busy = Duration::ZERO;
    for _ in 0..30 {
        busy = work_in(Duration::from_millis(300)).await;
        if busy >= Duration::from_millis(50) {
            break;
        }
    }
    let before = processor_time();
    for client in &mut people[..5] {
        say(client, json!({ "type": "stop", "question": 1 })).await;
    }
    people.truncate(5);
    tokio::time::sleep(Duration::from_millis(800)).await;
    let cost = processor_time() - before;
    println!("ten questions: {busy:?} of work in 300 ms; abandoned: {cost:?} in 800 ms");
    assert!(busy >= Duration::from_millis(50), "nobody worked: {busy:?}");
    assert!(cost <= Duration::from_millis(200), "{cost:?}");
}
