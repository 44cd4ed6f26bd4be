use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::super::ClientError;
use super::super::analyst::random_game;
use super::super::player::{Habits, play};
use super::target::Target;

/// From one question of who does not listen to the next: within the limit of messages.
const DRIP: Duration = Duration::from_millis(120);

/// Control frames at once, and what is in them.
const BURST: u32 = 500;
const FILLING: &[u8] = &[7; 100];

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// How far into the game questions are asked.
const PLIES: usize = 6;

pub(super) async fn deaf(target: &Target) -> Result<(), ClientError> {
    let mut client = target.guest().await?;
    let setup = target.dear.to_string();
    let new = json!({ "setup": setup, "opponent": { "kind": "here" } });
    let made = target
        .ask(&mut client, "POST", "/api/games", Some(new))
        .await?;
    let game = made.map_or(Value::Null, |made| made["id"].clone());
    let socket = client.connect_deaf().await?;
    loop {
        let watch = json!({ "type": "watch", "game": game });
        socket.send(Message::text(watch.to_string())).await?;
        target.note(|tally| tally.granted += 1);
        sleep(DRIP).await;
    }
}

pub(super) async fn control(target: &Target) -> Result<(), ClientError> {
    let mut client = target.nobody();
    client.connect().await?;
    let socket = client.socket()?;
    loop {
        for _ in 0..BURST {
            socket.feed(Message::Ping(FILLING.into())).await?;
        }
        socket.flush().await?;
        target.note(|tally| tally.granted += u64::from(BURST));
        while let Some(heard) = socket.next().now_or_never() {
            heard.ok_or(ClientError::Closed)??;
        }
        tokio::task::yield_now().await;
    }
}

pub(super) async fn thoughts(target: &Target) -> Result<(), ClientError> {
    let mut client = target.guest().await?;
    let setup = target.dear.to_string();
    let made = target.practice(&mut client, &setup, &target.player).await?;
    let Some(made) = made else {
        return Ok(());
    };
    let game = made["id"].as_str().unwrap_or_default().to_owned();
    let (_here, server) = watch::channel(Some(target.way.server));
    let habits = Habits {
        pause: Duration::ZERO,
        seed: target.seed,
        number: target.number,
    };
    play(client, game, habits, Arc::default(), server).await;
    Ok(())
}

pub(super) async fn questions(target: &Target) -> Result<(), ClientError> {
    let mut client = target.guest().await?;
    client.connect().await?;
    for question in 0_u32.. {
        let moves = random_game(&target.dear, target.seed ^ u64::from(question), PLIES);
        let kind = ["analyse", "review"][question as usize % 2];
        let ask = json!({
            "type": kind,
            "question": question,
            "setup": target.dear.to_string(),
            "moves": moves,
        });
        client.say_raw(ask.to_string()).await?;
        loop {
            let heard = timeout(PATIENCE, client.hear()).await;
            let heard = heard.map_err(|_| ClientError::Closed)??;
            let heard: Value = serde_json::from_str(heard.as_str())?;
            if heard["type"] == "refused" {
                target.note(|tally| tally.refused += 1);
                sleep(DRIP).await;
                break;
            }
            if heard["done"] == true {
                target.note(|tally| tally.granted += 1);
                break;
            }
        }
    }
    Ok(())
}
