use serde::Deserialize;

use crate::protocol::{Side, Status};

/// What a player hears, as far as it matters. It borrows from the message: a crowd hears ten
/// thousand a second, on the machine it measures.
pub(super) enum Heard<'a> {
    /// All of a game.
    Game {
        id: &'a str,
        ply: u32,
        status: Status,
        you: Option<Side>,
        next: Option<&'a str>,
        view: Seen<'a>,
    },
    /// A move.
    Played {
        game: &'a str,
        ply: u32,
        text: &'a str,
        view: Seen<'a>,
    },
    /// The end of a game.
    Over { game: &'a str, ply: u32 },
    /// The game after it.
    Rematch { game: &'a str, next: &'a str },
    /// What was asked is not done.
    Refused,
    /// Anything else.
    Other,
}

/// Whose turn it is, and which turns there are.
#[derive(Deserialize)]
pub(super) struct Seen<'a> {
    pub(super) turn: Side,
    #[serde(borrow)]
    pub(super) turns: Vec<SeenTurn<'a>>,
}

/// A turn that can be made.
#[derive(Deserialize)]
pub(super) struct SeenTurn<'a> {
    #[serde(rename = "move")]
    pub(super) text: &'a str,
}

/// The fields of all messages together, which is read faster than one kind after the other.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    id: Option<&'a str>,
    game: Option<&'a str>,
    ply: Option<u32>,
    #[serde(rename = "move")]
    text: Option<&'a str>,
    status: Option<Status>,
    you: Option<Side>,
    next: Option<&'a str>,
    #[serde(borrow)]
    view: Option<Seen<'a>>,
}

impl<'a> Heard<'a> {
    pub(super) fn read(message: &'a str) -> Result<Heard<'a>, serde_json::Error> {
        let fields: Fields<'a> = serde_json::from_str(message)?;
        Ok(fields.sort().unwrap_or(Heard::Other))
    }
}

impl<'a> Fields<'a> {
    fn sort(self) -> Option<Heard<'a>> {
        Some(match self.kind {
            "game" => Heard::Game {
                id: self.id?,
                ply: self.ply?,
                status: self.status?,
                you: self.you,
                next: self.next,
                view: self.view?,
            },
            "played" => Heard::Played {
                game: self.game?,
                ply: self.ply?,
                text: self.text?,
                view: self.view?,
            },
            "over" => Heard::Over {
                game: self.game?,
                ply: self.ply?,
            },
            "rematch" => Heard::Rematch {
                game: self.game?,
                next: self.next?,
            },
            "refused" => Heard::Refused,
            _ => Heard::Other,
        })
    }
}
