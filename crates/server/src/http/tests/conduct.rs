//! People who do not want to meet others, and those whom others report.

use super::*;
use crate::admin::{AdminError, Seen};

const PASSWORD: &str = "a long board game evening";

async fn account(server: &TestServer, name: &str) -> Visit {
    let mut visit = server.visit();
    let account = json!({ "name": name, "password": PASSWORD });
    visit.post("/api/account", account).await.is(200);
    visit
}

fn who(text: &str) -> crate::admin::Who {
    text.parse().unwrap()
}

fn anyone() -> Value {
    json!({ "kind": "anyone" })
}

#[tokio::test]
async fn who_is_blocked_neither_sees_nor_joins() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (account(&server, "Ada").await, server.guest("Bo").await);
    // A guest has no name of their own: the game they played says who it is.
    let game = ada.new_game("mijnlieff", friend()).await;
    let id = game["id"].as_str().unwrap();
    let join = |id: &str| format!("/api/games/{id}/join");
    bo.post(&join(id), json!(null)).await.is(200);
    bo.act(id, 0, "resign").await.is(200);
    let blocked = ada.post("/api/me/blocks", json!({ "game": id })).await;
    let blocked = blocked.is(200).json();
    assert_eq!(blocked[0]["name"], "Bo");
    assert_eq!(ada.get("/api/me/blocks").await.json(), blocked);

    let waiting = ada.new_game("moulin:envol", anyone()).await;
    let theirs = bo.new_game("moulin:classique", anyone()).await;
    let seen = |list: Value| -> Vec<Value> {
        let challenges = list["challenges"].as_array().unwrap().iter();
        challenges.map(|one| one["game"].clone()).collect()
    };
    assert_eq!(
        seen(ada.get("/api/lobby").await.json()),
        [waiting["id"].clone()]
    );
    assert_eq!(
        seen(bo.get("/api/lobby").await.json()),
        [theirs["id"].clone()]
    );
    assert_eq!(seen(server.visit().get("/api/lobby").await.json()).len(), 2);
    let id = waiting["id"].as_str().unwrap();
    bo.post(&join(id), json!(null)).await.code(409, "not-now");
    let fitting = json!({ "setup": "moulin:envol", "opponent": anyone() });
    let own = bo.post("/api/games", fitting).await.is(201).json();
    assert_ne!(own["id"], waiting["id"], "nor by chance");
    let by_link = ada.new_game("mijnlieff", friend()).await;
    let by_link = by_link["id"].as_str().unwrap();
    bo.post(&join(by_link), json!(null))
        .await
        .code(409, "not-now");
    let first = game["id"].as_str().unwrap();
    ada.act(first, 1, "rematch").await.is(200);
    bo.act(first, 1, "rematch").await.code(409, "not-now");

    let path = format!("/api/me/blocks/{}", blocked[0]["id"]);
    ada.ask("DELETE", &path, Body::empty()).await.is(204);
    bo.post(&join(id), json!(null)).await.is(200);
    assert_eq!(ada.get("/api/me/blocks").await.json(), json!([]));
}

#[tokio::test]
async fn who_is_meant_has_to_exist_and_be_another() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (account(&server, "Ada").await, server.guest("Bo").await);
    for path in ["/api/me/blocks", "/api/reports"] {
        let ask = |whom: Value| {
            let mut body = whom;
            if path == "/api/reports" {
                body["reason"] = json!("other");
            }
            body
        };
        ada.post(path, ask(json!({ "name": "Ada" })))
            .await
            .code(409, "not-now");
        ada.post(path, ask(json!({ "name": "Nobody" })))
            .await
            .code(404, "not-found");
        ada.post(path, ask(json!({}))).await.code(400, "malformed");
        let game = bo.new_game("mijnlieff", friend()).await;
        ada.post(path, ask(json!({ "game": game["id"] })))
            .await
            .code(404, "not-found");
        server
            .visit()
            .post(path, ask(json!({ "name": "Ada" })))
            .await
            .code(401, "nobody-yet");
    }
}

#[tokio::test]
async fn an_operator_reads_reports_and_closes_accounts() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (account(&server, "Ada").await, account(&server, "Bo").await);
    let game = ada.new_game("mijnlieff", friend()).await;
    let id = game["id"].as_str().unwrap();
    bo.post(&format!("/api/games/{id}/join"), json!(null))
        .await
        .is(200);
    let report = json!({ "game": id, "reason": "stalling", "text": "Left me waiting." });
    ada.post("/api/reports", report).await.is(204);
    let found = server.operated(|admin| admin.reports(Seen::Not)).unwrap();
    let [report] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!(report.reporter.as_deref(), Some("Ada"));
    assert_eq!(report.reported.as_deref(), Some("Bo"));
    assert_eq!(report.game.as_deref(), Some(id));
    let said = (report.reason.as_str(), report.text.as_str());
    assert_eq!(said, ("stalling", "Left me waiting."));
    let export = ada.get("/api/me/export").await.is(200).json();
    assert_eq!(export["reports"][0]["about"], "Bo");

    server.operated(|admin| {
        admin.mark_seen(report.id, "talked to Bo").unwrap();
        assert_eq!(admin.reports(Seen::Not).unwrap(), []);
        assert_eq!(admin.reports(Seen::Too).unwrap().len(), 1);
        assert_eq!(admin.mark_seen(99, ""), Err(AdminError::NoReport));
    });

    bo.get("/api/me").await.is(200);
    let barred = server.operated(|admin| admin.bar(&who("bo"), None, "stalls"));
    barred.unwrap();
    bo.get("/api/me").await.code(401, "nobody-yet");
    let credentials = json!({ "name": "Bo", "password": PASSWORD });
    let mut again = server.visit();
    again
        .post("/api/login", credentials.clone())
        .await
        .code(403, "barred");
    let unbarred = server.operated(|admin| admin.unbar(&who("Bo"), "a mistake"));
    unbarred.unwrap();
    again.post("/api/login", credentials).await.is(200);
    let nobody = server.operated(|admin| admin.bar(&who("nobody"), None, "x"));
    assert_eq!(nobody, Err(AdminError::NoPerson));
}

#[tokio::test]
async fn a_few_reports_an_hour_are_enough() {
    let server = TestServer::new();
    let mut ada = account(&server, "Ada").await;
    account(&server, "Bo").await;
    let report = json!({ "name": "Bo", "reason": "name" });
    for _ in 0..5 {
        ada.post("/api/reports", report.clone()).await.is(204);
    }
    let refused = ada
        .post("/api/reports", report.clone())
        .await
        .is(429)
        .json();
    let wait = refused["wait"].as_u64().unwrap();
    assert!((3_500_000..=3_600_000).contains(&wait), "{wait}");
    let long = json!({ "name": "Bo", "reason": "other", "text": "x".repeat(501) });
    ada.post("/api/reports", long).await.code(413, "too-large");
}
