use picture::Scene;

/// A short form of the rules of a setup, for a card beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The name of the game.
    pub title: String,
    /// What each kind of piece does, where there are kinds: the piece and a line.
    pub pieces: Vec<(Scene, String)>,
    /// What else there is to know.
    pub lines: Vec<String>,
}
