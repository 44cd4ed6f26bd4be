//! What operators do reaches people on open sockets within a second.

use serde_json::json;
use server::admin::{Admin, Who};
use server::load::Client;

use crate::test_server::{PASSWORD, TestServer, closed, hear};

async fn account(server: &TestServer, name: &str) -> Client {
    let mut client = Client::new(server.address);
    let body = json!({ "name": name, "password": PASSWORD });
    let answer = client
        .raw("POST", "/api/account", Some(body.to_string()))
        .await;
    assert_eq!(answer.unwrap().0, 200);
    client.connect().await.unwrap();
    client
}

fn who(text: &str) -> Who {
    text.parse().unwrap()
}

#[tokio::test]
async fn whoever_is_barred_is_out_at_once_also_on_an_open_socket() {
    let server = TestServer::open().await;
    let (mut ada, mut bo) = (account(&server, "Ada").await, account(&server, "Bo").await);
    hear(&mut ada, "hello").await;
    hear(&mut bo, "hello").await;
    let mut admin = Admin::open(server.folder(), &server::Database::Folder, "root").unwrap();
    admin.bar(&who("Bo"), None, "stalls").unwrap();
    closed(&mut bo).await;
    let (status, _) = bo.raw("GET", "/api/me", None).await.unwrap();
    assert_eq!(status, 401);
    ada.say_raw(json!({ "type": "ping" }).to_string())
        .await
        .unwrap();
    hear(&mut ada, "pong").await;
    admin.end_all_sessions("everybody out").unwrap();
    closed(&mut ada).await;
    let (status, _) = ada.raw("GET", "/api/me", None).await.unwrap();
    assert_eq!(status, 401);
}

#[tokio::test]
async fn whoever_watches_a_game_sees_a_new_name_and_then_that_it_is_gone() {
    let server = TestServer::open().await;
    let mut ada = account(&server, "Ada").await;
    let new = json!({ "setup": "mijnlieff", "opponent": { "kind": "friend" }, "colour": "white" });
    let (_, game) = ada
        .raw("POST", "/api/games", Some(new.to_string()))
        .await
        .unwrap();
    let game: serde_json::Value = serde_json::from_slice(&game).unwrap();
    let id = game["id"].as_str().unwrap();
    let mut watcher = server.guest("Cy").await;
    watcher.connect().await.unwrap();
    watcher
        .say_raw(json!({ "type": "watch", "game": id }).to_string())
        .await
        .unwrap();
    let before = hear(&mut watcher, "game").await;
    assert!(before.to_string().contains("Ada"));
    let mut admin = Admin::open(server.folder(), &server::Database::Folder, "root").unwrap();
    admin.rename(&who("Ada"), "Cleo", "an insult").unwrap();
    let after = hear(&mut watcher, "game").await;
    assert!(after.to_string().contains("Cleo"), "{after}");
    closed(&mut ada).await;
    admin.remove_game(id, "an insult").unwrap();
    let gone = hear(&mut watcher, "refused").await;
    assert_eq!(gone["problem"]["code"], "removed");
    watcher
        .say_raw(json!({ "type": "watch", "game": id }).to_string())
        .await
        .unwrap();
    let gone = hear(&mut watcher, "refused").await;
    assert_eq!(gone["problem"]["code"], "removed");
}

#[tokio::test]
async fn sockets_of_an_address_that_is_kept_out_close() {
    let server = TestServer::open().await;
    let mut ada = server.guest("Ada").await;
    ada.connect().await.unwrap();
    hear(&mut ada, "hello").await;
    let mut admin = Admin::open(server.folder(), &server::Database::Folder, "root").unwrap();
    admin
        .bar_address("127.0.0.1".parse().unwrap(), u64::MAX / 2, "flood")
        .unwrap();
    closed(&mut ada).await;
    let (status, _) = ada.raw("GET", "/api/lobby", None).await.unwrap();
    assert_eq!(status, 403);
}
