use moulin::Position;
use tables::kernel::{Geometry, State};

use super::node::Place;

/// What has happened since the last turn that cannot be undone, the present position included:
/// the positions that would be repeated by coming again (ML9).
///
/// To come back to one of them is judged a draw at once and not only the third time: who wants
/// the draw would come back once more, and who does not has to play something else anyway.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// Quiet turns played.
    pub(super) quiet: u32,
    /// Positions with the side to move now on the move, and those with the other.
    seen: [Vec<u64>; 2],
}

impl Past {
    /// `history` are the positions before this one, back to the last turn that was not quiet.
    pub(super) fn new(geometry: &Geometry, history: &[Position], position: &Position) -> Past {
        let mut seen = [Vec::new(), Vec::new()];
        for earlier in history.iter().chain([position]) {
            let state = State::new(geometry, earlier);
            let parity = usize::from(earlier.turn() != position.turn());
            seen[parity].push(state.bits(state.mine, state.theirs));
        }
        Past {
            quiet: history.len() as u32,
            seen,
        }
    }

    /// Whether every turn from the root to a place was quiet, so that the past may come again.
    #[inline]
    pub(super) fn is_unbroken(&self, place: Place) -> bool {
        place.quiet == self.quiet + place.ply
    }

    /// Whether a state so many turns from now, all of them quiet, was there before.
    #[inline]
    pub(super) fn contains(&self, state: &State, ply: u32) -> bool {
        let bits = state.bits(state.mine, state.theirs);
        self.seen[(ply & 1) as usize].contains(&bits)
    }
}
