use crate::Game;

/// The text forms of a game: strict when printing, forgiving when reading, and
/// `read(print(x)) == x`.
pub trait Notation: Game {
    /// Why a position text is refused.
    type PositionError;
    /// Why a move is refused, be it unreadable or against a rule.
    type MoveError;

    /// The setup in its one printed form.
    fn setup_text(&self) -> String;

    /// A position in its one printed form.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position of this game.
    fn read_position(&self, text: &str) -> Result<Self::Position, Self::PositionError>;

    /// A move in its one printed form.
    fn move_text(&self, played: Self::Move) -> String;

    /// Reads a move and checks it against the rules: what comes back is legal here.
    fn read_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, Self::MoveError>;
}
