/// What a drawing shows besides the position; `P` is a point or a square of the board drawn.
///
/// ```
/// use picture::board::{Last, Marks, Visibility};
///
/// let marks = Marks { last: Some(Last::placed("d6")), hands: Visibility::Shown, ..Marks::default() };
/// assert_eq!(marks.open, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks<P> {
    /// The places where the side to move may play, ringed; a board of
    /// squares dims all others. `None` marks nothing.
    pub open: Option<Vec<P>>,
    /// The last move.
    pub last: Option<Last<P>>,
    /// The pieces that may be taken now, with a crossed ring.
    pub captures: Vec<P>,
    /// Runs of pieces that count, each drawn through its places.
    pub lines: Vec<Vec<P>>,
    /// Letters and numbers around the board.
    pub coordinates: Lettering,
    /// What both players have yet to place: black's above the board, white's below.
    pub hands: Visibility,
}

/// A move as marks show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last<P> {
    /// Where the piece came from, unless from a hand.
    pub from: Option<P>,
    /// Where it stands now.
    pub to: P,
    /// Where it took something.
    pub taken: Vec<P>,
}

/// How letters and numbers stand around a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lettering {
    /// Not at all, and no room is left for them.
    Hidden,
    /// For a board that fills a screen or a page.
    Plain,
    /// For a board that is small beside the text about it.
    Large,
}

/// Whether something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// It is.
    Shown,
    /// It is not, and no room is left for it.
    Hidden,
}

impl<P> Default for Marks<P> {
    /// Coordinates and nothing else.
    fn default() -> Marks<P> {
        Marks {
            open: None,
            last: None,
            captures: Vec::new(),
            lines: Vec::new(),
            coordinates: Lettering::Plain,
            hands: Visibility::Hidden,
        }
    }
}

impl<P> Last<P> {
    /// A piece that came from a hand and took nothing.
    #[must_use]
    pub fn placed(to: P) -> Last<P> {
        Last {
            from: None,
            to,
            taken: Vec::new(),
        }
    }
}
