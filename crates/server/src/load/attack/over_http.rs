use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::time::{Duration, sleep};

use super::super::ClientError;
use super::target::Target;

/// How long an answer that is not read is left alone.
const PATIENCE: Duration = Duration::from_secs(120);

/// Room for what arrives, where nothing is read.
const LITTLE: u32 = 2048;

/// Kinds of games that do not fit each other.
const CLOCKS: u64 = 50;

pub(super) async fn records(target: &Target) -> Result<(), ClientError> {
    let mut client = target.nobody();
    loop {
        let record = Some(target.record());
        target
            .ask(&mut client, "POST", "/api/record", record)
            .await?;
    }
}

pub(super) async fn frames(target: &Target) -> Result<(), ClientError> {
    let mut client = target.nobody();
    let (setup, moves) = &target.long;
    let path = format!(
        "/api/frames?setup={setup}&moves={}",
        moves.replace(' ', "%20")
    );
    loop {
        target.ask(&mut client, "GET", &path, None).await?;
    }
}

pub(super) async fn unread(target: &Target) -> Result<(), ClientError> {
    let socket = target.way.socket()?;
    socket.set_recv_buffer_size(LITTLE)?;
    let mut stream = socket.connect(target.way.server).await?;
    let body = target.record().to_string();
    let request = format!(
        "POST /api/record HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        target.way.server,
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    target.note(|tally| tally.granted += 1);
    sleep(PATIENCE).await;
    Ok(())
}

pub(super) async fn rules(target: &Target) -> Result<(), ClientError> {
    let mut client = target.nobody();
    // Each begins elsewhere, so that all are asked for soon.
    let first = target.number as usize * 7;
    for odd in target.odd.iter().cycle().skip(first % target.odd.len()) {
        let path = format!("/api/value?setup={odd}");
        target.ask(&mut client, "GET", &path, None).await?;
    }
    Ok(())
}

pub(super) async fn guests(target: &Target) -> Result<(), ClientError> {
    loop {
        target.guest().await?;
    }
}

pub(super) async fn wishes(target: &Target) -> Result<(), ClientError> {
    loop {
        let mut client = target.guest().await?;
        // A socket keeps the wishes of a guest in the lobby.
        client.connect().await?;
        let mut asking = client.moved(target.way.server);
        for clock in 0..CLOCKS {
            let new = json!({
                "setup": target.dear.to_string(),
                "opponent": { "kind": "anyone" },
                "clock": format!("{}+{clock}", 60 + target.number),
            });
            target
                .ask(&mut asking, "POST", "/api/games", Some(new))
                .await?;
        }
    }
}

pub(super) async fn log_ins(target: &Target) -> Result<(), ClientError> {
    let mut client = target.nobody();
    for guess in 0_u64.. {
        let password = format!("correct horse {guess} battery {}", target.number);
        let body = Some(json!({ "name": "Owner", "password": password }));
        target.ask(&mut client, "POST", "/api/login", body).await?;
    }
    Ok(())
}

pub(super) async fn takebacks(target: &Target) -> Result<(), ClientError> {
    let mut client = target.guest().await?;
    let setup = target.dear.to_string();
    let Some(game) = target.practice(&mut client, &setup, "level-1").await? else {
        return Ok(());
    };
    let path = format!("/api/games/{}", game["id"].as_str().unwrap_or_default());
    loop {
        let Some(state) = target.ask(&mut client, "GET", &path, None).await? else {
            return Ok(());
        };
        let ply = &state["ply"];
        let turns = state["view"]["turns"].as_array();
        let turn = turns.and_then(|turns| turns.first());
        if let Some(turn) = turn.filter(|_| state["view"]["turn"] == state["you"]) {
            let body = Some(json!({ "ply": ply, "move": turn["move"] }));
            let path = format!("{path}/moves");
            target.ask(&mut client, "POST", &path, body).await?;
        } else if state["status"] != "live" {
            return Ok(());
        }
        let Some(state) = target.ask(&mut client, "GET", &path, None).await? else {
            return Ok(());
        };
        let body = Some(json!({ "ply": state["ply"], "action": "takeback" }));
        let path = format!("{path}/actions");
        target.ask(&mut client, "POST", &path, body).await?;
    }
}
