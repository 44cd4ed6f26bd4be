//! Over sockets.

use game::Random;
use serde_json::{Value, json};
use server::load::ClientError;

use super::{BLACK, Games, Trouble, WHITE, count};
use crate::test_server::hear;

/// Bytes of the longest message that is heard.
const LONGEST: usize = 16 * 1024;

/// A message that nobody of its senders may have granted.
fn message(random: &mut Random, games: &Games, sender: usize) -> String {
    let game = games.any(random);
    let ply = *random.pick(&[0, 1, 2, 3, 4, u32::MAX]).unwrap();
    let illegal = *random
        .pick(&["d6", "f4", "a1-a4", "zz", "", "pass", "La1", "a1xd6"])
        .unwrap();
    match random.below(13) {
        0 => (0..random.below(80))
            .map(|_| random.below(0x500) as u8 as char)
            .collect(),
        1 => {
            let whole = json!({ "type": "move", "game": game, "ply": 2, "move": "a1" }).to_string();
            let end = random.below(whole.len() as u64) as usize;
            whole[..end].to_owned()
        }
        2 => json!({ "type": "move", "game": game, "ply": "2", "move": "a1" }).to_string(),
        3 => json!({ "type": "move", "game": game, "ply": -1, "move": "a1" }).to_string(),
        4 => json!({ "type": "conquer", "game": game }).to_string(),
        5 => json!({ "type": "watch", "game": "222222222222" }).to_string(),
        6 => json!({ "type": "watch", "game": game, "and": "more" }).to_string(),
        7 => {
            let long = "9".repeat(LONGEST + 1 + random.below(4000) as usize);
            json!({ "type": "move", "game": game, "ply": 2, "move": long }).to_string()
        }
        8 if sender != WHITE => {
            json!({ "type": "move", "game": games.live, "ply": 2, "move": "a1" }).to_string()
        }
        9 if sender > WHITE => {
            let action = *random
                .pick(&["resign", "draw", "abort", "takeback", "claim"])
                .unwrap();
            json!({ "type": "act", "game": game, "ply": 2, "action": action }).to_string()
        }
        10 => json!({ "type": "act", "game": game, "ply": 7, "action": "resign" }).to_string(),
        11 if sender == BLACK => replay(games),
        _ => json!({ "type": "move", "game": game, "ply": ply, "move": illegal }).to_string(),
    }
}

/// The last move sent again by who made it: that is granted, and harmless.
fn replay(games: &Games) -> String {
    json!({ "type": "move", "game": games.live, "ply": 1, "move": "f4" }).to_string()
}

#[tokio::test]
async fn bad_messages_are_refused_and_change_nothing() {
    let mut trouble = Trouble::begin().await;
    for sender in &mut trouble.senders {
        sender.connect().await.unwrap();
        hear(sender, "hello").await;
    }
    let mut random = Random::new(99);
    let (mut refused, mut closed, mut again) = (0, 0, 0);
    for _ in 0..count() {
        let index = random.below(trouble.senders.len() as u64) as usize;
        let text = message(&mut random, &trouble.games, index);
        let sender = &mut trouble.senders[index];
        let sent = sender.say_raw(text.clone()).await;
        let answer = match sent {
            Ok(()) => sender.hear().await,
            Err(error) => Err(error),
        };
        match answer {
            Ok(answer) => {
                let answer: Value = serde_json::from_str(answer.as_str()).unwrap();
                let expected = if index == BLACK && text == replay(&trouble.games) {
                    again += 1;
                    "game"
                } else {
                    refused += 1;
                    "refused"
                };
                assert_eq!(answer["type"], expected, "{text} gave {answer}");
            }
            Err(ClientError::Closed | ClientError::Socket(_)) => {
                assert!(text.len() > LONGEST, "closed for {text}");
                sender.connect().await.unwrap();
                hear(sender, "hello").await;
                closed += 1;
            }
            Err(other) => panic!("{text} gave {other}"),
        }
    }
    println!("messages: {refused} refused, {closed} connections closed, {again} replays");
    assert!(refused > 0 && closed > 0 && again > 0);
    trouble.has_changed_nothing().await;
}
