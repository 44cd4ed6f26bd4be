/// The four kinds of pieces (MJ3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Ligne droite: the opponent plays on its row or column.
    Straight,
    /// Diagonale: the opponent plays on a diagonal through it.
    Diagonal,
    /// Poussoir: the opponent plays where it does not touch.
    Pusher,
    /// Extracteur: the opponent plays where it touches.
    Puller,
}

impl Kind {
    /// All four, in the order of the sheet.
    pub const ALL: [Kind; 4] = [Kind::Straight, Kind::Diagonal, Kind::Pusher, Kind::Puller];

    /// Its place in [`ALL`](Kind::ALL).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the kind in moves and positions, from its French name.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Kind::Straight => 'L',
            Kind::Diagonal => 'D',
            Kind::Pusher => 'P',
            Kind::Puller => 'E',
        }
    }

    /// Reads [`letter`](Kind::letter), in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}
