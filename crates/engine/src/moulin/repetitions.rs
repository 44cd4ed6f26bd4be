use moulin::Position;
use tables::kernel::{Geometry, State};

use super::node::Node;

/// The positions since the last irreversible turn, the present one included, which can be repeated
/// (ML9).
///
/// To come back to one of them counts as a draw at once and not only the third time: whoever wants
/// the draw would come back once more, and whoever does not has to play something else anyway.
#[derive(Clone, Debug)]
pub(super) struct Repetitions {
    /// Quiet turns before the root.
    pub(super) quiet: u32,
    /// Positions with the side to move at the root on the move, and those with the other.
    seen: [Vec<u64>; 2],
}

impl Repetitions {
    /// `history` holds the positions before this one, back to the last turn that was not quiet.
    pub(super) fn new(geometry: &Geometry, history: &[Position], position: &Position) -> Self {
        let mut seen = [Vec::new(), Vec::new()];
        for earlier in history.iter().chain([position]) {
            let state = State::new(geometry, earlier);
            let parity = usize::from(earlier.turn() != position.turn());
            seen[parity].push(state.bits(state.mine, state.theirs));
        }
        Repetitions {
            quiet: history.len() as u32,
            seen,
        }
    }

    /// Whether every turn from the root to a node was quiet, so that a position before can be
    /// repeated.
    #[inline]
    pub(super) fn are_possible(&self, node: Node) -> bool {
        node.quiet == self.quiet + node.ply
    }

    /// Whether a state so many turns from the root, all of them quiet, was there before.
    #[inline]
    pub(super) fn contains(&self, state: &State, ply: u32) -> bool {
        let bits = state.bits(state.mine, state.theirs);
        self.seen[(ply & 1) as usize].contains(&bits)
    }
}
