//! The router without a socket: what is asked, what is answered, what stays as it was.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use play::Families;
use serde_json::{Value, json};
use tokio::sync::watch;
use tower::ServiceExt;

use super::app::App;
use super::router::router;
use crate::admin::Admin;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::store::testing::{TestDatabase, apart};
use crate::test_folder::TestFolder;

mod accounts;
mod acts;
mod admin;
mod bounds;
mod conduct;
mod conformance;
mod examples;
mod headers;
mod here;
mod lists;
mod lobby;
mod ratings;
mod sharing;
mod statuses;

#[path = "../../tests/server/schema.rs"]
mod schema;

/// A server without a port.
struct TestServer {
    app: Arc<App>,
    router: Router,
    database: TestDatabase,
    _closing: watch::Sender<bool>,
}

impl TestServer {
    fn new() -> TestServer {
        TestServer::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Config)) -> TestServer {
        TestServer::on(TestDatabase::chosen(), change)
    }

    fn on(database: TestDatabase, change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config = Config::local(PathBuf::new(), 8080);
        config.limits.entries = 1000;
        config.limits.guests = 1000;
        change(&mut config);
        let metrics = Arc::new(Metrics::default());
        let store = database.open_counted(&metrics).unwrap();
        let (closing, closes) = watch::channel(false);
        let app = App::new(
            &config,
            Families::standard(),
            8080,
            Arc::new(store),
            metrics,
            closes,
        );
        let app = Arc::new(app);
        TestServer {
            router: router(Arc::clone(&app)),
            app,
            database,
            _closing: closing,
        }
    }

    fn visit(&self) -> Visit {
        Visit {
            router: self.router.clone(),
            cookie: None,
            headers: HeaderMap::new(),
        }
    }

    /// What an operator does, on a thread where whoever asks PostgreSQL may wait.
    fn operated<T: Send>(&self, work: impl FnOnce(&mut Admin) -> T + Send) -> T {
        let (path, database) = (self.database.path(), self.database.database());
        apart(|| work(&mut Admin::open(path, database, "root").unwrap()))
    }

    async fn guest(&self, name: &str) -> Visit {
        let mut visit = self.visit();
        visit
            .post("/api/guest", json!({ "name": name }))
            .await
            .is(200);
        visit
    }
}

/// Somebody with a browser.
#[derive(Clone)]
struct Visit {
    router: Router,
    cookie: Option<String>,
    headers: HeaderMap,
}

struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Response {
    #[track_caller]
    fn is(self, status: u16) -> Response {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    #[track_caller]
    fn code(self, status: u16, code: &str) {
        let answer = self.is(status);
        assert_eq!(answer.json()["code"], code);
        assert!(answer.json()["text"]["fr"].is_string());
    }
}

impl Visit {
    async fn get(&mut self, path: &str) -> Response {
        self.ask("GET", path, Body::empty()).await
    }

    async fn post(&mut self, path: &str, body: Value) -> Response {
        self.ask("POST", path, Body::from(body.to_string())).await
    }

    async fn ask(&mut self, method: &str, path: &str, body: Body) -> Response {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .unwrap();
        request.headers_mut().extend(self.headers.clone());
        if let Some(cookie) = &self.cookie {
            request
                .headers_mut()
                .insert(header::COOKIE, cookie.parse().unwrap());
        }
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        if let Some(set) = parts.headers.get(header::SET_COOKIE) {
            let set = set.to_str().unwrap();
            self.cookie = set.split(';').next().map(str::to_owned);
        }
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        conformance::check(method, path, &parts, &body);
        Response {
            status: parts.status,
            headers: parts.headers,
            // Pictures are no texts, and only how they begin is looked at.
            body: String::from_utf8_lossy(&body).into_owned(),
        }
    }

    async fn new_game(&mut self, setup: &str, opponent: Value) -> Value {
        let new = json!({ "setup": setup, "opponent": opponent, "colour": "white" });
        self.post("/api/games", new).await.is(201).json()
    }

    async fn play(&mut self, game: &str, ply: u32, text: &str) -> Response {
        let body = json!({ "ply": ply, "move": text });
        self.post(&format!("/api/games/{game}/moves"), body).await
    }

    async fn act(&mut self, game: &str, ply: u32, action: &str) -> Response {
        let body = json!({ "ply": ply, "action": action });
        self.post(&format!("/api/games/{game}/actions"), body).await
    }
}

fn friend() -> Value {
    json!({ "kind": "friend" })
}

#[tokio::test]
async fn two_friends_play_by_a_link() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let game = ada.new_game("moulin:classique", friend()).await;
    assert_eq!(
        (&game["status"], &game["you"]),
        (&json!("open"), &json!("white"))
    );
    let id = game["id"].as_str().unwrap();
    ada.play(id, 0, "d6").await.code(409, "not-live");
    let join = format!("/api/games/{id}/join");
    ada.post(&join, json!(null)).await.code(409, "seat-taken");
    let joined = bo.post(&join, json!(null)).await.is(200).json();
    assert_eq!(
        (&joined["status"], &joined["you"]),
        (&json!("live"), &json!("black"))
    );
    server
        .guest("Cy")
        .await
        .post(&join, json!(null))
        .await
        .code(409, "seat-taken");

    bo.play(id, 0, "d6").await.code(409, "not-your-turn");
    let after = ada.play(id, 0, "d6").await.is(200).json();
    assert_eq!(
        (&after["ply"], &after["history"]),
        (&json!(1), &json!(["d6"]))
    );
    ada.play(id, 0, "d6").await.is(200);
    ada.play(id, 1, "f4").await.code(409, "not-your-turn");
    bo.play(id, 0, "f4").await.code(409, "stale");
    let refused = bo.play(id, 1, "d6").await.is(422).json();
    assert_eq!(
        (&refused["code"], &refused["rule"]),
        (&json!("illegal-move"), &json!("ML1"))
    );
    bo.play(id, 1, "f4").await.is(200);
    server
        .guest("Cy")
        .await
        .play(id, 2, "a1")
        .await
        .code(403, "not-your-game");
    server
        .visit()
        .play(id, 2, "a1")
        .await
        .code(401, "nobody-yet");

    let over = bo.act(id, 2, "resign").await.is(200).json();
    assert_eq!(over["view"]["outcome"]["result"], "1-0");
    let record = server
        .visit()
        .get(&format!("/api/games/{id}/record"))
        .await
        .is(200);
    assert!(
        record.body.contains("[White \"Ada (guest)\"]"),
        "{}",
        record.body
    );
    assert!(record.body.ends_with("1. d6 f4 1-0\n"), "{}", record.body);
    let frames = server
        .visit()
        .get(&format!("/api/games/{id}/frames"))
        .await
        .is(200)
        .json();
    assert_eq!(frames["frames"].as_array().unwrap().len(), 3);
    let log = server
        .visit()
        .get(&format!("/api/games/{id}/log"))
        .await
        .is(200)
        .json();
    assert_eq!(log[2]["outcome"]["reason"], "resignation");
}

#[tokio::test]
async fn the_computer_answers() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    let computer = json!({ "kind": "computer", "player": "level-1" });
    let game = ada.new_game("mijnlieff", computer).await;
    let id = game["id"].as_str().unwrap();
    ada.play(id, 0, "La1").await.is(200);
    for _ in 0..500 {
        let now = ada.get(&format!("/api/games/{id}")).await.json();
        if now["ply"] == 2 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no answer");
}

#[tokio::test]
async fn strangers_meet_in_the_lobby() {
    let server = TestServer::new();
    let (mut ada, mut bo) = (server.guest("Ada").await, server.guest("Bo").await);
    let anyone = json!({ "kind": "anyone" });
    let waiting = ada.new_game("moulin:envol", anyone.clone()).await;
    let lobby = server.visit().get("/api/lobby").await.is(200).json();
    assert_eq!(lobby["challenges"][0]["game"], waiting["id"]);
    assert_eq!(lobby["challenges"][0]["colour"], "black");
    let other = json!({ "setup": "moulin:classique", "opponent": anyone, "colour": "black" });
    let other = bo.post("/api/games", other).await.is(201).json();
    assert_eq!(other["status"], "open");
    let fitting = json!({ "setup": "moulin:envol", "opponent": anyone });
    let met = bo.post("/api/games", fitting).await.is(201).json();
    assert_eq!(
        (&met["id"], &met["status"]),
        (&waiting["id"], &json!("live"))
    );
    let lobby = server.visit().get("/api/lobby").await.json();
    assert_eq!(lobby["count"], 1);
}

#[tokio::test]
async fn what_is_wrong_with_a_new_game_is_told() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    for (change, status, code) in [
        (json!({ "setup": "chess" }), 422, "bad-setup"),
        (json!({ "clock": "5" }), 422, "bad-clock"),
        (json!({ "clock": "10801+0" }), 422, "bad-clock"),
        (json!({ "clock": "60+181" }), 422, "bad-clock"),
        (json!({ "position": "w=d6" }), 422, "bad-position"),
        (json!({ "rated": true }), 403, "needs-account"),
        (
            json!({ "opponent": { "kind": "computer", "player": "level-9" } }),
            422,
            "no-computer",
        ),
        (json!({ "colour": "red" }), 400, "malformed"),
        (json!({ "extra": 1 }), 400, "malformed"),
    ] {
        let mut new = json!({ "setup": "moulin:classique", "opponent": friend() });
        new.as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        ada.post("/api/games", new).await.code(status, code);
    }
    let new = json!({ "setup": "mijnlieff", "opponent": friend() });
    server
        .visit()
        .post("/api/games", new)
        .await
        .code(401, "nobody-yet");
    assert_eq!(ada.get("/api/games?player=me").await.json(), json!([]));
}

#[tokio::test]
async fn every_answer_has_its_headers() {
    let server = TestServer::new();
    for path in ["/", "/api/me", "/no/such/thing", "/health", "/api"] {
        let answer = server.visit().get(path).await;
        let policy = answer.headers[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self';"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"));
        assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(
            !answer
                .headers
                .contains_key(header::STRICT_TRANSPORT_SECURITY)
        );
    }
    assert_eq!(
        server.visit().get("/api/me").await.headers[header::CACHE_CONTROL],
        "no-store"
    );
}

#[tokio::test]
async fn cookies_are_for_the_server_alone() {
    let cookie = async |server: TestServer| {
        let answer = server.visit().post("/api/guest", json!({})).await.is(200);
        answer.headers[header::SET_COOKIE]
            .to_str()
            .unwrap()
            .to_owned()
    };
    let plain = cookie(TestServer::new()).await;
    assert!(
        plain.starts_with("merelle=") && plain.contains("; HttpOnly; SameSite=Lax"),
        "{plain}"
    );
    let secure = TestServer::with(|config| config.origins = vec!["https://example.org".to_owned()]);
    let secure = cookie(secure).await;
    assert!(
        secure.starts_with("__Host-merelle=") && secure.contains("; Secure;"),
        "{secure}"
    );
    assert!(
        secure.contains("; Path=/;")
            && secure.ends_with("; Max-Age=34560000")
            && !secure.contains("Domain"),
        "{secure}"
    );
}

#[tokio::test]
async fn other_sites_change_nothing() {
    let server = TestServer::with(|config| config.origins = vec!["http://example.org/".to_owned()]);
    let mut ada = server.guest("Ada").await;
    let new = || json!({ "setup": "mijnlieff", "opponent": friend() });
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let mut lured = ada.clone();
        lured.headers.insert(name, value.parse().unwrap());
        lured
            .post("/api/games", new())
            .await
            .code(403, "other-site");
        lured
            .ask("DELETE", "/api/me", Body::empty())
            .await
            .code(403, "other-site");
        lured.get("/api/me").await.is(200);
        lured
            .headers
            .insert(header::UPGRADE, "websocket".parse().unwrap());
        lured.get("/socket").await.code(403, "other-site");
    }
    for origin in [
        "http://example.org",
        "http://127.0.0.1:8080",
        "http://localhost:8080",
    ] {
        ada.headers.insert("origin", origin.parse().unwrap());
        ada.post("/api/games", new()).await.is(201);
    }
}

#[tokio::test]
async fn an_account_keeps_games_and_renews_its_token() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    ada.new_game("mijnlieff", friend()).await;
    let credentials = json!({ "name": "Ada L.", "password": "seven brown boats" });
    let weak = json!({ "name": "Ada L", "password": "password1" });
    ada.post("/api/account", weak)
        .await
        .code(422, "weak-password");
    let as_guest = ada.clone();
    ada.post("/api/account", credentials.clone())
        .await
        .code(422, "bad-name");
    let credentials = json!({ "name": "Ada L", "password": credentials["password"] });
    let me = ada
        .post("/api/account", credentials.clone())
        .await
        .is(200)
        .json();
    assert_eq!(
        (&me["name"], &me["guest"]),
        (&json!("Ada L"), &json!(false))
    );
    as_guest
        .clone()
        .get("/api/me")
        .await
        .code(401, "nobody-yet");
    assert_eq!(
        ada.get("/api/games?player=me")
            .await
            .json()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    ada.post("/api/account", credentials.clone())
        .await
        .code(409, "not-now");
    server
        .visit()
        .post("/api/account", credentials.clone())
        .await
        .code(409, "name-taken");

    let wrong = json!({ "name": "ada l", "password": "seven brown boat" });
    let unknown = json!({ "name": "nobody", "password": "seven brown boat" });
    let wrong = server.visit().post("/api/login", wrong).await.is(401);
    let unknown = server.visit().post("/api/login", unknown).await.is(401);
    assert_eq!(wrong.body, unknown.body, "names are not given away");
    let mut elsewhere = server.visit();
    elsewhere.post("/api/login", credentials).await.is(200);
    elsewhere.get("/api/me").await.is(200);

    let mistaken = json!({ "old": "seven brown boots", "new": "eight green kites" });
    let mistaken = ada.post("/api/me/password", mistaken).await.is(401).json();
    let text = mistaken["text"]["en"].as_str().unwrap();
    assert!(text.contains("current password"), "{text}");
    assert!(!text.contains("name"), "{text}");
    let change = json!({ "old": "seven brown boats", "new": "eight green kites" });
    ada.post("/api/me/password", change).await.is(200);
    ada.get("/api/me").await.is(200);
    elsewhere.get("/api/me").await.code(401, "nobody-yet");
    let shown = ada.clone();
    ada.post("/api/logout", json!(null)).await.is(204);
    shown.clone().get("/api/me").await.code(401, "nobody-yet");
    let profile = server.visit().get("/api/people/ada-l").await.is(200).json();
    assert_eq!(profile["name"], "Ada L");
}

#[tokio::test]
async fn a_person_sees_and_deletes_what_is_kept() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    let game = ada.new_game("mijnlieff", friend()).await;
    let settings = json!({ "settings": { "lang": "fr", "theme": "dark" } });
    ada.ask("PATCH", "/api/me", Body::from(settings.to_string()))
        .await
        .is(200);
    let odd = json!({ "settings": { "lang": "xx" } });
    ada.ask("PATCH", "/api/me", Body::from(odd.to_string()))
        .await
        .code(400, "malformed");
    let export = ada.get("/api/me/export").await.is(200).json();
    assert_eq!(export["me"]["settings"]["lang"], "fr");
    assert_eq!(export["games"][0]["id"], game["id"]);
    assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
    let before = ada.clone();
    ada.ask("DELETE", "/api/me", Body::empty()).await.is(204);
    before.clone().get("/api/me").await.code(401, "nobody-yet");
    let path = format!("/api/games/{}/record", game["id"].as_str().unwrap());
    let record = server.visit().get(&path).await.is(200);
    assert!(record.body.contains("[White \"?\"]"), "{}", record.body);
}

#[tokio::test]
async fn too_much_is_too_much() {
    let server = TestServer::with(|config| config.limits.requests = 30);
    let mut anybody = server.visit();
    for _ in 0..10 {
        anybody.get("/api/lobby").await.is(200);
    }
    anybody.get("/api/lobby").await.code(429, "too-many");

    let refused = anybody.get("/api/lobby").await.is(429);
    assert_eq!(refused.headers[header::RETRY_AFTER], "2");
    let wait = refused.json()["wait"].as_u64().unwrap();
    assert!((1500..=2000).contains(&wait), "{wait} ms");
    for _ in 0..100 {
        anybody.get("/").await.is(200);
    }

    let server = TestServer::with(|config| config.limits.guests = 3);
    server.guest("Ada").await;
    server
        .visit()
        .post("/api/guest", json!({}))
        .await
        .code(429, "too-many");

    let server = TestServer::new();
    let long = "x".repeat(70_000);
    let answer = server
        .visit()
        .post("/api/record", json!({ "record": long }))
        .await;
    answer.code(413, "too-large");
}

#[tokio::test]
async fn a_proxy_says_for_whom_it_asks() {
    let server = TestServer::with(|config| {
        // A request without a connection comes from nowhere.
        config.proxies.trusted = vec!["0.0.0.0".parse().unwrap()];
        config.limits.requests = 3;
    });
    let mut ada = server.visit();
    ada.headers
        .insert("x-forwarded-for", "6.6.6.6, 1.2.3.4".parse().unwrap());
    ada.get("/api/lobby").await.is(200);
    ada.headers
        .insert("x-forwarded-for", "7.7.7.7, 1.2.3.4".parse().unwrap());
    ada.get("/api/lobby").await.code(429, "too-many");
    ada.headers
        .insert("x-forwarded-for", "1.2.3.5".parse().unwrap());
    ada.get("/api/lobby").await.is(200);
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_with_a_reason() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    for body in ["", "{", "[]", "null", "{\"setup\": 3}", "\u{1}"] {
        ada.ask("POST", "/api/games", Body::from(body))
            .await
            .code(400, "malformed");
    }
    // Objects are no lists of their values, at no depth.
    for body in ["[null, null]", "{\"settings\": []}"] {
        ada.ask("PATCH", "/api/me", Body::from(body))
            .await
            .code(400, "malformed");
    }
    ada.get("/api/position").await.code(400, "malformed");
    ada.get("/api/position?setup=mijnlieff&setup=moulin")
        .await
        .code(400, "malformed");
    ada.get("/api/games/nothing").await.code(404, "not-found");
    ada.get("/api/games/222222222222")
        .await
        .code(404, "not-found");
    ada.ask("PUT", "/api/games", Body::empty())
        .await
        .code(405, "wrong-method");
    ada.ask("POST", "/", Body::empty())
        .await
        .code(405, "wrong-method");
}

#[tokio::test]
async fn positions_are_shown_and_valued() {
    let server = TestServer::new();
    let mut anybody = server.visit();
    let path = "/api/position?setup=moulin:classique&moves=d6+f4";
    let view = anybody.get(path).await.is(200).json();
    assert_eq!(view["turns"].as_array().unwrap().len(), 22);
    anybody
        .get("/api/position?setup=moulin:classique&moves=d6+d6")
        .await
        .code(422, "illegal-move");
    // Near enough to the end to be valued in time on any machine.
    let late = "w=La1,La2,Eb2,Pc3,Ed2;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=w;limit=Ld3";
    let path = format!("/api/value?setup=mijnlieff&position={late}");
    let value = anybody.get(&path).await.is(200).json();
    assert_eq!(
        value["value"],
        json!({ "exact": true, "text": "value 3", "hundredths": 300 })
    );
    assert_eq!(value["moves"].as_array().unwrap().len(), 6);
    let stage = anybody
        .get("/api/stage?setup=mijnlieff:sets=2")
        .await
        .is(200)
        .json();
    assert_eq!(stage["places"].as_array().unwrap().len(), 32);
    let rules = anybody.get("/api/rules?setup=moulin:envol&lang=fr").await;
    assert!(rules.is(200).body.contains("<h3 id=\"ML6\">"));
    let record = "[Setup \"moulin:classique\"]\n\n1. d6 f4 *\n";
    let read = anybody
        .post("/api/record", json!({ "record": record }))
        .await
        .is(200)
        .json();
    assert_eq!(read["frames"][2]["move"], "f4");
    let broken = record.replace("f4", "d6");
    anybody
        .post("/api/record", json!({ "record": broken }))
        .await
        .code(422, "bad-record");
}

#[tokio::test]
async fn the_page_is_served_and_kept() {
    let server = TestServer::new();
    let mut anybody = server.visit();
    let page = anybody.get("/").await.is(200);
    assert_eq!(
        page.headers[header::CONTENT_TYPE],
        "text/html; charset=utf-8"
    );
    let game = anybody.get("/game/222222222222").await.is(200);
    assert!(game.body.contains("places/game.js"));
    let main = page.body.split("src=\"").nth(1).unwrap();
    let main = main.split('"').next().unwrap();
    let file = anybody.get(main).await.is(200);
    let keeping = file.headers[header::CACHE_CONTROL].to_str().unwrap();
    assert!(keeping.contains("immutable"), "{keeping}");
    let old = "/files/0123456789abcdef/app/main.js";
    anybody.get(old).await.code(404, "not-found");
    let tag = page.headers[header::ETAG].clone();
    anybody.headers.insert(header::IF_NONE_MATCH, tag);
    anybody.get("/").await.is(304);
    anybody.get("/index.php").await.code(404, "not-found");
    anybody.get("/../Cargo.toml").await.code(404, "not-found");
    let css = server.visit().get("/board.css").await.is(200);
    assert!(css.body.contains(".fill-wood{fill:var(--ink-wood)}"));
}

#[tokio::test]
async fn a_damaged_table_is_named_where_it_is_needed() {
    let tables = TestFolder::new();
    let folder = tables.path().join("moulin.classique");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("4-5.table"), "no table").unwrap();
    let server = TestServer::with(|config| config.tables = tables.path().to_owned());
    let mut visit = server.visit();
    let mut notes = async |position: &str| {
        let query = format!("/api/value?setup=moulin:classique&position={position}");
        visit.get(&query).await.is(200).json()["notes"].clone()
    };
    // Where the machine has other things to do the time of a question may be over before the table is
    // asked; then it is asked again.
    let mut needed = Value::Null;
    for _ in 0..20 {
        needed = notes("w=a1,d2,f6,b4,e3;b=d6,f4,b2,c4;hand=0,0;turn=w").await;
        if !needed.is_null() {
            break;
        }
    }
    let told = json!([{
        "en": "table damaged: 4-5.table", "fr": "table abîmée\u{a0}: 4-5.table"
    }]);
    assert_eq!(needed, told);
    // Three stones fly, and are solved in memory.
    let other = notes("w=a1,d2,f6;b=d6,f4,b2;hand=0,0;turn=w").await;
    assert_eq!(other, Value::Null);
}

#[tokio::test]
async fn a_fault_of_the_installation_is_logged_once() {
    let server = TestServer::new();
    let fault = |name: &str| play::text::Text::new(name, name);
    let logged = ["one", "two", "one"].map(|name| server.app.log_fault(&fault(name)));
    assert_eq!(logged, [true, true, false]);
}
