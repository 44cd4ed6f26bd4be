use std::ops::RangeInclusive;

use super::Stopped;

/// Iterative deepening: searches each depth in turn until one is stopped or the result is settled.
/// The last depth that was finished, if any.
pub(crate) fn deepen(
    depths: RangeInclusive<u32>,
    mut search: impl FnMut(u32) -> Result<Progress, Stopped>,
) -> Option<u32> {
    let mut finished = None;
    for depth in depths {
        let Ok(progress) = search(depth) else { break };
        finished = Some(depth);
        if progress == Progress::Settled {
            break;
        }
    }
    finished
}

/// Whether a deeper search could change anything that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It could.
    Open,
    /// It could not.
    Settled,
}
