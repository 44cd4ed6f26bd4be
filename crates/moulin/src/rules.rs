use crate::{Board, NINE};

/// A rule set of the family (ML10): every difference between the sheets is a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Points and lines.
    pub board: &'static Board,
    /// Stones each player begins with, at most 12.
    pub stones: u8,
    /// What a mill may take (ML4).
    pub takes: Takes,
    /// Who may fly (ML6).
    pub flight: Flight,
    /// Stones taken for two mills closed at once (ML3).
    pub double: Double,
    /// What happens to a player who cannot move (ML8).
    pub stuck: Stuck,
}

/// Who has fewer stones, those in hand among them, has lost (ML7).
pub const FEWEST: u8 = 3;

/// Which enemy stones a closed mill may take (ML4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Any.
    Any,
    /// Only those outside mills; when all are in mills, none.
    Outside,
    /// Only those outside mills; when all are in mills, any.
    OutsideOrAll,
}

/// Who may move a stone to any free point (ML6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// Nobody.
    Never,
    /// A player with this many stones or fewer, every turn.
    At(u8),
    /// A player with this many stones or fewer, once in the game.
    Once(u8),
}

/// Stones taken for two mills closed at once (ML3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Double {
    /// One, as for a single mill.
    One,
    /// Two, one after the other.
    Two,
}

/// What happens to a player who cannot move (ML8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The game is lost.
    Lose,
    /// The turn is lost.
    Pass,
}

/// Sheet 003: flight with three stones, stones in mills are safe while others are not.
pub const CLASSIQUE: Rules = Rules {
    board: &NINE,
    stones: 9,
    takes: Takes::OutsideOrAll,
    flight: Flight::At(3),
    double: Double::One,
    stuck: Stuck::Lose,
};

/// Sheet 002: one flight per game from four stones down, no stone is safe.
pub const ENVOL: Rules = Rules {
    takes: Takes::Any,
    flight: Flight::Once(4),
    ..CLASSIQUE
};

/// Sheet 004: no flight, stones in mills are always safe.
pub const BARREAU: Rules = Rules {
    takes: Takes::Outside,
    flight: Flight::Never,
    ..CLASSIQUE
};

/// The rule sets that have a name, in the order in which a name is looked for.
pub const SHEETS: [(&str, Rules); 3] = [
    ("classique", CLASSIQUE),
    ("envol", ENVOL),
    ("barreau", BARREAU),
];
