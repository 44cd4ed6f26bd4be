//! Over HTTP.

use game::Random;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{BLACK, Games, Trouble, WHITE, count};

/// Bytes no body may have.
const TOO_LONG: usize = 70_000;

#[derive(PartialEq, Eq)]
struct Request {
    method: &'static str,
    path: String,
    body: Option<String>,
}

fn post(path: String, body: &Value) -> Request {
    Request {
        method: "POST",
        path,
        body: Some(body.to_string()),
    }
}

/// A request that nobody of its senders may have granted.
fn request(random: &mut Random, games: &Games, sender: usize) -> Request {
    let game = games.any(random);
    let about = |what: &str| format!("/api/games/{game}/{what}");
    let ply = *random.pick(&[0, 1, 2, 3, 4, u32::MAX]).unwrap();
    let illegal = *random
        .pick(&["d6", "f4", "a1-a4", "zz", "", "pass", "La1", "a1xd6"])
        .unwrap();
    match random.below(15) {
        0 => {
            let whole = json!({ "ply": 2, "move": "a1" }).to_string();
            let end = random.below(whole.len() as u64) as usize;
            Request {
                method: "POST",
                path: about("moves"),
                body: Some(whole[..end].to_owned()),
            }
        }
        1 => post(about("moves"), &json!({ "ply": "2", "move": "a1" })),
        2 => post(
            about("moves"),
            &json!({ "ply": 2, "move": "a1", "and": "more" }),
        ),
        3 => post(
            about("moves"),
            &json!({ "ply": 2, "move": "9".repeat(TOO_LONG) }),
        ),
        4 if sender != WHITE => post(about("moves"), &json!({ "ply": 2, "move": "a1" })),
        5 if sender > WHITE => {
            let action = *random
                .pick(&["resign", "draw", "abort", "takeback", "claim", "rematch"])
                .unwrap();
            post(about("actions"), &json!({ "ply": 2, "action": action }))
        }
        6 => post(about("actions"), &json!({ "ply": 7, "action": "resign" })),
        7 => post(
            format!("/api/games/{}/join", games.live),
            &Value::Object(serde_json::Map::new()),
        ),
        8 => post(
            "/api/games/222222222222/moves".to_owned(),
            &json!({ "ply": 0, "move": "d6" }),
        ),
        9 => Request {
            method: random.pick(&["PUT", "DELETE", "PATCH", "BREW"]).unwrap(),
            path: format!("/api/games/{game}"),
            body: None,
        },
        10 => {
            let friend = json!({ "kind": "friend" });
            let level = json!({ "kind": "computer", "player": "level-99" });
            let new = match random.below(4) {
                0 => json!({ "setup": "chess", "opponent": friend }),
                1 => json!({ "setup": "mijnlieff", "opponent": friend, "clock": "-1+0" }),
                2 => json!({ "setup": "mijnlieff", "opponent": friend, "position": "w=" }),
                _ => json!({ "setup": "mijnlieff", "opponent": level }),
            };
            post("/api/games".to_owned(), &new)
        }
        11 => {
            let path = *random
                .pick(&[
                    "/api/position?setup=moulin:classique&position=w%3Da1",
                    "/api/position?setup=%00",
                    "/api/position",
                    "/api/value?setup=mijnlieff:sets=99",
                    "/api/stage?setup=moulin:unheard",
                    "/api/games/../../etc/passwd",
                    "/api/people/%ff",
                    "/api/games?before=x",
                    "/nowhere.js",
                ])
                .unwrap();
            Request {
                method: "GET",
                path: path.to_owned(),
                body: None,
            }
        }
        12 => match random.below(3) {
            0 => post(
                "/api/account".to_owned(),
                &json!({ "name": "Ada", "password": "password12" }),
            ),
            1 => post("/api/guest".to_owned(), &json!({ "name": "<b>" })),
            _ => post("/api/record".to_owned(), &json!({ "record": "[" })),
        },
        13 if sender == BLACK => replay(games),
        _ => post(about("moves"), &json!({ "ply": ply, "move": illegal })),
    }
}

/// The last move made again by who made it: that is granted, and harmless.
fn replay(games: &Games) -> Request {
    let last = json!({ "ply": 1, "move": "f4" });
    post(format!("/api/games/{}/moves", games.live), &last)
}

#[tokio::test]
async fn bad_requests_are_refused_and_change_nothing() {
    let mut trouble = Trouble::begin().await;
    let mut random = Random::new(7);
    let (mut refused, mut again) = (0, 0);
    for _ in 0..count() {
        let index = random.below(trouble.senders.len() as u64) as usize;
        let request = request(&mut random, &trouble.games, index);
        let is_replay = index == BLACK && request == replay(&trouble.games);
        let Request { method, path, body } = request;
        let told: String = body.iter().flat_map(|body| body.chars().take(99)).collect();
        let sender = &mut trouble.senders[index];
        let (status, answer) = sender.raw(method, &path, body).await.unwrap();
        let about = format!("{index}: {method} {path} {told}: {status}");
        if is_replay {
            assert_eq!(status, 200, "{about}");
            again += 1;
        } else {
            assert!((400..500).contains(&status), "{about}");
            let problem: Value = serde_json::from_slice(&answer).expect(&about);
            assert!(problem["text"]["fr"].is_string(), "{about}");
            refused += 1;
        }
    }
    println!("requests: {refused} refused, {again} replays");
    assert!(refused > 0 && again > 0);
    trouble.has_changed_nothing().await;
}

#[tokio::test]
async fn what_is_no_http_is_refused() {
    let trouble = Trouble::begin().await;
    let long = format!(
        "GET / HTTP/1.1\r\nHost: x\r\nCookie: {}\r\n\r\n",
        "x".repeat(40_000)
    );
    for (sent, expected) in [
        ("\x16\x03\x01 hello\r\n\r\n", "HTTP/1.1 400 "),
        ("GET  HTTP/1.1\r\n\r\n", "HTTP/1.1 400 "),
        (
            "POST /api/guest HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 400 ",
        ),
        (&long, "HTTP/1.1 431 "),
    ] {
        let mut stream = TcpStream::connect(trouble.server.address).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let mut start = [0; 13];
        stream.read_exact(&mut start).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&start), expected);
    }
    trouble.has_changed_nothing().await;
}
