use moulin::Position;
use tables::{Exact, FileFault, Wdl};

/// A position of the moving phase, as the side to move sees it. Sets of points have a bit per point,
/// by its number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The stones of the side to move.
    pub mine: u32,
    /// The other's stones.
    pub theirs: u32,
    /// Who has not used the one flight: bit 0 the side to move, bit 1 the other. 0 under rules
    /// without such a right.
    pub flights: u8,
}

/// Somebody who knows endings by heart. Asked from several threads, often, and trusted. Where the table
/// that is needed is damaged, that is the answer.
pub trait Probe: Send + Sync {
    /// The most stones on the board, of both players, about which to ask.
    fn most_stones(&self) -> u32;

    /// What a position is worth, if known.
    fn probe(&self, ending: &Ending) -> Result<Option<Exact>, FileFault>;

    /// What a position of either phase is worth, if known. Asked about the root's moves and the
    /// lines that are told, so it need not be as quick.
    fn position(&self, position: &Position) -> Result<Option<Exact>, FileFault>;

    /// Whether a position of either phase is won, drawn or lost, if that is known. Asked about the
    /// root's moves whose exact value is not.
    fn wdl(&self, position: &Position) -> Result<Option<Wdl>, FileFault> {
        Ok(self.position(position)?.map(Wdl::from))
    }
}
