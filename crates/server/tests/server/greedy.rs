//! Clients that take what others need: they do not read, send slowly, or send without end.

use std::time::Duration;

use play::Families;
use server::LimitSettings;
use server::load::Client;
use tokio::time::{Instant, sleep};

use crate::live::{pair, play};
use crate::raw::{Behind, Opcode, Raw, frame};
use crate::test_server::{Manners, TestServer, hear};

/// How long the servers of these tests wait for their clients.
const PATIENCE: Duration = Duration::from_millis(500);

/// Something large that is made anew for each who asks: a board on which both fly, again and again.
const LARGE: &str = "/api/frames?setup=moulin:classique&count=64\
    &position=w=a1,d2,f4;b=g7,d6,b4;hand=0,0;turn=w&moves=a1-a4+g7-g4+a4-a7+g4-g1+a7-d7+g1-d1+d7-a1\
    +d1-g7+a1-d1+g7-d7+d1-g1+d7-a7+g1-g4+a7-a4+g4-g7+a4-a1";

/// A server that loses its patience soon.
async fn impatient() -> TestServer {
    expecting(Manners::default().limits).await
}

async fn expecting(limits: LimitSettings) -> TestServer {
    let patience = PATIENCE;
    TestServer::expecting(Families::standard(), Manners { patience, limits }).await
}

/// A server with the usual patience and these limits.
async fn limited(limits: LimitSettings) -> TestServer {
    let manners = Manners {
        limits,
        ..Manners::default()
    };
    TestServer::expecting(Families::standard(), manners).await
}

/// Whether the server has let go of a client after this time, during which it reads nothing.
async fn is_closed_after(raw: &mut Raw, time: Duration) -> bool {
    sleep(time).await;
    raw.end(PATIENCE / 2).await.0 == Behind::Closed
}

#[tokio::test]
async fn answers_that_nobody_reads_are_let_go() {
    let server = impatient().await;
    let mut unread = Vec::new();
    for _ in 0..20 {
        let mut raw = Raw::connect(server.address).await;
        raw.ask(LARGE, 30).await;
        unread.push(raw);
    }
    sleep(3 * PATIENCE).await;
    for raw in &mut unread {
        assert_eq!(raw.end(PATIENCE / 2).await.0, Behind::Closed);
    }
}

/// Reading a few bytes now and then is not reading.
#[tokio::test]
async fn an_answer_that_is_read_by_drops_is_let_go() {
    let server = impatient().await;
    let mut raw = Raw::connect(server.address).await;
    raw.ask(LARGE, 30).await;
    let began = Instant::now();
    while began.elapsed() < 6 * PATIENCE {
        raw.read_some(16).await;
        sleep(PATIENCE / 5).await;
    }
    // What it has not read yet is still on its own side.
    assert_eq!(raw.end(PATIENCE / 2).await.0, Behind::Closed);
}

#[tokio::test]
async fn connections_that_send_nothing_or_slowly_end() {
    let server = impatient().await;
    let mut silent = Raw::connect(server.address).await;
    let mut idle = Raw::connect(server.address).await;
    idle.ask("/health", 1).await;
    let mut slow = Raw::connect(server.address).await;
    let head = "POST /api/record HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: 5000\r\n\r\n";
    slow.send(head.as_bytes()).await;
    for _ in 0..15 {
        slow.send(b" ").await;
        sleep(PATIENCE / 5).await;
    }
    let (end, answer) = slow.end(PATIENCE / 2).await;
    assert!(answer.starts_with(b"HTTP/1.1 400"), "{answer:?}");
    assert_eq!(end, Behind::Closed);
    for raw in [&mut silent, &mut idle] {
        assert_eq!(raw.end(PATIENCE / 2).await.0, Behind::Closed);
    }
}

/// Whether a socket sends nothing, asks for ever, or pretends to have heard: who does not read goes.
#[tokio::test]
async fn a_deaf_socket_is_closed_whatever_it_sends() {
    let server = impatient().await;
    let said: [&[u8]; 4] = [
        b"",
        &frame(Opcode::Text, true, br#"{"type":"ping"}"#),
        &frame(Opcode::Ping, true, b""),
        &frame(Opcode::Pong, true, b"1234"),
    ];
    let mut deaf = Vec::new();
    for words in said {
        let mut raw = Raw::connect(server.address).await;
        raw.upgrade().await;
        deaf.push((raw, words));
    }
    for _ in 0..35 {
        for (raw, words) in &mut deaf {
            raw.send(words).await;
        }
        sleep(PATIENCE / 10).await;
    }
    for (raw, words) in &mut deaf {
        let (end, _) = raw.end(PATIENCE / 2).await;
        assert_eq!(end, Behind::Closed, "{:?}", String::from_utf8_lossy(words));
    }
}

/// The same for one that has more to read than the system holds for it.
#[tokio::test]
async fn a_deaf_socket_that_asks_for_much_is_closed() {
    let server = impatient().await;
    let (_ada, _bo, game) = pair(&server, "moulin:envol", "60+1").await;
    let mut raw = Raw::connect(server.address).await;
    raw.upgrade().await;
    let watch = format!(r#"{{"type":"watch","game":"{game}"}}"#);
    for _ in 0..100 {
        raw.send(&frame(Opcode::Text, true, watch.as_bytes())).await;
    }
    assert!(is_closed_after(&mut raw, 3 * PATIENCE).await);
}

#[tokio::test]
async fn a_socket_that_reads_stays() {
    let server = impatient().await;
    let (mut ada, mut bo, game) = pair(&server, "moulin:envol", "60+1").await;
    // Both answer pings only while they read.
    let listening = tokio::time::timeout(6 * PATIENCE, hear(&mut ada, "never"));
    let other = tokio::time::timeout(6 * PATIENCE, hear(&mut bo, "never"));
    let (one, two) = tokio::join!(listening, other);
    assert!(one.is_err() && two.is_err(), "neither was closed");
    play(&mut ada, &game, 0, "d6").await;
    assert_eq!(hear(&mut bo, "played").await["move"], "d6");
}

/// Control frames are messages, and so are parts of them.
#[tokio::test]
async fn floods_of_frames_close_the_socket() {
    let server = TestServer::expecting(
        Families::standard(),
        Manners {
            limits: LimitSettings::default(),
            ..Manners::default()
        },
    )
    .await;
    let begin = frame(Opcode::Text, false, b"{");
    let floods = [
        (vec![], frame(Opcode::Ping, true, b"")),
        (vec![], frame(Opcode::Pong, true, b"x")),
        (vec![], frame(Opcode::Text, true, b"")),
        (begin.clone(), frame(Opcode::Continuation, false, b"")),
        (begin.clone(), frame(Opcode::Continuation, false, b" ")),
        (begin, {
            let mut both = frame(Opcode::Continuation, false, b"").repeat(50);
            both.extend(frame(Opcode::Ping, true, b""));
            both
        }),
    ];
    for (number, (begin, part)) in floods.into_iter().enumerate() {
        let mut raw = Raw::connect(server.address).await;
        raw.upgrade().await;
        raw.send(&begin).await;
        let began = Instant::now();
        let mut sent = 0;
        loop {
            if raw.send(&part.repeat(100)).await == Behind::Closed {
                break;
            }
            let (end, _) = raw.end(Duration::from_millis(1)).await;
            if end == Behind::Closed {
                break;
            }
            sent += 100;
            let time = began.elapsed();
            assert!(
                time < Duration::from_secs(5),
                "flood {number}: {sent} frames"
            );
        }
    }
    // Others are heard all the while.
    let mut anybody = Client::new(server.address);
    anybody.connect().await.unwrap();
    hear(&mut anybody, "hello").await;
}

#[tokio::test]
async fn an_address_has_a_number_of_connections() {
    let limits = LimitSettings {
        connections: 10,
        ..Manners::default().limits
    };
    let server = limited(limits).await;
    let mut open = Vec::new();
    for _ in 0..10 {
        let mut raw = Raw::connect(server.address).await;
        raw.ask("/health", 1).await;
        assert!(raw.answer().await.starts_with("HTTP/1.1 200"));
        open.push(raw);
    }
    let mut more = Raw::connect(server.address).await;
    let answer = more.answer().await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("Retry-After: 10"), "{answer}");
    let mut other = Raw::from([127, 0, 0, 2], server.address).await;
    other.ask("/health", 1).await;
    assert!(other.answer().await.starts_with("HTTP/1.1 200"));
    // A socket is counted as a socket.
    open.pop();
    sleep(Duration::from_millis(100)).await;
    let mut socket = Raw::connect(server.address).await;
    socket.upgrade().await;
    sleep(Duration::from_millis(100)).await;
    let mut one = Raw::connect(server.address).await;
    one.ask("/health", 1).await;
    assert!(one.answer().await.starts_with("HTTP/1.1 200"));
}

/// A server that goes down waits for nobody who does not read.
#[tokio::test]
async fn it_goes_down_at_once_however_many_do_not_read() {
    let mut server = TestServer::open().await;
    let (_ada, _bo, game) = pair(&server, "moulin:envol", "60+1").await;
    let watch = format!(r#"{{"type":"watch","game":"{game}"}}"#);
    let mut deaf = Vec::new();
    for _ in 0..6 {
        let mut raw = Raw::connect(server.address).await;
        raw.upgrade().await;
        for _ in 0..60 {
            raw.send(&frame(Opcode::Text, true, watch.as_bytes())).await;
        }
        deaf.push(raw);
    }
    for number in 0..150 {
        let mut raw = Raw::connect(server.address).await;
        let path = if number % 2 == 0 {
            LARGE
        } else {
            "/openapi.json"
        };
        raw.ask(path, 10).await;
        deaf.push(raw);
    }
    sleep(Duration::from_millis(500)).await;
    let began = Instant::now();
    server.close().await;
    let time = began.elapsed();
    assert!(time < Duration::from_secs(2), "{time:?}");
}

/// Who leaves answers unread is refused before more are made; others are not.
#[tokio::test]
async fn what_an_address_does_not_read_is_bounded() {
    let server = TestServer::open().await;
    let mut unread = Vec::new();
    for _ in 0..220 {
        let mut raw = Raw::from([127, 0, 0, 3], server.address).await;
        raw.ask(LARGE, 6).await;
        unread.push(raw);
    }
    // They are made one after the other.
    let began = Instant::now();
    loop {
        let mut other = Raw::from([127, 0, 0, 3], server.address).await;
        other.ask("/api/lobby", 1).await;
        let answer = other.answer().await;
        if answer.starts_with("HTTP/1.1 429") {
            assert!(answer.contains("retry-after: "), "{answer}");
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(14), "{answer}");
        sleep(Duration::from_millis(100)).await;
    }
    let mut other = Raw::connect(server.address).await;
    other.ask("/api/lobby", 1).await;
    assert!(other.answer().await.starts_with("HTTP/1.1 200"));
    drop(unread);
    sleep(Duration::from_millis(300)).await;
    let mut again = Raw::from([127, 0, 0, 3], server.address).await;
    again.ask("/api/lobby", 1).await;
    assert!(again.answer().await.starts_with("HTTP/1.1 200"));
}

/// As many as may come at once, and some more.
#[tokio::test]
async fn simulated_people_wait_when_they_are_told_to_and_all_come_in() {
    let limits = LimitSettings {
        guests: 30,
        ..Manners::default().limits
    };
    let server = limited(limits).await;
    let began = Instant::now();
    for number in 0..11 {
        server.guest(&format!("Pupil {number}")).await;
    }
    // Ten at once, and one every two seconds.
    assert!(began.elapsed() >= Duration::from_secs(1));
}
