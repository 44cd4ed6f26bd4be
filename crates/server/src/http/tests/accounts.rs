//! Getting in, being kept out of nothing, and being forgotten.

use super::*;
use crate::one_time::{Secret, Step};
use crate::uptime::calendar;

const PASSWORD: &str = "a long board game evening";

/// Somebody at an address of their own.
fn at(server: &TestServer, address: &str) -> Visit {
    let mut visit = server.visit();
    visit
        .headers
        .insert("x-forwarded-for", address.parse().unwrap());
    visit
}

fn behind_proxy() -> TestServer {
    TestServer::with(|config| {
        config.proxies.trusted = vec!["0.0.0.0".parse().unwrap()];
        config.limits.entries = 100_000;
        config.limits.requests = 1_000_000;
    })
}

async fn sign_up(visit: &mut Visit, name: &str) -> Value {
    let account = json!({ "name": name, "password": PASSWORD });
    visit.post("/api/account", account).await.is(200).json()
}

fn credentials(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

#[tokio::test]
async fn nobody_may_look_like_an_account() {
    let server = TestServer::new();
    sign_up(&mut server.visit(), "Adal").await;
    for alike in ["ADAL", "AdaI", "Ada1", "Ａdal", "Àdal"] {
        let account = credentials(alike, PASSWORD);
        server
            .visit()
            .post("/api/account", account)
            .await
            .code(409, "name-taken");
        let guest = json!({ "name": alike });
        server
            .visit()
            .post("/api/guest", guest)
            .await
            .code(409, "name-taken");
        let mut other = server.guest("Bo").await;
        let change = json!({ "name": alike }).to_string();
        other
            .ask("PATCH", "/api/me", Body::from(change))
            .await
            .code(409, "name-taken");
    }
    for bad in ["a\u{200b}b", "Admin", "Аda", "12345"] {
        let account = credentials(bad, PASSWORD);
        server
            .visit()
            .post("/api/account", account)
            .await
            .code(422, "bad-name");
    }
}

/// Four addresses guess as fast as they are let, and the owner gets in every time: from elsewhere, and
/// in the network of one of them by a browser that is known.
#[tokio::test]
async fn who_guesses_keeps_no_owner_out() {
    let server = behind_proxy();
    sign_up(&mut at(&server, "233.252.0.1"), "Ada").await;
    let mut refused = 0;
    for round in 0..25 {
        for attacker in 1..=4 {
            let mut attacker = at(&server, &format!("198.51.100.{attacker}"));
            for _ in 0..3 {
                let guess = credentials("Ada", &format!("guess {round}"));
                let answer = attacker.post("/api/login", guess).await;
                assert!([401, 429].contains(&answer.status.as_u16()));
                refused += u32::from(answer.status == 429);
            }
        }
        let mut owner = at(&server, "203.0.113.9");
        owner
            .post("/api/login", credentials("Ada", PASSWORD))
            .await
            .is(200);
    }
    assert!(refused > 200, "{refused} of 300 guesses were not looked at");
}

#[tokio::test]
async fn forty_pupils_get_in_at_once_from_one_address() {
    let server = TestServer::with(|config| config.limits = crate::LimitSettings::default());
    let store = &server.app.store;
    let kept = crate::password::hash(PASSWORD);
    for pupil in 0..40 {
        let account = crate::store::NewAccount {
            guest: None,
            name: crate::name::Name::read(&format!("Pupil {pupil}"), crate::name::Bearer::Account)
                .unwrap(),
            password: kept.clone(),
            recovery: crate::recovery::RecoveryCode::random().hash(),
        };
        let session = crate::secret::Token::random().hash().into();
        store.create_account(account, None, session).await.unwrap();
    }
    let mut entering = Vec::new();
    for pupil in 0..40 {
        let mut visit = server.visit();
        let credentials = credentials(&format!("Pupil {pupil}"), PASSWORD);
        entering.push(tokio::spawn(async move {
            visit.post("/api/login", credentials).await.status.as_u16()
        }));
    }
    for one in entering {
        assert_eq!(one.await.unwrap(), 200);
    }
}

#[tokio::test]
async fn names_that_nobody_has_are_answered_alike() {
    let server = behind_proxy();
    sign_up(&mut at(&server, "233.252.0.1"), "Ada").await;
    let mut answers = Vec::new();
    for (name, address) in [("Ada", "198.51.100.1"), ("Nobody Here", "198.51.100.2")] {
        let mut visit = at(&server, address);
        let mut all = Vec::new();
        for _ in 0..8 {
            let answer = visit.post("/api/login", credentials(name, "guess")).await;
            all.push((answer.status.as_u16(), answer.json()["code"].clone()));
        }
        answers.push(all);
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0][0].0, 401);
    assert_eq!(answers[0][7].0, 429);
}

#[tokio::test]
async fn a_second_factor_is_set_up_asked_for_and_removed() {
    let server = TestServer::new();
    let mut ada = server.visit();
    sign_up(&mut ada, "Ada").await;
    let begin = "/api/me/second-factor";
    let wrong = json!({ "password": "not the password" });
    ada.post(begin, wrong).await.code(401, "wrong-password");
    let proof = || json!({ "password": PASSWORD });
    let setup = ada.post(begin, proof()).await.is(200).json();
    assert!(setup["picture"].as_str().unwrap().starts_with("<svg"));
    let text = setup["secret"].as_str().unwrap().replace(' ', "");
    let bytes = data_encoding::BASE32_NOPAD.decode(text.as_bytes()).unwrap();
    let secret = Secret(bytes.try_into().unwrap());
    let confirm = "/api/me/second-factor/confirm";
    let now = || Step::at(calendar());
    ada.post(confirm, json!({ "code": "12" }))
        .await
        .code(401, "wrong-code");
    let before = Step(now().0 - 1);
    let first = json!({ "code": secret.code(before) });
    ada.post(confirm, first.clone()).await.is(204);
    ada.post(confirm, first).await.code(409, "not-now");
    ada.post(begin, proof()).await.code(409, "not-now");
    let security = ada.get("/api/me/security").await.is(200).json();
    assert_eq!(security["second_factor"], true);

    let mut elsewhere = server.visit();
    let login = |code: Option<String>| {
        let mut body = credentials("Ada", PASSWORD);
        if let Some(code) = code {
            body["code"] = json!(code);
        }
        body
    };
    elsewhere
        .post("/api/login", credentials("Ada", "wrong password"))
        .await
        .code(401, "wrong-password");
    elsewhere
        .post("/api/login", login(None))
        .await
        .code(401, "second-factor");
    let used = secret.code(before);
    elsewhere
        .post("/api/login", login(Some(used)))
        .await
        .code(401, "wrong-code");
    let code = secret.code(now());
    elsewhere
        .post("/api/login", login(Some(code.clone())))
        .await
        .is(200);
    server
        .visit()
        .post("/api/login", login(Some(code)))
        .await
        .code(401, "wrong-code");
    let remove = "/api/me/second-factor/remove";
    ada.post(remove, proof()).await.code(401, "second-factor");
    let with_code = json!({ "password": PASSWORD, "code": secret.code(Step(now().0 + 1)) });
    ada.post(remove, with_code).await.is(204);
    server.visit().post("/api/login", login(None)).await.is(200);
}

#[tokio::test]
async fn who_has_the_password_cannot_guess_codes() {
    let server = TestServer::new();
    let mut ada = server.visit();
    sign_up(&mut ada, "Ada").await;
    let setup = ada.post("/api/me/second-factor", json!({ "password": PASSWORD }));
    let text = setup.await.is(200).json()["secret"]
        .as_str()
        .unwrap()
        .replace(' ', "");
    let bytes = data_encoding::BASE32_NOPAD.decode(text.as_bytes()).unwrap();
    let secret = Secret(bytes.try_into().unwrap());
    let code = json!({ "code": secret.code(Step::at(calendar())) });
    ada.post("/api/me/second-factor/confirm", code)
        .await
        .is(204);
    let mut thief = server.visit();
    let mut looked_at = 0;
    for guess in 0..50 {
        let mut body = credentials("Ada", PASSWORD);
        body["code"] = json!(format!("{guess:06}"));
        let answer = thief.post("/api/login", body).await;
        looked_at += u32::from(answer.status == 401);
    }
    assert!(looked_at <= 12, "{looked_at} of 50");
}

#[tokio::test]
async fn a_recovery_code_sets_a_new_password_once() {
    let server = TestServer::new();
    let mut ada = server.visit();
    let made = sign_up(&mut ada, "Ada").await;
    let code = made["recovery"].as_str().unwrap().to_owned();
    let recover = |name: &str, code: &str, password: &str| json!({ "name": name, "recovery": code, "password": password });
    let path = "/api/recover";
    let new = "seven brown boats";
    let mut other = server.visit();
    let wrong = recover("Ada", "00000-00000-00000-00000-00000", new);
    other.post(path, wrong).await.code(401, "wrong-recovery");
    other
        .post(path, recover("Nobody", &code, new))
        .await
        .code(401, "wrong-recovery");
    other
        .post(path, recover("Ada", &code, "password123"))
        .await
        .code(422, "weak-password");
    let careless = code.to_lowercase().replace('-', " ");
    let back = other
        .post(path, recover("ada", &careless, new))
        .await
        .is(200);
    let next = back.json()["recovery"].as_str().unwrap().to_owned();
    assert_ne!(next, code);
    other.get("/api/me").await.is(200);
    ada.get("/api/me").await.code(401, "nobody-yet");
    other
        .post(path, recover("Ada", &code, new))
        .await
        .code(401, "wrong-recovery");
    server
        .visit()
        .post("/api/login", credentials("Ada", PASSWORD))
        .await
        .code(401, "wrong-password");
    server
        .visit()
        .post("/api/login", credentials("Ada", new))
        .await
        .is(200);
    let again = other
        .post("/api/me/recovery", json!({ "password": new }))
        .await;
    assert_ne!(again.is(200).json()["recovery"], next);
}

#[tokio::test]
async fn sessions_end_one_by_one_and_others_stay() {
    let server = TestServer::new();
    let mut ada = server.visit();
    ada.headers.insert(
        header::USER_AGENT,
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
            .parse()
            .unwrap(),
    );
    sign_up(&mut ada, "Ada").await;
    let mut others = Vec::new();
    for _ in 0..2 {
        let mut other = server.visit();
        other
            .post("/api/login", credentials("Ada", PASSWORD))
            .await
            .is(200);
        others.push(other);
    }
    let security = ada.get("/api/me/security").await.is(200).json();
    let sessions = security["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 3);
    let own: Vec<&Value> = sessions
        .iter()
        .filter(|session| session["own"] == true)
        .collect();
    assert_eq!(
        (&own[0]["browser"], &own[0]["system"]),
        (&json!("Firefox"), &json!("Linux"))
    );
    let seen = others[0].get("/api/me/security").await.json();
    let seen = seen["sessions"].as_array().unwrap().clone();
    let first = seen.iter().find(|session| session["own"] == true).unwrap();
    let path = format!("/api/me/sessions/{}", first["id"].as_str().unwrap());
    ada.ask("DELETE", &path, Body::empty()).await.is(204);
    ada.ask("DELETE", &path, Body::empty())
        .await
        .code(404, "not-found");
    others[0].get("/api/me").await.code(401, "nobody-yet");
    others[1].get("/api/me").await.is(200);
    ada.ask("DELETE", "/api/me/sessions", Body::empty())
        .await
        .is(204);
    others[1].get("/api/me").await.code(401, "nobody-yet");
    ada.get("/api/me").await.is(200);
}

#[tokio::test]
async fn an_account_is_deleted_by_password_and_gone_everywhere() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.visit(), server.guest("Bo").await);
    sign_up(&mut ada, "Marguerite").await;
    let game = ada.new_game("mijnlieff", friend()).await;
    let id = game["id"].as_str().unwrap();
    bo.post(&format!("/api/games/{id}/join"), json!(null))
        .await
        .is(200);
    ada.play(id, 0, "La1").await.is(200);
    bo.post("/api/me/blocks", json!({ "name": "Marguerite" }))
        .await
        .is(200);
    let report = json!({ "game": id, "reason": "stalling", "text": "" });
    bo.post("/api/reports", report).await.is(204);
    for wrong in ["", "null", "{\"password\":\"not the password\"}"] {
        let refused = ada.ask("DELETE", "/api/me", Body::from(wrong)).await;
        refused.code(401, "wrong-password");
    }
    let proof = json!({ "password": PASSWORD }).to_string();
    ada.ask("DELETE", "/api/me", Body::from(proof))
        .await
        .is(204);
    for path in [
        format!("/api/games/{id}"),
        format!("/api/games/{id}/record"),
        format!("/api/games/{id}/log"),
        "/api/games?player=me".to_owned(),
        "/api/me/export".to_owned(),
        "/api/me/records".to_owned(),
        "/api/me/blocks".to_owned(),
        "/api/lobby".to_owned(),
    ] {
        let body = bo.get(&path).await.is(200).body;
        assert!(!body.contains("Marguerite"), "{path}: {body}");
    }
    let over = bo.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(over["status"], "aborted", "nobody waits for them");
    bo.get("/api/people/Marguerite")
        .await
        .code(404, "not-found");
    server
        .visit()
        .post("/api/login", credentials("Marguerite", PASSWORD))
        .await
        .code(401, "wrong-password");
    server
        .visit()
        .post("/api/account", credentials("Marguerite", PASSWORD))
        .await
        .code(409, "name-taken");
}
