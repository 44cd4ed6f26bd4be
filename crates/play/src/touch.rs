use std::fmt;
use std::str::FromStr;

use crate::Turn;

/// Something a person touches to make a turn: a kind of piece in the hand, or a place of the board.
///
/// ```
/// use play::Touch;
///
/// assert_eq!("hand:L".parse(), Ok(Touch::Kind('L')));
/// assert_eq!("a4".parse(), Ok(Touch::Place("a4".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// A kind of piece in the hand, by its letter.
    Kind(char),
    /// A place by its name.
    Place(String),
}

/// What a kind of piece begins with in text.
const HAND: &str = "hand:";

/// A text that names nothing to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTouch;

impl Touch {
    /// Whether a turn is made by touching this, among other things.
    #[must_use]
    pub fn is_in(&self, turn: &Turn) -> bool {
        match self {
            Touch::Kind(kind) => turn.kind == Some(*kind),
            Touch::Place(place) => {
                let ends = [&turn.from, &turn.to].into_iter().flatten();
                ends.chain(&turn.takes).any(|name| name == place)
            }
        }
    }
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Touch::Kind(kind) => write!(f, "{HAND}{kind}"),
            Touch::Place(place) => f.write_str(place),
        }
    }
}

impl FromStr for Touch {
    type Err = NoTouch;

    /// Reads what is printed.
    fn from_str(text: &str) -> Result<Touch, NoTouch> {
        let Some(kind) = text.strip_prefix(HAND) else {
            let is_name = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
            let place = is_name.then(|| Touch::Place(text.to_ascii_lowercase()));
            return place.ok_or(NoTouch);
        };
        let mut letters = kind.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Ok(Touch::Kind(letter.to_ascii_uppercase())),
            _ => Err(NoTouch),
        }
    }
}
