//! What rated games do to ratings, and who leads.

use super::*;
use crate::admin::Who;

async fn account(server: &TestServer, name: &str) -> Visit {
    let mut visit = server.visit();
    let account = json!({ "name": name, "password": "a long board game evening" });
    visit.post("/api/account", account).await.is(200);
    visit
}

/// The first moves of a game, three of each side: so many that it counts.
const PLAYED: [&str; 6] = ["d6", "f4", "d2", "b4", "a1", "g7"];

/// A rated game that black gives up when it has just been played; returns its end as white sees it.
async fn won(white: &mut Visit, black: &mut Visit) -> Value {
    resigned(white, black, PLAYED.len()).await
}

/// A rated game that black gives up after so many moves.
async fn resigned(white: &mut Visit, black: &mut Visit, moves: usize) -> Value {
    let new = json!({
        "setup": "moulin:envol", "opponent": friend(), "colour": "white", "rated": true,
    });
    let game = white.post("/api/games", new).await.is(201).json();
    let id = game["id"].as_str().unwrap();
    let join = format!("/api/games/{id}/join");
    black.post(&join, json!(null)).await.is(200);
    for (ply, text) in PLAYED.into_iter().take(moves).enumerate() {
        let mover = if ply % 2 == 0 {
            &mut *white
        } else {
            &mut *black
        };
        mover.play(id, ply as u32, text).await.is(200);
    }
    black.act(id, moves as u32, "resign").await.is(200);
    white.get(&format!("/api/games/{id}")).await.is(200).json()
}

#[tokio::test]
async fn a_rated_game_tells_what_it_changed_and_ratings_keep_their_history() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (account(&server, "Ada").await, account(&server, "Bo").await);
    let first = won(&mut ada, &mut bo).await;
    let changes = &first["rating_changes"];
    assert_eq!(changes["white"]["before"], 1500.0);
    let after = changes["white"]["after"].as_f64().unwrap();
    assert!(after > 1500.0, "{changes}");
    assert!(changes["black"]["after"].as_f64().unwrap() < 1500.0);
    let second = won(&mut ada, &mut bo).await;
    assert_eq!(second["rating_changes"]["white"]["before"], after);
    let path = "/api/people/ada/ratings?family=moulin";
    let history = server.visit().get(path).await.is(200).json();
    let values: Vec<f64> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|point| point["value"].as_f64().unwrap())
        .collect();
    assert_eq!(values.len(), 2);
    assert_eq!(values[0], after);
    assert!(values[1] > after);
    let elsewhere = "/api/people/ada/ratings?family=mijnlieff";
    let elsewhere = server.visit().get(elsewhere).await.is(200).json();
    assert_eq!(elsewhere, json!([]));
    let unknown = "/api/people/ada/ratings?family=chess";
    server.visit().get(unknown).await.code(404, "not-found");

    bo.ask("DELETE", "/api/me", Body::empty())
        .await
        .code(401, "wrong-password");
    let proof = json!({ "password": "a long board game evening" }).to_string();
    bo.ask("DELETE", "/api/me", Body::from(proof)).await.is(204);
    let id = first["id"].as_str().unwrap();
    let seen = ada.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(seen["rating_changes"]["black"], Value::Null, "forgotten");
    assert_eq!(seen["rating_changes"]["white"]["after"], after);
}

#[tokio::test]
async fn who_leads_is_settled_by_games_and_opponents() {
    let server = TestServer::with(|config| config.limits.changes = 100_000);
    let mut people = Vec::new();
    for name in ["Ada", "Bo", "Cy", "Di", "Eve", "Flo"] {
        people.push(account(&server, name).await);
    }
    let leaders = "/api/leaders?family=moulin";
    // Everybody plays everybody three times: fifteen games, five opponents.
    for round in 0..3 {
        for one in 0..people.len() {
            for other in one + 1..people.len() {
                let list = server.visit().get(leaders).await.is(200).json();
                let shown = list["leaders"].as_array().unwrap().len();
                assert!(round == 2 || shown == 0, "{list}");
                let parity = (round + one + other) % 2;
                let (left, right) = people.split_at_mut(other);
                let (one, other) = (&mut left[one], &mut right[0]);
                match parity {
                    0 => won(one, other).await,
                    _ => won(other, one).await,
                };
            }
        }
    }
    let list = server.visit().get(leaders).await.is(200).json();
    let needs = json!({ "deviation": 110.0, "games": 15, "opponents": 5, "weeks": 13 });
    assert_eq!(list["needs"], needs);
    let leaders_of = |list: &Value| list["leaders"].as_array().unwrap().clone();
    let shown = leaders_of(&list);
    assert_eq!(shown.len(), 6, "{list}");
    let value = |leader: &Value| leader["rating"]["value"].as_f64().unwrap();
    assert!(shown.is_sorted_by(|one, other| value(one) >= value(other)));
    assert_eq!(list["more"], false);
    let rest = server
        .visit()
        .get(&format!("{leaders}&skip=4"))
        .await
        .json();
    assert_eq!(rest["leaders"][0]["rank"], 5);
    assert_eq!(rest["leaders"].as_array().unwrap().len(), 2);
    // Who is barred does not lead, until the day comes.
    let now = crate::uptime::calendar();
    for (until, leading) in [(now + 60_000, 5), (now - 1, 6)] {
        let ada = Who::Name("Ada".to_owned());
        let barred = server.operated(|admin| admin.bar(&ada, Some(until), "stalls"));
        barred.unwrap();
        let list = server.visit().get(leaders).await.is(200).json();
        assert_eq!(leaders_of(&list).len(), leading);
    }
}

#[tokio::test]
async fn two_who_only_play_each_other_do_not_lead_and_their_games_are_marked() {
    let server = TestServer::with(|config| config.limits.changes = 100_000);
    let (mut ada, mut bo) = (account(&server, "Ada").await, account(&server, "Bo").await);
    let mut marks = Vec::new();
    let mut last = Value::Null;
    for game in 0..25 {
        last = match game % 2 {
            0 => won(&mut ada, &mut bo).await,
            _ => won(&mut bo, &mut ada).await,
        };
        marks.push(last["rating_mark"]["weight"].clone());
    }
    assert_eq!(marks[..3], [Value::Null, Value::Null, Value::Null]);
    assert_eq!(marks[3..5], [json!(0.5), json!(0.25)]);
    assert!(marks[5..].iter().all(|weight| *weight == 0.0), "{marks:?}");
    let changes = &last["rating_changes"]["white"];
    assert_eq!(changes["before"], changes["after"]);
    assert_eq!(last["rating_mark"]["reason"], "repeated");
    let id = last["id"].as_str().unwrap();
    let record = ada.get(&format!("/api/games/{id}/record")).await.is(200);
    assert!(
        record.body.contains("[Rated \"repeated 6\"]"),
        "{}",
        record.body
    );
    let list = ada.get("/api/games?player=me").await.is(200).json();
    assert_eq!(list[0]["rating_mark"], last["rating_mark"]);
    let history = "/api/people/ada/ratings?family=moulin";
    let history = server.visit().get(history).await.is(200).json();
    assert_eq!(history.as_array().unwrap().len(), 25);
    assert_eq!(history[3]["mark"]["weight"], 0.5);
    assert_eq!(history[0]["mark"], Value::Null);
    let me = ada.get("/api/me").await.json();
    assert_eq!(me["ratings"]["moulin"]["games"], 5);
    let leaders = "/api/leaders?family=moulin";
    let leaders = server.visit().get(leaders).await.is(200).json();
    assert_eq!(leaders["leaders"], json!([]));
}

#[tokio::test]
async fn a_game_given_up_at_once_changes_no_rating() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (account(&server, "Ada").await, account(&server, "Bo").await);
    for moves in [0, 1] {
        let called_off = resigned(&mut ada, &mut bo, moves).await;
        assert_eq!(called_off["status"], "aborted");
        assert_eq!(called_off["rating_changes"], Value::Null);
    }
    for moves in 2..PLAYED.len() {
        let short = resigned(&mut ada, &mut bo, moves).await;
        assert_eq!(short["status"], "over");
        assert_eq!(short["rating_mark"]["reason"], "short");
        let changes = &short["rating_changes"]["white"];
        assert_eq!(changes["before"], changes["after"]);
    }
    let me = ada.get("/api/me").await.json();
    assert_eq!(me["ratings"], json!({}));
    // They do not use up what the same two may play.
    for _ in 0..3 {
        let full = won(&mut ada, &mut bo).await;
        assert_eq!(full["rating_mark"], Value::Null);
    }
}

#[tokio::test]
async fn a_game_that_says_nothing_about_two_people_cannot_be_rated() {
    let server = TestServer::new();
    let mut ada = account(&server, "Ada").await;
    let position = "w=a1,d2,f6;b=d6,f4,b2;hand=0,0;turn=w";
    let computer = json!({ "kind": "computer", "player": "level-1" });
    for (opponent, position, said) in [
        (computer, None, "against the computer are not rated"),
        (
            json!({ "kind": "here" }),
            None,
            "at one screen are not rated",
        ),
        (
            friend(),
            Some(position),
            "from a chosen position are not rated",
        ),
        (
            json!({ "kind": "anyone" }),
            Some(position),
            "begins at the beginning",
        ),
    ] {
        let new = json!({
            "setup": "moulin:classique", "opponent": opponent, "position": position, "rated": true,
        });
        let refused = ada.post("/api/games", new).await.is(409).json();
        assert_eq!(refused["code"], "not-rated");
        let text = refused["text"]["en"].as_str().unwrap();
        assert!(text.contains(said), "{text}");
    }
    assert_eq!(ada.get("/api/games?player=me").await.json(), json!([]));
}

/// The number of the first one after those left out was one too large once, which ended the store.
#[tokio::test]
async fn as_many_leaders_as_can_be_counted_are_left_out() {
    let server = TestServer::new();
    let mut anybody = server.visit();
    let path = format!("/api/leaders?family=moulin&skip={}", u32::MAX);
    let leaders = anybody.get(&path).await.is(200).json();
    assert_eq!(leaders["leaders"], serde_json::json!([]));
    let more = format!(
        "/api/leaders?family=moulin&skip={}",
        u64::from(u32::MAX) + 1
    );
    anybody.get(&more).await.code(400, "malformed");
    anybody.get("/api/leaders?family=moulin").await.is(200);
}
