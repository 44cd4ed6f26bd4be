use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Who starts.
    White,
    /// The other.
    Black,
}

/// Something of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Both<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl From<game::Side> for Side {
    fn from(side: game::Side) -> Side {
        match side {
            game::Side::White => Side::White,
            game::Side::Black => Side::Black,
        }
    }
}

impl From<Side> for game::Side {
    fn from(side: Side) -> game::Side {
        match side {
            Side::White => game::Side::White,
            Side::Black => game::Side::Black,
        }
    }
}

impl<T> From<[T; 2]> for Both<T> {
    /// White's first, as the games count sides.
    fn from([white, black]: [T; 2]) -> Both<T> {
        Both { white, black }
    }
}
