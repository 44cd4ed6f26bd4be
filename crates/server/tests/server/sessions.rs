//! Whatever ends a session closes its sockets, and nobody else's.

use serde_json::{Value, json};
use server::load::Client;

use crate::test_server::{PASSWORD, TestServer, closed, hear};

/// Somebody with a socket that is known to be open.
async fn greeted(mut client: Client) -> Client {
    client.connect().await.unwrap();
    hear(&mut client, "hello").await;
    client
}

/// Another browser of Ada's.
async fn logged_in(server: &TestServer) -> Client {
    let mut client = Client::new(server.address);
    let who = json!({ "name": "Ada", "password": PASSWORD });
    ask(&mut client, "POST", "/api/login", who).await;
    greeted(client).await
}

async fn ask(client: &mut Client, method: &str, path: &str, body: Value) -> Value {
    let answer = client.raw(method, path, Some(body.to_string())).await;
    let (status, body) = answer.unwrap();
    assert!((200..300).contains(&status), "{method} {path}: {status}");
    serde_json::from_slice(&body).unwrap_or_default()
}

/// These are still heard.
async fn stay<const N: usize>(clients: [&mut Client; N]) {
    for client in clients {
        let ping = json!({ "type": "ping" }).to_string();
        client.say_raw(ping).await.unwrap();
        hear(client, "pong").await;
    }
}

#[tokio::test]
async fn each_end_of_a_session_closes_its_own_sockets_only() {
    let server = TestServer::open().await;
    let mut ada = Client::new(server.address);
    let account = json!({ "name": "Ada", "password": PASSWORD });
    ask(&mut ada, "POST", "/api/account", account).await;
    let mut ada = greeted(ada).await;
    let mut bo = greeted(server.guest("Bo").await).await;

    // Logging out.
    let (mut second, mut third) = (logged_in(&server).await, logged_in(&server).await);
    ask(&mut second, "POST", "/api/logout", Value::Null).await;
    closed(&mut second).await;
    stay([&mut ada, &mut third, &mut bo]).await;

    // One session from another.
    let security = ask(&mut third, "GET", "/api/me/security", Value::Null).await;
    let sessions = security["sessions"].as_array().unwrap();
    let own = sessions.iter().find(|session| session["own"] == true);
    let path = format!("/api/me/sessions/{}", own.unwrap()["id"].as_str().unwrap());
    ask(&mut ada, "DELETE", &path, Value::Null).await;
    closed(&mut third).await;
    stay([&mut ada, &mut bo]).await;

    // All others.
    let (mut second, mut third) = (logged_in(&server).await, logged_in(&server).await);
    ask(&mut second, "DELETE", "/api/me/sessions", Value::Null).await;
    closed(&mut ada).await;
    closed(&mut third).await;
    stay([&mut second, &mut bo]).await;

    // A new password ends every session; who has changed it has a new one.
    let mut third = logged_in(&server).await;
    let change = json!({ "old": PASSWORD, "new": "another long evening of games" });
    ask(&mut second, "POST", "/api/me/password", change).await;
    closed(&mut third).await;
    closed(&mut second).await;
    let mut second = greeted(second).await;
    stay([&mut second, &mut bo]).await;

    // No account any more.
    let proof = json!({ "password": "another long evening of games" });
    ask(&mut second, "DELETE", "/api/me", proof).await;
    closed(&mut second).await;
    stay([&mut bo]).await;
}
