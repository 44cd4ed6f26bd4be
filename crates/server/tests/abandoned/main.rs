//! What questions cost that nobody waits for any more: a process of its own, since it is the whole process that is measured.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../server/test_server.rs"]
mod test_server;

use std::time::Duration;

use serde_json::json;
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

/// Somebody who has heard a first value and waits for more.
async fn curious(server: &TestServer, name: &str) -> Client {
    let mut client = server.guest(name).await;
    client.connect().await.unwrap();
    let setup = "moulin:classique,double=2";
    let ask = json!({ "type": "analyse", "question": 1, "setup": setup, "moves": "d6 f4 b4 d2" });
    client.say_raw(ask.to_string()).await.unwrap();
    hear(&mut client, "value").await;
    client
}

/// Ten questions are being worked on when nobody waits for them any more: stopped, or left with their
/// sockets.
#[tokio::test]
async fn ten_abandoned_questions_cost_next_to_nothing() {
    let server = TestServer::open().await;
    // What is solved once for all its rules, by the way, does not count.
    drop(curious(&server, "Ada").await);
    while work_in(Duration::from_millis(300)).await > Duration::from_millis(20) {}
    let mut people = Vec::new();
    for number in 0..10 {
        people.push(curious(&server, &format!("Ada {number}")).await);
    }
    let busy = work_in(Duration::from_millis(300)).await;
    let before = processor_time();
    for client in &mut people[..5] {
        let stop = json!({ "type": "stop", "question": 1 });
        client.say_raw(stop.to_string()).await.unwrap();
    }
    people.truncate(5);
    tokio::time::sleep(Duration::from_millis(800)).await;
    let cost = processor_time() - before;
    println!("ten questions: {busy:?} of work in 300 ms; abandoned: {cost:?} in 800 ms");
    assert!(busy >= Duration::from_millis(50), "nobody worked: {busy:?}");
    assert!(cost <= Duration::from_millis(200), "{cost:?}");
}
