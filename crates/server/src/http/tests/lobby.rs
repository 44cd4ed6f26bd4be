//! Who meets whom in the lobby, in whatever order they come.

use std::collections::{HashMap, HashSet};

use game::Random;

use super::*;

fn wish(setup: &str, colour: &str, clock: &str) -> Value {
    json!({
        "setup": setup, "opponent": { "kind": "anyone" }, "colour": colour, "clock": clock,
    })
}

#[tokio::test]
async fn colours_that_agree_meet_and_are_kept() {
    let server = TestServer::new();
    for (first, second, colour) in [
        ("white", "black", Some("black")),
        ("black", "white", Some("white")),
        ("random", "white", Some("white")),
        ("random", "black", Some("black")),
        ("white", "random", Some("black")),
        ("random", "random", None),
    ] {
        let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
        let setup = "moulin:envol";
        let waiting = ada.post("/api/games", wish(setup, first, "none")).await;
        let waiting = waiting.is(201).json();
        let met = bo.post("/api/games", wish(setup, second, "none")).await;
        let met = met.is(201).json();
        assert_eq!(met["id"], waiting["id"], "{first} {second}");
        assert_eq!(met["status"], "live");
        if let Some(colour) = colour {
            assert_eq!(met["you"], colour, "{first} {second}");
        }
    }
    for (colour, setup) in [("white", "moulin:classique"), ("black", "mijnlieff")] {
        let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
        for who in [&mut ada, &mut bo] {
            let waits = who.post("/api/games", wish(setup, colour, "none")).await;
            assert_eq!(waits.is(201).json()["status"], "open");
        }
    }
}

#[tokio::test]
async fn wishes_without_a_socket_meet_while_they_are_fresh() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let clock = wish("mijnlieff", "random", "300+3");
    let waiting = ada.post("/api/games", clock.clone()).await.is(201).json();
    let met = bo.post("/api/games", clock).await.is(201).json();
    assert_eq!(met["id"], waiting["id"]);
}

#[tokio::test]
async fn who_is_unblocked_is_met() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = ada.new_game("moulin:classique", friend()).await;
    let id = game["id"].as_str().unwrap();
    let join = format!("/api/games/{id}/join");
    bo.post(&join, json!(null)).await.is(200);
    let blocked = ada.post("/api/me/blocks", json!({ "game": id })).await;
    let blocked = blocked.is(200).json();
    let mut made = Vec::new();
    for who in [&mut ada, &mut bo] {
        let waits = who.post("/api/games", wish("mijnlieff", "random", "none"));
        made.push(waits.await.is(201).json());
    }
    server.app.hub.pair_all().await;
    let [older, newer] = made.as_slice() else {
        panic!("two");
    };
    let path = |game: &Value| format!("/api/games/{}", game["id"].as_str().unwrap());
    let still = ada.get(&path(older)).await.json();
    assert_eq!(still["status"], "open", "parted");
    let number = blocked[0]["id"].as_i64().unwrap();
    ada.ask("DELETE", &format!("/api/me/blocks/{number}"), Body::empty())
        .await
        .is(204);
    server.app.hub.pair_all().await;
    let met = ada.get(&path(older)).await.json();
    assert_eq!(met["status"], "live");
    let left = bo.get(&path(newer)).await.json();
    assert_eq!(left["status"], "aborted");
    assert_eq!(left["next"], older["id"], "it says where to go");
    let log = bo.get(&format!("{}/log", path(newer))).await.json();
    assert_eq!(log[0]["kind"], "abort");
    assert_eq!(bo.get("/api/lobby").await.json()["count"], 0);
}

#[tokio::test]
async fn who_begins_a_game_against_the_clock_waits_for_no_other() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let mut ids = Vec::new();
    for (setup, clock) in [
        ("mijnlieff", "300+3"),
        ("mijnlieff", "600+5"),
        ("moulin:envol", "300+3"),
        ("mijnlieff", "none"),
        ("mijnlieff", "3d"),
    ] {
        let made = ada.post("/api/games", wish(setup, "random", clock)).await;
        ids.push(made.is(201).json()["id"].as_str().unwrap().to_owned());
    }
    let joined = bo.post("/api/games", wish("mijnlieff", "random", "600+5"));
    assert_eq!(joined.await.is(201).json()["id"], json!(ids[1]));
    let lobby = bo.get("/api/lobby").await.json();
    assert_eq!(lobby["count"], 2, "without seconds they can wait");
    for _ in 0..500 {
        let called_off = ada.get(&format!("/api/games/{}", ids[0])).await.json();
        if called_off["status"] == "aborted" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("not called off");
}

#[tokio::test]
async fn of_two_who_take_two_wishes_of_one_person_one_gets_a_game() {
    let server = TestServer::new();
    for _ in 0..20 {
        let mut ada = server.guest("Ada").await;
        let mut ids = Vec::new();
        for clock in ["300+3", "600+5"] {
            let made = ada.post("/api/games", wish("mijnlieff", "white", clock));
            ids.push(made.await.is(201).json()["id"].as_str().unwrap().to_owned());
        }
        let (mut bo, mut cy) = (server.guest("Bo").await, server.guest("Cy").await);
        let path = |id: &str| format!("/api/games/{id}/join");
        let (one, other) = (path(&ids[0]), path(&ids[1]));
        let joins = tokio::join!(bo.post(&one, json!(null)), cy.post(&other, json!(null)));
        let statuses = [joins.0.status.as_u16(), joins.1.status.as_u16()];
        assert!(statuses.contains(&200), "{statuses:?}");
        assert!(statuses.contains(&409), "{statuses:?}");
    }
}

#[tokio::test]
async fn a_person_has_ten_wishes_and_a_place_four_hundred() {
    let server = TestServer::with(|config| config.limits.changes = 100_000);
    let mut ada = server.guest("Ada").await;
    for seconds in 0..10 {
        let clock = format!("{}+0", 60 + seconds);
        let made = ada.post("/api/games", wish("mijnlieff", "random", &clock));
        made.await.is(201);
    }
    let eleventh = ada.post("/api/games", wish("mijnlieff", "random", "300+0"));
    eleventh.await.code(429, "too-many");
    // One that is there already is joined all the same.
    let mut bo = server.guest("Bo").await;
    bo.post("/api/games", wish("mijnlieff", "random", "300+0"))
        .await
        .is(201);
    let met = ada.post("/api/games", wish("mijnlieff", "random", "300+0"));
    assert_eq!(met.await.is(201).json()["status"], "live");

    let server = TestServer::with(|config| {
        config.limits.changes = 100_000;
        config.limits.requests = 100_000;
    });
    let mut refused = 0;
    for pupil in 0..41 {
        let mut pupil_visit = server.guest("Pupil").await;
        for second in 0..10 {
            let clock = format!("{}+0", 60 + 10 * pupil + second);
            let made = pupil_visit.post("/api/games", wish("mijnlieff", "white", &clock));
            match made.await.status.as_u16() {
                201 => {}
                429 => refused += 1,
                other => panic!("{other}"),
            }
        }
    }
    assert_eq!(refused, 10, "four hundred of four hundred and ten");
}

/// Two that wait although they could play each other.
fn missed(challenges: &[Value]) -> Option<(&Value, &Value)> {
    let meet = |one: &Value, other: &Value| {
        let same = ["setup", "clock", "rated"]
            .iter()
            .all(|key| one[*key] == other[*key]);
        let colours = one["colour"].is_null() || one["colour"] != other["colour"];
        same && colours && one["by"]["name"] != other["by"]["name"]
    };
    challenges.iter().enumerate().find_map(|(index, one)| {
        let later = &challenges[index + 1..];
        let other = later.iter().find(|other| meet(one, other))?;
        Some((one, other))
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn hundreds_of_wishes_at_once_leave_nobody_waiting_for_another() {
    let server = TestServer::with(|config| {
        config.limits.changes = 100_000;
        config.limits.requests = 1_000_000;
        config.limits.guests = 100_000;
    });
    let mut random = Random::new(7);
    let mut wishing = Vec::new();
    for number in 0..120 {
        let visit = server.guest(&format!("Pupil{number}")).await;
        let mut seen = HashSet::new();
        for _ in 0..3 {
            let setup = ["mijnlieff", "moulin:envol"][random.below(2) as usize];
            let colour = ["random", "white", "black"][random.below(3) as usize];
            let clock = ["none", "3d"][random.below(2) as usize];
            // The same wish twice is one.
            if seen.insert((setup, colour, clock)) {
                let mut visit = visit.clone();
                wishing.push(tokio::spawn(async move {
                    let made = visit.post("/api/games", wish(setup, colour, clock)).await;
                    (number, made.is(201).json())
                }));
            }
        }
    }
    let all = wishing.len();
    let mut games: HashMap<String, HashSet<usize>> = HashMap::new();
    for wish in wishing {
        let (number, game) = wish.await.unwrap();
        let id = game["id"].as_str().unwrap().to_owned();
        let first = games.entry(id.clone()).or_default().insert(number);
        assert!(first, "one seat for one wish: {id}");
    }
    assert!(all > 250, "{all}");
    let lobby = server.visit().get("/api/lobby").await.is(200).json();
    let waiting = lobby["challenges"].as_array().unwrap().clone();
    assert_eq!(
        lobby["count"],
        json!(waiting.len()),
        "few enough to be seen"
    );
    assert_eq!(missed(&waiting), None);
    // Everybody sits or waits once for each wish, and nowhere else.
    let (mut live, mut open) = (0, 0);
    let mut before = String::new();
    loop {
        let page = server
            .visit()
            .get(&format!("/api/games?{before}"))
            .await
            .json();
        let page = page.as_array().unwrap().clone();
        for game in &page {
            match game["status"].as_str().unwrap() {
                "live" => live += 1,
                "open" => open += 1,
                "aborted" => {}
                other => panic!("{other}"),
            }
        }
        match page.last() {
            Some(last) => before = format!("before={}", last["id"].as_str().unwrap()),
            None => break,
        }
    }
    assert_eq!(2 * live + open, all);
    assert_eq!(open, waiting.len());
}
