//! Operators at the folder of a server that runs: what they do is so at once, and written down.

use super::*;
use crate::admin::{AdminError, Sessions, Which, Who};
use crate::orders::Orders;
use crate::store::StoreError;

const PASSWORD: &str = "a long board game evening";

async fn account(server: &TestServer, name: &str) -> Visit {
    let mut visit = server.visit();
    let account = json!({ "name": name, "password": PASSWORD });
    visit.post("/api/account", account).await.is(200);
    visit
}

fn who(text: &str) -> Who {
    text.parse().unwrap()
}

fn admin(server: &TestServer) -> Admin {
    Admin::open(server.database.path(), server.database.database(), "root").unwrap()
}

async fn orders(server: &TestServer) -> Orders {
    Orders::begin(Arc::clone(&server.app)).await.unwrap()
}

#[tokio::test]
async fn people_are_listed_and_shown() {
    let server = TestServer::new();
    let mut ada = account(&server, "Ada").await;
    server.guest("Bo").await;
    let game = ada.new_game("mijnlieff", friend()).await;
    let admin = admin(&server);
    let which = Which {
        limit: 10,
        ..Which::default()
    };
    let names = |which: &Which| -> Vec<String> {
        let people = admin.people(which).unwrap();
        people.into_iter().map(|person| person.name).collect()
    };
    assert_eq!(names(&which), ["Bo", "Ada"]);
    let accounts = Which {
        accounts: true,
        ..which.clone()
    };
    assert_eq!(names(&accounts), ["Ada"]);
    let find = Which {
        find: Some("B".to_owned()),
        ..which.clone()
    };
    assert_eq!(names(&find), ["Bo"]);
    let barred = Which {
        barred: true,
        ..which
    };
    assert_eq!(names(&barred), [""; 0]);
    let sheet = admin.person(&who("ada")).unwrap();
    assert_eq!(sheet.line.games, 1);
    assert_eq!(sheet.line.sessions as usize, sheet.open_sessions.len());
    assert_eq!(sheet.last_games, [game["id"].as_str().unwrap()]);
    let number = format!("#{}", sheet.line.id);
    assert_eq!(admin.person(&who(&number)).unwrap(), sheet);
    assert_eq!(admin.person(&who("#99")), Err(AdminError::NoPerson));
    assert_eq!(
        admin.person(&who("Bo")),
        Err(AdminError::NoPerson),
        "a guest"
    );
    let all = admin.statistics().unwrap();
    assert_eq!((all.accounts, all.guests), (1, 1));
    assert_eq!(all.games["open"], 1);
    assert_eq!(admin.check().unwrap(), [""; 0]);
}

#[tokio::test]
async fn who_is_renamed_is_called_so_everywhere_and_the_name_is_theirs() {
    let server = TestServer::new();
    let (mut ada, _bo) = (account(&server, "Ada").await, account(&server, "Bo").await);
    let waiting =
        json!({ "setup": "mijnlieff", "opponent": { "kind": "anyone" }, "clock": "none" });
    let game = ada.post("/api/games", waiting).await.is(201).json();
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let mut orders = orders(&server).await;
    let mut admin = admin(&server);
    assert_eq!(
        admin.rename(&who("Ada"), "Bo", "x"),
        Err(AdminError::Store(StoreError::NameTaken))
    );
    assert!(matches!(
        admin.rename(&who("Ada"), "<b>", "x"),
        Err(AdminError::BadName(_))
    ));
    assert_eq!(
        admin.rename(&who("Ada"), "Cleo", "an insult"),
        Ok("Ada".to_owned())
    );
    orders.carry_out().await.unwrap();
    assert_eq!(ada.get("/api/me").await.is(200).json()["name"], "Cleo");
    let lobby = ada.get("/api/lobby").await.json();
    assert_eq!(lobby["challenges"][0]["by"]["name"], "Cleo");
    let state = server.visit().get(&path).await.json();
    assert!(state.to_string().contains("Cleo"), "{state}");
    assert!(!state.to_string().contains("Ada"), "{state}");
    server
        .visit()
        .get("/api/people/Ada")
        .await
        .code(404, "not-found");
    server.visit().get("/api/people/Cleo").await.is(200);
    let entry = &admin.journal(10).unwrap()[0];
    assert_eq!(
        (entry.act.as_str(), entry.reason.as_str()),
        ("rename", "an insult")
    );
    assert_eq!(entry.operator, "root");
    assert_eq!(
        admin.journal(10).unwrap().len(),
        1,
        "what was refused was not done"
    );
}

#[tokio::test]
async fn who_is_barred_is_out_until_the_day_comes() {
    let server = TestServer::new();
    let mut bo = account(&server, "Bo").await;
    let mut guest = server.guest("Cy").await;
    let mut orders = orders(&server).await;
    let mut admin = admin(&server);
    let login = json!({ "name": "Bo", "password": PASSWORD });
    let now = crate::uptime::calendar();
    admin.bar(&who("Bo"), Some(now + 60_000), "stalls").unwrap();
    orders.carry_out().await.unwrap();
    bo.get("/api/me").await.code(401, "nobody-yet");
    bo.post("/api/login", login.clone())
        .await
        .code(403, "barred");
    let sheet = admin.person(&who("Bo")).unwrap();
    assert!(sheet.line.barred);
    assert_eq!(sheet.barred_reason.as_deref(), Some("stalls"));
    // As if the minute had passed.
    admin.bar(&who("Bo"), Some(now - 1), "stalls").unwrap();
    assert!(!admin.person(&who("Bo")).unwrap().line.barred);
    bo.post("/api/login", login).await.is(200);
    // A guest is meant by number.
    let which = Which {
        find: Some("Cy".to_owned()),
        limit: 1,
        ..Which::default()
    };
    let number = admin.people(&which).unwrap()[0].id;
    admin.bar(&Who::Number(number), None, "spam").unwrap();
    guest.get("/api/me").await.code(401, "nobody-yet");
    admin.unbar(&Who::Number(number), "x").unwrap();
    assert_eq!(
        admin.unbar(&Who::Number(number), "x"),
        Err(AdminError::Already)
    );
}

#[tokio::test]
async fn a_removed_game_is_seen_by_its_players_only() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (account(&server, "Ada").await, account(&server, "Bo").await);
    let mut stranger = server.guest("Cy").await;
    let new =
        json!({ "setup": "mijnlieff", "opponent": friend(), "colour": "white", "listed": true });
    let game = ada.post("/api/games", new).await.is(201).json();
    let id = game["id"].as_str().unwrap();
    bo.post(&format!("/api/games/{id}/join"), json!(null))
        .await
        .is(200);
    let agrees = Body::from(json!({ "listed": true }).to_string());
    bo.ask("PUT", &format!("/api/games/{id}/listed"), agrees)
        .await
        .is(200);
    ada.post(
        &format!("/api/games/{id}/moves"),
        json!({ "ply": 0, "move": "La1" }),
    )
    .await
    .is(200);
    bo.act(id, 1, "resign").await.is(200);
    let addresses: Vec<String> = [
        "",
        "/log",
        "/frames",
        "/record",
        "/animation",
        "/sheet",
        "/stream",
    ]
    .iter()
    .map(|end| format!("/api/games/{id}{end}"))
    .collect();
    let mut orders = orders(&server).await;
    let mut admin = admin(&server);
    admin.remove_game(id, "an insult").unwrap();
    orders.carry_out().await.unwrap();
    for path in &addresses {
        stranger.get(path).await.code(404, "removed");
        server.visit().get(path).await.code(404, "removed");
        ada.get(path).await.is(200);
        bo.get(path).await.is(200);
    }
    let listed = |list: Value| list.to_string().contains(id);
    assert!(!listed(stranger.get("/api/games").await.json()));
    assert!(!listed(stranger.get("/api/games?player=Ada").await.json()));
    assert!(listed(ada.get("/api/games?player=me").await.json()));
    assert_eq!(stranger.get("/api/people/Ada").await.json()["games"], 0);
    assert_eq!(admin.remove_game(id, "x"), Err(AdminError::Already));
    assert!(admin.game(id).unwrap().removed.is_some());
    // A server that starts knows it without an order.
    drop(orders);
    server.app.hub.removed.replace(Default::default());
    let mut orders = self::orders(&server).await;
    stranger.get(&addresses[0]).await.code(404, "removed");
    admin.return_game(id, "a mistake").unwrap();
    orders.carry_out().await.unwrap();
    for path in &addresses {
        stranger.get(path).await.is(200);
    }
    assert!(listed(stranger.get("/api/games").await.json()));
    assert_eq!(admin.return_game(id, "x"), Err(AdminError::Already));
    assert_eq!(
        admin.remove_game("bcdfghjkmnpq", "x"),
        Err(AdminError::NoGame)
    );
}

#[tokio::test]
async fn a_removed_game_that_waits_can_not_be_joined_by_a_stranger() {
    let server = TestServer::new();
    let mut ada = account(&server, "Ada").await;
    let mut stranger = server.guest("Cy").await;
    let waiting =
        json!({ "setup": "mijnlieff", "opponent": { "kind": "anyone" }, "clock": "none" });
    let game = ada.post("/api/games", waiting).await.is(201).json();
    let id = game["id"].as_str().unwrap();
    let mut orders = orders(&server).await;
    admin(&server).remove_game(id, "x").unwrap();
    orders.carry_out().await.unwrap();
    assert_eq!(stranger.get("/api/lobby").await.json()["count"], 0);
    stranger
        .post(&format!("/api/games/{id}/join"), json!(null))
        .await
        .code(404, "removed");
}

#[tokio::test]
async fn an_address_that_is_kept_out_is_answered_by_that_and_nothing_else() {
    let server = TestServer::with(|config| {
        config.proxies.trusted = vec!["0.0.0.0".parse().unwrap()];
    });
    let mut visit = server.visit();
    let mut from = |address: &str| {
        visit
            .headers
            .insert("x-forwarded-for", address.parse().unwrap());
        visit.clone()
    };
    let (mut bad, mut good) = (from("192.0.2.9"), from("192.0.3.9"));
    let mut orders = orders(&server).await;
    let mut admin = admin(&server);
    let until = crate::uptime::calendar() + 60_000;
    admin
        .bar_address("192.0.2.0/24".parse().unwrap(), until, "flood")
        .unwrap();
    orders.carry_out().await.unwrap();
    for path in ["/", "/api/lobby", "/health", "/nothing"] {
        bad.get(path).await.code(403, "barred");
        assert_ne!(good.get(path).await.status.as_u16(), 403);
    }
    admin
        .unbar_address("192.0.2.0/24".parse().unwrap(), "x")
        .unwrap();
    orders.carry_out().await.unwrap();
    bad.get("/api/lobby").await.is(200);
    // By what the log calls it.
    let name = server.app.addresses.write("192.0.2.9".parse().unwrap());
    admin
        .bar_address(name.parse().unwrap(), until, "flood")
        .unwrap();
    orders.carry_out().await.unwrap();
    bad.get("/api/lobby").await.code(403, "barred");
    good.get("/api/lobby").await.is(200);
    assert_eq!(admin.barred_addresses().unwrap()[0].network, name);
}

#[tokio::test]
async fn the_journal_cannot_be_changed() {
    let server = TestServer::new();
    account(&server, "Ada").await;
    admin(&server).bar(&who("Ada"), None, "x").unwrap();
    let path = server.database.path().join("merelle.db");
    let connection = rusqlite::Connection::open(path).unwrap();
    assert!(connection.execute("DELETE FROM journal", []).is_err());
    assert!(
        connection
            .execute("UPDATE journal SET reason = ''", [])
            .is_err()
    );
}

#[tokio::test]
async fn an_operator_gives_somebody_a_way_back_in() {
    let server = TestServer::new();
    let mut ada = account(&server, "Ada").await;
    server.guest("Cy").await;
    let mut admin = admin(&server);
    let code = admin.reset_password(&who("Ada"), "asked by phone").unwrap();
    ada.get("/api/me").await.is(200);
    let new = "another long board game evening";
    let recovery = json!({ "name": "Ada", "recovery": code, "password": new });
    let mut found = server.visit();
    found.post("/api/recover", recovery.clone()).await.is(200);
    ada.get("/api/me").await.code(401, "nobody-yet");
    let twice = server.visit().post("/api/recover", recovery).await;
    assert_eq!(twice.status.as_u16(), 401, "a code is used once");
    let journal = admin.journal(1).unwrap();
    assert_eq!(journal[0].act, "reset-password");
    assert!(
        !format!("{journal:?}").contains(&code),
        "no secret is written down"
    );
    let which = Which {
        find: Some("Cy".to_owned()),
        limit: 1,
        ..Which::default()
    };
    let guest = Who::Number(admin.people(&which).unwrap()[0].id);
    assert_eq!(admin.reset_password(&guest, "x"), Err(AdminError::Guest));
    assert_eq!(
        admin.remove_second_factor(&who("Ada"), "x"),
        Err(AdminError::Already)
    );
}

#[tokio::test]
async fn new_keys_give_addresses_other_names_and_may_end_all_sessions() {
    let server = TestServer::new();
    let mut ada = account(&server, "Ada").await;
    let mut orders = orders(&server).await;
    let mut admin = admin(&server);
    let name = || server.app.addresses.write("192.0.2.9".parse().unwrap());
    let before = name();
    admin.rotate(Sessions::Stay, "yearly").unwrap();
    assert_eq!(name(), before);
    orders.carry_out().await.unwrap();
    let after = name();
    assert_ne!(after, before);
    ada.get("/api/me").await.is(200);
    // A server that starts has the keys there are.
    drop(self::orders(&server).await);
    assert_eq!(name(), after);
    admin.rotate(Sessions::End, "a leak").unwrap();
    orders.carry_out().await.unwrap();
    ada.get("/api/me").await.code(401, "nobody-yet");
}

/// Not a task of its own: whoever asks PostgreSQL waits on a thread.
#[test]
fn operators_do_the_same_on_postgres() {
    let Some(database) = TestDatabase::postgres() else {
        return;
    };
    let runtime = crate::runtime().unwrap();
    let (server, game) = runtime.block_on(async {
        let server = TestServer::on(database, |_| {});
        let mut ada = account(&server, "Ada").await;
        let game = ada.new_game("mijnlieff", friend()).await;
        (server, game["id"].as_str().unwrap().to_owned())
    });
    let mut admin = admin(&server);
    assert_eq!(admin.person(&who("ada")).unwrap().line.games, 1);
    admin.rename(&who("Ada"), "Byron", "asked").unwrap();
    admin.bar(&who("Byron"), None, "rude").unwrap();
    let barred = Which {
        barred: true,
        limit: 10,
        ..Which::default()
    };
    assert_eq!(admin.people(&barred).unwrap().len(), 1);
    admin.unbar(&who("Byron"), "sorry").unwrap();
    admin.remove_game(&game, "rude").unwrap();
    admin.return_game(&game, "sorry").unwrap();
    admin.reset_password(&who("Byron"), "lost").unwrap();
    admin.end_sessions(&who("Byron"), "asked").unwrap();
    assert_eq!(admin.statistics().unwrap().accounts, 1);
    assert_eq!(admin.check().unwrap(), [""; 0]);
    assert!(admin.journal(20).unwrap().len() >= 7);
    drop(admin);
    let _within = runtime.enter();
    drop(server);
}
