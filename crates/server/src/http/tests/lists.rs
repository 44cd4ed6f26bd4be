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
        (friend(), json!(true), false),
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

#[tokio::test]
async fn a_game_by_link_is_found_only_while_both_want_it() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let account = |name: &str| json!({ "name": name, "password": "a long board game evening" });
    ada.post("/api/account", account("Ada")).await.is(200);
    bo.post("/api/account", account("Bo")).await.is(200);
    let new = json!({
        "setup": "mijnlieff", "opponent": friend(), "colour": "random", "listed": true,
    });
    let game = ada.post("/api/games", new).await.is(201).json();
    let id = game["id"].as_str().unwrap();
    let found = async |expected: bool, when: &str| {
        for path in [
            "/api/games",
            "/api/games?player=Ada",
            "/api/games?player=Bo",
        ] {
            let list = server.visit().get(path).await.is(200).json();
            assert_eq!(!ids(&list).is_empty(), expected, "{path} {when}");
        }
        let lobby = server.visit().get("/api/lobby").await.is(200).json();
        assert_eq!(lobby["count"], 0);
    };
    found(false, "while it waits").await;
    bo.post(&format!("/api/games/{id}/join"), json!(null))
        .await
        .is(200);
    found(false, "as long as only one has said so").await;
    let path = format!("/api/games/{id}/listed");
    let says = async |who: &mut Visit, listed: bool| {
        let body = Body::from(json!({ "listed": listed }).to_string());
        who.ask("PUT", &path, body).await
    };
    let seen = says(&mut bo, true).await.is(200).json();
    assert_eq!(seen["listed"], true);
    assert_eq!(seen["shows"], json!({ "white": true, "black": true }));
    found(true, "when both have").await;
    let seen = says(&mut ada, false).await.is(200).json();
    assert_eq!(seen["listed"], false);
    found(false, "when one has changed their mind").await;
    says(&mut ada, true).await.is(200);
    found(true, "when both want it again").await;
    let mut stranger = server.guest("Cy").await;
    says(&mut stranger, false).await.code(403, "not-your-game");
    says(&mut server.visit(), false)
        .await
        .code(401, "nobody-yet");
    let missing = "/api/games/222222222222/listed";
    let body = Body::from(json!({ "listed": true }).to_string());
    ada.ask("PUT", missing, body).await.code(404, "not-found");
    // A rematch is found by those who found the game before, and no others.
    bo.act(id, 0, "resign").await.is(200);
    says(&mut bo, false).await.is(200);
    for who in [&mut ada, &mut bo] {
        who.act(id, 1, "rematch").await.is(200);
    }
    found(false, "in a rematch").await;
}

#[tokio::test]
async fn a_game_against_the_computer_is_found_when_its_player_wants_it() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    let computer = json!({ "kind": "computer", "player": "level-1" });
    for opponent in [computer, json!({ "kind": "here" })] {
        let game = ada.new_game("mijnlieff", opponent).await;
        let path = format!("/api/games/{}/listed", game["id"].as_str().unwrap());
        for listed in [true, false] {
            let body = Body::from(json!({ "listed": listed }).to_string());
            let seen = ada.ask("PUT", &path, body).await.is(200).json();
            assert_eq!(seen["listed"], listed);
            let found = server.visit().get("/api/games").await.json();
            assert_eq!(ids(&found).len(), usize::from(listed));
        }
    }
}

#[tokio::test]
async fn games_are_found_by_what_they_are_about() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let account = json!({ "name": "Ada", "password": "a long board game evening" });
    ada.post("/api/account", account).await.is(200);
    let mut game = async |setup: &str, opponent: Value, end: &str| {
        let new = json!({
            "setup": setup, "opponent": opponent, "colour": "white", "listed": true,
        });
        let game = ada.post("/api/games", new).await.is(201).json();
        let id = game["id"].as_str().unwrap().to_owned();
        if opponent["kind"] == "anyone" {
            let join = format!("/api/games/{id}/join");
            bo.post(&join, json!(null)).await.is(200);
        }
        match end {
            "lost" => drop(ada.act(&id, 0, "resign").await.is(200)),
            "won" => drop(bo.act(&id, 0, "resign").await.is(200)),
            "drawn" => {
                ada.act(&id, 0, "draw").await.is(200);
                bo.act(&id, 0, "draw").await.is(200);
            }
            _ => {}
        }
        id
    };
    let anyone = json!({ "kind": "anyone" });
    let computer = json!({ "kind": "computer", "player": "level-1" });
    let here = json!({ "kind": "here" });
    let one = game("mijnlieff", anyone.clone(), "won").await;
    let two = game("moulin:envol", anyone.clone(), "lost").await;
    let three = game("moulin:classique", anyone, "drawn").await;
    let four = game("moulin:envol", computer, "").await;
    let five = game("mijnlieff:sets=2", here, "").await;
    let mut check = async |query: &str, expected: &[&String]| {
        let list = ada.get(&format!("/api/games?{query}")).await.is(200).json();
        assert_eq!(ids(&list), expected, "{query}");
    };
    check("family=mijnlieff", &[&five, &one]).await;
    check("setup=moulin:envol", &[&four, &two]).await;
    check("family=moulin&status=over", &[&three, &two]).await;
    check("against=computer", &[&four]).await;
    check("against=here", &[&five]).await;
    check("against=people", &[&three, &two, &one]).await;
    check("result=white", &[&one]).await;
    check("result=drawn", &[&three]).await;
    check("player=me&result=won", &[&one]).await;
    check("player=Ada&result=lost", &[&two]).await;
    check("player=me&result=drawn&family=moulin", &[&three]).await;
    check("rated=true", &[]).await;
    check("rated=false&status=live", &[&five, &four]).await;
    check("since=99999999999999", &[]).await;
    check("until=1000", &[]).await;
    let before = format!("family=moulin&before={three}");
    check(&before, &[&two]).await;
    check("family=chess", &[]).await;
    for query in ["result=beautiful", "since=-1", "colour=white"] {
        let refused = ada.get(&format!("/api/games?{query}")).await;
        refused.code(400, "malformed");
    }
    ada.get("/api/games?result=won").await.code(409, "not-now");
    ada.get("/api/games?setup=chess")
        .await
        .code(422, "bad-setup");
}
