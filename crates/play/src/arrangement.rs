use game::Side;

use crate::Standing;

/// A position as somebody sets it up by hand. What the game does not have is ignored.
///
/// ```
/// use game::Side;
/// use play::{Arrangement, Families, Standing};
///
/// let stone = |place: &str, side| Standing { place: place.to_owned(), side, kind: None };
/// let arrangement = Arrangement {
///     standing: vec![stone("d6", Side::White), stone("f4", Side::Black)],
///     turn: Side::White,
///     hands: [8, 8],
///     last: None,
///     flights: [true, true],
/// };
/// let setup = Families::standard().setup("moulin:classique").unwrap();
/// let session = setup.arrange(&arrangement).unwrap();
/// assert_eq!(session.position(), "w=d6;b=f4;hand=8,8;turn=w");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// What stands on the board.
    pub standing: Vec<Standing>,
    /// The side to move.
    pub turn: Side,
    /// What white and black have still to place, where that does not follow from the board.
    pub hands: [u32; 2],
    /// The place of the last piece, where it says what may come next.
    pub last: Option<String>,
    /// Whether white and black still have the one flight of the game, where there is such a right.
    pub flights: [bool; 2],
}

impl Arrangement {
    /// The pieces of a side, each with its letter before its place, as positions are written.
    #[must_use]
    pub fn written(&self, side: Side) -> String {
        let pieces = self.standing.iter().filter(|piece| piece.side == side);
        let texts: Vec<String> = pieces.map(written).collect();
        texts.join(",")
    }

    /// The last piece, written so.
    #[must_use]
    pub fn last_written(&self) -> Option<String> {
        let last = self.last.as_ref()?;
        let piece = self.standing.iter().find(|piece| piece.place == *last);
        piece.map(written)
    }
}

fn written(piece: &Standing) -> String {
    let letter = piece.kind.map(String::from).unwrap_or_default();
    format!("{letter}{}", piece.place)
}
