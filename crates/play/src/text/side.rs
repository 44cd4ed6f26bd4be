use game::Side;

use super::Text;

/// The name of a side, in lower case: a label, and what its pieces are like.
#[must_use]
pub fn side(side: Side) -> Text {
    match side {
        Side::White => Text::new("white", "blanc"),
        Side::Black => Text::new("black", "noir"),
    }
}

/// A side as somebody who acts, in English and French; in French they are several.
pub(crate) const fn players(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::White => ("white", "les blancs"),
        Side::Black => ("black", "les noirs"),
    }
}

/// The same at the beginning of a sentence.
pub(crate) const fn players_first(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::White => ("White", "Les blancs"),
        Side::Black => ("Black", "Les noirs"),
    }
}

/// Whose turn it is or to whom something is done, in French.
pub(crate) const fn to_players_fr(side: Side) -> &'static str {
    match side {
        Side::White => "aux blancs",
        Side::Black => "aux noirs",
    }
}

/// Whose something is, in French.
pub(crate) const fn of_players_fr(side: Side) -> &'static str {
    match side {
        Side::White => "des blancs",
        Side::Black => "des noirs",
    }
}
