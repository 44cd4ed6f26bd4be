use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use game::Random;
use play::Setup;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::timeout;

use super::{Client, ClientError, Latencies};
use crate::protocol::ClientMessage;

/// What people who have games reviewed write down together.
#[derive(Clone, Debug, Default)]
pub struct Reviews {
    /// From asking for a review to its first mark.
    pub first: Latencies,
    /// From asking to its end.
    pub whole: Latencies,
}

/// Longest time without any message before a connection is given up.
const SILENCE: Duration = Duration::from_secs(60);

/// The fields of messages that matter here.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    done: bool,
}

/// Moves of a game made at random, at most so many.
pub(super) fn random_game(setup: &Setup, seed: u64, plies: usize) -> String {
    let mut session = setup.session();
    let mut random = Random::new(seed);
    for _ in 0..plies {
        let moves = session.moves();
        let Some(played) = random.pick(&moves) else {
            break;
        };
        let played = session.play(played);
        played.expect("a move that the session says is legal");
    }
    session.history().join(" ")
}

/// Has one game after the other reviewed until told to stop.
pub(super) async fn review(
    mut client: Client,
    setup: Setup,
    plies: usize,
    seed: u64,
    reviews: Arc<Mutex<Reviews>>,
    mut server: watch::Receiver<Option<SocketAddr>>,
) {
    for number in 0.. {
        let moves = random_game(&setup, seed ^ number, plies);
        let asking = ask(&mut client, number as u32, &setup, moves, &reviews);
        let gone = async {
            while server.borrow_and_update().is_some() && server.changed().await.is_ok() {}
        };
        tokio::select! {
            asked = asking => if asked.is_err() { return },
            () = gone => return,
        }
    }
}

async fn ask(
    client: &mut Client,
    question: u32,
    setup: &Setup,
    moves: String,
    reviews: &Mutex<Reviews>,
) -> Result<(), ClientError> {
    let asked = Instant::now();
    client
        .say(&ClientMessage::Review {
            question,
            setup: setup.to_string(),
            position: None,
            moves,
        })
        .await?;
    let note = |times: fn(&mut Reviews) -> &mut Latencies| {
        let mut reviews = reviews.lock().unwrap_or_else(PoisonError::into_inner);
        times(&mut reviews).add(asked.elapsed());
    };
    let mut marked = false;
    loop {
        let heard = timeout(SILENCE, client.hear()).await;
        let text = heard.map_err(|_| ClientError::Closed)??;
        let message: Heard<'_> = serde_json::from_str(text.as_str())?;
        match message.kind {
            "reviewed" if !marked => {
                marked = true;
                note(|reviews| &mut reviews.first);
            }
            "review" if message.done => {
                note(|reviews| &mut reviews.whole);
                return Ok(());
            }
            "refused" => return Err(ClientError::Closed),
            _ => {}
        }
    }
}
