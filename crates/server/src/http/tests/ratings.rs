//! What rated games do to ratings, and who leads.

use super::*;

async fn account(server: &TestServer, name: &str) -> Visit {
    let mut visit = server.visit();
    let account = json!({ "name": name, "password": "a long board game evening" });
    visit.post("/api/account", account).await.is(200);
    visit
}

/// A rated game that black gives up at once; returns its end as white sees it.
async fn won(white: &mut Visit, black: &mut Visit) -> Value {
    let new = json!({
        "setup": "moulin:envol", "opponent": friend(), "colour": "white", "rated": true,
    });
    let game = white.post("/api/games", new).await.is(201).json();
    let id = game["id"].as_str().unwrap();
    let join = format!("/api/games/{id}/join");
    black.post(&join, json!(null)).await.is(200);
    black.act(id, 0, "resign").await.is(200);
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

    bo.ask("DELETE", "/api/me", Body::empty()).await.is(204);
    let id = first["id"].as_str().unwrap();
    let seen = ada.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(seen["rating_changes"]["black"], Value::Null, "forgotten");
    assert_eq!(seen["rating_changes"]["white"]["after"], after);
}

#[tokio::test]
async fn who_leads_is_known_well_enough() {
    let server = TestServer::with(|config| config.limits.changes = 100_000);
    let (mut ada, mut bo) = (account(&server, "Ada").await, account(&server, "Bo").await);
    let leaders = "/api/leaders?family=moulin";
    let mut games = 0;
    loop {
        won(&mut ada, &mut bo).await;
        won(&mut bo, &mut ada).await;
        games += 2;
        let list = server.visit().get(leaders).await.is(200).json();
        let shown = list["leaders"].as_array().unwrap().clone();
        let me = ada.get("/api/me").await.json();
        let deviation = me["ratings"]["moulin"]["deviation"].as_f64().unwrap();
        let bound = list["bound"].as_f64().unwrap();
        assert_eq!(shown.is_empty(), deviation > bound, "{deviation}");
        if let [first, second] = shown.as_slice() {
            assert_eq!((&first["rank"], &second["rank"]), (&json!(1), &json!(2)));
            assert!(first["rating"]["value"].as_f64() >= second["rating"]["value"].as_f64());
            assert_eq!(list["more"], false);
            break;
        }
        assert!(games < 40, "nobody is known after {games} games");
    }
    let rest = server
        .visit()
        .get(&format!("{leaders}&skip=1"))
        .await
        .json();
    assert_eq!(rest["leaders"][0]["rank"], 2);
    assert_eq!(rest["leaders"].as_array().unwrap().len(), 1);
}
