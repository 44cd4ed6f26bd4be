use crate::{Kind, Square};

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece from the hand onto an empty square.
    Place {
        /// Which kind of piece.
        kind: Kind,
        /// Where.
        square: Square,
    },
    /// The turn of a player who has pieces but no allowed square (MJ8).
    Pass,
}
