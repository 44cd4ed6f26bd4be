//! Databases of earlier versions, as those programs left them behind, under the program of today.
//!
//! `upgrades/1.sql` and `upgrades/2.sql` are what `sqlite3 merelle.db .dump` printed of a folder in
//! which a server of that version had been used: two accounts and two guests with their sessions, and
//! games in every state.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use play::Families;
use rusqlite::Connection;
use serde_json::{Value, json};
use server::{Config, Server, StartError, StoreError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::test_server::TestServer;

/// A database of an earlier version, and what is in it.
struct Old {
    version: u32,
    dump: &'static str,
    /// Ada has an account, Gus is a guest; these are their cookies.
    ada: &'static str,
    gus: &'static str,
    /// Ada won it against Bo, rated, in four moves.
    rated: &'static str,
    /// Ada and Bo have moved once each, with days on the clock.
    live: &'static str,
    /// Bo against Gus; a move was taken back and made again.
    taken_back: &'static str,
    /// By Gus, for anybody.
    open: &'static str,
    aborted: &'static str,
    /// A draw by agreement that was followed by another game.
    draw: &'static str,
    /// Games of Ada in all.
    games_of_ada: usize,
}

const OLD: [Old; 2] = [
    Old {
        version: 1,
        dump: include_str!("upgrades/1.sql"),
        ada: "merelle=1f286f9ab2f6adb2c3c22f9260c9b149c4130052fc7c3dd7e11aa0fafd816862",
        gus: "merelle=c2467b452635c98477f5192c13a677f963b5123faadceecdfa00a3bf16fa7c51",
        rated: "D7q8rk8xBh5k",
        live: "xmBF9w5kjtCt",
        taken_back: "rDbs6t5xmwD6",
        open: "qdmkg9289kbr",
        aborted: "fCz4823mGnCp",
        draw: "xq4fkh399t28",
        games_of_ada: 5,
    },
    Old {
        version: 2,
        dump: include_str!("upgrades/2.sql"),
        ada: "merelle=f1691d291c760620b3ef58826b32f3219291a3de2cb1f73ed48fc1d97ff55eb8",
        gus: "merelle=88e789029c53fb32abf7733c66a5d4b0d8953c406dc6aa1baa7734d85a71b9e8",
        rated: "tqb7z9p56pzx",
        live: "g6zF2f2gsgzw",
        taken_back: "589Gh4gb9bjr",
        open: "9k5b6m2j3zxv",
        aborted: "FcfGxdq7xnf9",
        draw: "rh4jGjf8rnq6",
        games_of_ada: 5,
    },
];

impl Old {
    /// Lays the database down in a folder.
    fn lay(&self, folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        let connection = Connection::open(folder.join("merelle.db")).unwrap();
        connection.execute_batch(self.dump).unwrap();
        let version = self.version;
        connection
            .pragma_update(None, "user_version", version)
            .unwrap();
        // The sessions were two months from their end then.
        let sql = "UPDATE sessions SET created = unixepoch() * 1000, \
                   expires = (unixepoch() + 5000000) * 1000";
        connection.execute_batch(sql).unwrap();
    }
}

/// Asks with a cookie, and returns status and body.
async fn ask(
    server: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: Option<Value>,
) -> (u16, String) {
    let body = body.map_or(String::new(), |body| body.to_string());
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {server}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, body.to_owned())
}

#[track_caller]
fn read((status, body): (u16, String)) -> Value {
    assert!(status < 300, "{status} {body}");
    serde_json::from_str(&body).unwrap_or(Value::String(body))
}

#[tokio::test]
async fn everything_of_an_earlier_version_is_there_and_goes_on() {
    for old in &OLD {
        let mut server = TestServer::in_folder(|folder| old.lay(folder)).await;
        let address = server.address;
        let get = async |path: &str, cookie: &str| {
            let path = path.to_owned();
            read(ask(address, "GET", &path, cookie, None).await)
        };
        let post = async |path: &str, cookie: &str, body: Value| {
            ask(address, "POST", path, cookie, Some(body)).await
        };
        let game = async |id: &str| get(&format!("/api/games/{id}"), old.ada).await;
        // People.
        assert_eq!(get("/api/me", old.ada).await["name"], "Ada");
        let gus = get("/api/me", old.gus).await;
        assert_eq!((&gus["name"], &gus["guest"]), (&json!("Gus"), &json!(true)));
        let who = json!({ "name": "Ada", "password": "correct horse battery" });
        assert_eq!(post("/api/login", "", who).await.0, 200, "by password");
        let wrong = json!({ "name": "Ada", "password": "wrong horse battery" });
        assert_eq!(post("/api/login", "", wrong).await.0, 401);
        let profile = get("/api/people/Ada", "").await;
        assert!(profile["ratings"]["moulin"]["value"].as_f64().unwrap() > 1500.0);
        // Games, in every state.
        let rated = game(old.rated).await;
        assert_eq!(rated["status"], "over");
        assert_eq!(rated["history"].as_array().unwrap().len(), 4);
        assert_eq!(rated["players"]["white"]["name"], "Ada");
        assert_eq!(game(old.draw).await["status"], "over");
        assert!(game(old.draw).await["next"].is_string());
        assert_eq!(game(old.aborted).await["status"], "aborted");
        assert_eq!(game(old.open).await["status"], "open");
        let log = get(&format!("/api/games/{}/log", old.taken_back), "").await;
        assert_eq!(log.as_array().unwrap().len(), 3);
        assert_eq!(
            game(old.taken_back).await["history"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
        let record = get(&format!("/api/games/{}/record", old.rated), "").await;
        assert!(record.as_str().unwrap().contains("Ada"), "{record}");
        let games = get("/api/games?player=me", old.ada).await;
        assert_eq!(games.as_array().unwrap().len(), old.games_of_ada);
        let export = get("/api/me/export", old.ada).await;
        assert_eq!(export["me"]["name"], "Ada", "{export}");
        assert_eq!(export["games"].as_array().unwrap().len(), old.games_of_ada);
        // What goes on: a move, a seat, a game.
        let live = format!("/api/games/{}/moves", old.live);
        let moved = post(&live, old.ada, json!({ "ply": 2, "move": "b4" })).await;
        assert_eq!(read(moved)["ply"], 3);
        let join = format!("/api/games/{}/join", old.open);
        assert_eq!(
            read(post(&join, old.ada, json!({})).await)["status"],
            "live"
        );
        let new = json!({
            "setup": "moulin:envol", "opponent": {"kind": "friend"}, "colour": "white",
            "clock": "300+3", "rated": true,
        });
        assert_eq!(post("/api/games", old.ada, new).await.0, 201);
        assert_eq!(ask(address, "GET", "/ready", "", None).await.0, 200);
        if old.version >= 2 {
            let blocks = get("/api/me/blocks", old.ada).await;
            assert_eq!(blocks[0]["name"], "Bo");
            let connection = Connection::open(server.database()).unwrap();
            let sql = "SELECT text FROM reports WHERE reason = 'stalling'";
            let text: String = connection.query_row(sql, [], |row| row.get(0)).unwrap();
            assert_eq!(text, "waits for ever");
        }
        server.restart().await;
        assert_eq!(game(old.live).await["ply"], 3);
        let connection = Connection::open(server.database()).unwrap();
        let version: u32 = connection
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap();
        assert_eq!(version, 4);
        let whole: String = connection
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .unwrap();
        assert_eq!(whole, "ok");
        let mut broken = connection.prepare("PRAGMA foreign_key_check").unwrap();
        assert!(!broken.exists([]).unwrap());
        drop(broken);
        server.close().await;
    }
}

#[tokio::test]
async fn a_file_of_a_later_version_is_refused_untouched() {
    for old in &OLD {
        let folder = std::env::temp_dir().join(format!(
            "merelle-later-{}-{}",
            std::process::id(),
            old.version
        ));
        old.lay(&folder);
        let file = folder.join("merelle.db");
        let connection = Connection::open(&file).unwrap();
        connection.pragma_update(None, "user_version", 77).unwrap();
        drop(connection);
        let before = fs::read(&file).unwrap();
        let config = Config::local(folder.clone(), 0);
        let started = Server::start(&config, Families::standard()).await;
        let Err(StartError::Store(error)) = started else {
            panic!("it has started")
        };
        assert!(
            matches!(error, StoreError::Newer { found: 77, .. }),
            "{error}"
        );
        assert_eq!(fs::read(&file).unwrap(), before);
        fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test]
async fn a_migration_that_is_killed_has_not_happened() {
    let steps = [
        (1, include_str!("../../migrations/2.sql")),
        (2, include_str!("../../migrations/3.sql")),
    ];
    for (old, (version, step)) in OLD.iter().zip(steps) {
        assert_eq!(old.version, version);
        let server = TestServer::in_folder(|folder| {
            old.lay(folder);
            let whole = folder.join("merelle.db");
            let killed = folder.join("killed.db");
            fs::copy(&whole, &killed).unwrap();
            let connection = Connection::open(&killed).unwrap();
            // What does not fit into memory is written before the end, as in a large database.
            connection
                .execute_batch("PRAGMA journal_mode = WAL; PRAGMA cache_size = 2; BEGIN;")
                .unwrap();
            connection.execute_batch(step).unwrap();
            connection
                .pragma_update(None, "user_version", version + 1)
                .unwrap();
            // The power goes: the files stay as they are at this moment.
            for end in ["", "-wal"] {
                let from = folder.join(format!("killed.db{end}"));
                fs::copy(from, folder.join(format!("merelle.db{end}"))).unwrap();
            }
            drop(connection);
            for end in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(folder.join(format!("killed.db{end}")));
            }
            let connection = Connection::open(&whole).unwrap();
            let found: u32 = connection
                .query_row("PRAGMA user_version", [], |row| row.get(0))
                .unwrap();
            assert_eq!(found, version, "as it was");
        })
        .await;
        let path = format!("/api/games/{}", old.rated);
        let game = read(ask(server.address, "GET", &path, old.ada, None).await);
        assert_eq!(game["status"], "over", "and the server begins anew");
    }
}
