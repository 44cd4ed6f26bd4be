use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The name of a game, as in its link. It cannot be guessed: 60 random bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct GameId([u8; GameId::LENGTH]);

/// What is no game's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no name of a game")]
pub(crate) struct NoGameId;

/// No letters that look like others, and no vowels to make words of.
const ALPHABET: [u8; 32] = *b"23456789bcdfghjkmnpqrstvwxzBCDFG";

impl GameId {
    const LENGTH: usize = 12;

    /// What they look like, as a regular expression.
    pub(crate) const PATTERN: &str = "^[2-9bcdfghjkmnpqrstvwxzBCDFG]{12}$";

    /// A new one.
    pub(crate) fn random() -> GameId {
        let bytes: [u8; GameId::LENGTH] = crate::secret::random_bytes();
        GameId(bytes.map(|byte| ALPHABET[usize::from(byte % 32)]))
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }
}

impl FromStr for GameId {
    type Err = NoGameId;

    fn from_str(text: &str) -> Result<GameId, NoGameId> {
        let bytes: [u8; GameId::LENGTH] = text.as_bytes().try_into().map_err(|_| NoGameId)?;
        let known = bytes.iter().all(|byte| ALPHABET.contains(byte));
        known.then_some(GameId(bytes)).ok_or(NoGameId)
    }
}

impl TryFrom<String> for GameId {
    type Error = NoGameId;

    fn try_from(text: String) -> Result<GameId, NoGameId> {
        text.parse()
    }
}

impl From<GameId> for String {
    fn from(game: GameId) -> String {
        game.as_str().to_owned()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_nothing_else_is_one() {
        let id = GameId::random();
        assert_eq!(id.as_str().parse(), Ok(id));
        for text in [
            "",
            "234",
            "23456789bcd!",
            "23456789bcdfg",
            "aaaaaaaaaaaa",
            "éééééé",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(NoGameId), "{text}");
        }
    }
}
