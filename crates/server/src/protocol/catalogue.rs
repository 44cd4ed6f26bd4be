use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Phrase, Stage, Words};

/// What there is to choose from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Catalogue {
    /// The families of games, which ratings are kept by.
    pub families: Vec<Named>,
    /// The games.
    pub games: Vec<Offered>,
    /// The computer players, the weakest first; the strongest has its words with each game.
    pub players: Vec<ComputerPlayer>,
    /// What players may say to each other.
    pub phrases: Vec<PhraseText>,
}

/// A computer player that is the same at every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ComputerPlayer {
    /// As in messages and records.
    pub player: String,
    /// What it is called.
    pub name: Words,
    /// How strong it is.
    pub about: Words,
}

/// What people are told of a computer player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayerWords {
    /// What it is called.
    pub name: Words,
    /// How strong it is.
    pub about: Words,
}

impl From<play::PlayerWords> for PlayerWords {
    fn from(words: play::PlayerWords) -> PlayerWords {
        PlayerWords {
            name: Words::from(&words.name),
            about: Words::from(&words.about),
        }
    }
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Offered {
    /// Its setup.
    pub setup: String,
    /// What it is called.
    pub name: Words,
    /// What is its own, in a few words.
    pub about: Words,
    /// The computer players of it, the weakest first.
    pub players: Vec<String>,
    /// What the strongest of them is called here and what it can do.
    pub strongest: PlayerWords,
    /// Whether it can be played with several sets of pieces, on larger boards.
    pub sets: bool,
    /// The same where it is played with several sets, if it can be.
    #[schema(required)]
    pub strongest_with_sets: Option<PlayerWords>,
    /// The usual boards of one set, of two and so on, as a setup names them by `board=…`; none
    /// where boards are not laid of tiles.
    pub boards: Vec<String>,
    /// Ways to begin that a setup may name as `opening=…`, the usual one first; none where there
    /// is one.
    pub openings: Vec<Named>,
    /// Its board, as `/api/stage` gives it.
    pub stage: Stage,
}

/// A word of a setup and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Named {
    /// As in setups.
    pub word: String,
    /// As people call it.
    pub name: Words,
}

/// Something players may say to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PhraseText {
    /// As in messages.
    pub phrase: Phrase,
    /// As it is read.
    pub text: Words,
}

/// A board of the atlas and what best play gives on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AtlasBoard {
    /// What it is called.
    pub name: Words,
    /// Its tiles, as in setups.
    pub board: String,
    /// How many lines of three squares score on it.
    pub lines: u32,
    /// The openings, that with the fewest first moves first.
    pub openings: Vec<AtlasValue>,
}

/// What best play gives under an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AtlasValue {
    /// The opening, as in setups.
    pub opening: String,
    /// The points by which the first player wins.
    pub value: i32,
    /// How many first moves lead there.
    pub moves: u32,
}
