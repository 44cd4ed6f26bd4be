use crate::Ending;

/// Draws that only the history of a game can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawLimits {
    /// How often a position may occur, the first time included: with the last of them the game is
    /// drawn.
    pub occurrences: u32,
    /// The draw when a position has occurred so often.
    pub repetition: Ending,
    /// Turns in a row without progress with which the game is drawn.
    pub quiet_turns: u32,
    /// The draw after so many quiet turns.
    pub no_progress: Ending,
}
