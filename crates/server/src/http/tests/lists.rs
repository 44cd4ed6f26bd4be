//! Which games whom is shown, and how they look in a list.

use super::*;

fn ids(list: &Value) -> Vec<&str> {
    let games = list.as_array().unwrap().iter();
    games.map(|game| game["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn games_by_link_and_against_the_computer_are_listed_to_their_players_only() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let account = json!({ "name": "Ada", "password": "a long board game evening" });
    ada.post("/api/account", account).await.is(200);
    let computer = json!({ "kind": "computer", "player": "level-1" });
    let mut all = Vec::new();
    let mut listed = Vec::new();
    for (opponent, wish, shown) in [
        (computer.clone(), json!(null), false),
        (computer, json!(true), true),
        (friend(), json!(null), false),
        (friend(), json!(true), true),
        (json!({ "kind": "anyone" }), json!(null), true),
        (json!({ "kind": "anyone" }), json!(false), false),
    ] {
        let open = opponent["kind"] != "computer";
        // The clocks differ, so that no wish is the same as another one.
        let clock = format!("{}+0", 60 + all.len());
        let new = json!({
            "setup": "mijnlieff", "opponent": opponent, "colour": "white", "clock": clock, "listed": wish,
        });
        let game = ada.post("/api/games", new).await.is(201).json();
        assert_eq!(game["listed"], shown);
        let id = game["id"].as_str().unwrap().to_owned();
        if open {
            let join = format!("/api/games/{id}/join");
            bo.post(&join, json!(null)).await.is(200);
        }
        all.insert(0, id.clone());
        if shown {
            listed.insert(0, id);
        }
    }
    let own = ada.get("/api/games?player=me").await.is(200).json();
    assert_eq!(ids(&own), all);
    assert_eq!(own[0]["you"], "white");
    let by_name = ada.get("/api/games?player=Ada").await.is(200).json();
    assert_eq!(ids(&by_name), all, "one's own profile shows all");
    for path in [
        "/api/games",
        "/api/games?status=live",
        "/api/games?player=Ada",
    ] {
        let strangers = server.visit().get(path).await.is(200).json();
        assert_eq!(ids(&strangers), listed, "{path}");
        assert_eq!(strangers[0]["you"], Value::Null);
    }
    let hidden = all.iter().find(|id| !listed.contains(id)).unwrap();
    let watched = server.visit().get(&format!("/api/games/{hidden}")).await;
    assert_eq!(watched.is(200).json()["listed"], false, "by its link");
}

#[tokio::test]
async fn a_list_shows_boards_as_they_stand() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = ada.new_game("moulin:classique", friend()).await;
    let id = game["id"].as_str().unwrap();
    bo.post(&format!("/api/games/{id}/join"), json!(null))
        .await
        .is(200);
    ada.play(id, 0, "d6").await.is(200);
    bo.play(id, 1, "f4").await.is(200);
    let list = bo.get("/api/games?player=me").await.is(200).json();
    let miniature = &list[0]["miniature"];
    assert_eq!(list[0]["turn"], "white");
    assert_eq!(miniature["last"]["to"], "f4");
    let pieces = [("d6", "white"), ("f4", "black")];
    let pieces = pieces.map(|(at, side)| json!({ "at": at, "side": side }));
    assert_eq!(miniature["pieces"], json!(pieces));
}

#[tokio::test]
async fn who_is_forgotten_has_no_name_in_games_in_memory_either() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = ada.new_game("mijnlieff", friend()).await;
    let id = game["id"].as_str().unwrap();
    bo.post(&format!("/api/games/{id}/join"), json!(null))
        .await
        .is(200);
    bo.ask("DELETE", "/api/me", Body::empty()).await.is(204);
    let seen = ada.get(&format!("/api/games/{id}")).await.is(200).json();
    assert_eq!(seen["status"], "aborted");
    assert_eq!(seen["players"]["black"]["name"], "");
    assert_eq!(seen["players"]["white"]["name"], "Ada");
}

#[tokio::test]
async fn all_records_come_in_one_file_that_can_be_read_again() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    let here = json!({ "kind": "here", "white": "Ada" });
    for (setup, first) in [("moulin:classique", "d6"), ("mijnlieff", "La1")] {
        let game = ada.new_game(setup, here.clone()).await;
        let id = game["id"].as_str().unwrap();
        ada.play(id, 0, first).await.is(200);
    }
    ada.new_game("moulin:envol", friend()).await;
    let file = ada.get("/api/me/records").await.is(200);
    let disposition = file.headers[header::CONTENT_DISPOSITION].to_str().unwrap();
    assert!(disposition.contains("attachment"), "{disposition}");
    let records = play::record::Record::read_all(&file.body, &Families::standard()).unwrap();
    let setups: Vec<String> = records
        .iter()
        .map(|record| record.setup.to_string())
        .collect();
    assert_eq!(setups, ["mijnlieff", "moulin:classique"]);
    server
        .visit()
        .get("/api/me/records")
        .await
        .code(401, "nobody-yet");
}
