use tables::kernel::State;

use super::file;
use super::phase::{Counts, PHASES};
use super::regions::Regions;
use super::{FULL, PLAIN, Row, WIDTH};

/// The network of one rule set.
#[derive(Debug)]
pub(in crate::moulin) struct Network {
    pub(super) regions: Regions,
    pub(super) phases: [PhaseRows; PHASES],
    /// By [`Counts::number`].
    pub(super) counts: Box<[Row]>,
}

/// The part of the network for one phase.
#[derive(Clone, Debug)]
pub(in crate::moulin) struct PhaseRows {
    /// By pattern.
    pub(in crate::moulin) patterns: Box<[Row]>,
    /// The weights of the hidden units.
    pub(in crate::moulin) worth: Row,
}

/// Values are rounded to multiples of this: without, a search of 12 turns from the empty board looks
/// at a fifth more positions and plays no better.
const GRAIN: i32 = 5;

impl Network {
    /// Reads what [`Network::write`] wrote; nothing if it is anything else.
    pub(in crate::moulin) fn read(file: &[u8]) -> Option<Network> {
        file::read(file)
    }

    /// The value of a state for the side to move, in hundredths of a stone.
    #[inline]
    pub(in crate::moulin) fn value(&self, state: &State) -> i32 {
        let counts = Counts::of(state);
        let phase = &self.phases[counts.phase()];
        let mut sum = self.counts[counts.number()];
        for pattern in self.regions.read(state.mine, state.theirs) {
            let row = &phase.patterns[pattern];
            for lane in 0..WIDTH {
                sum[lane] = sum[lane].wrapping_add(row[lane]);
            }
        }
        let plain = i32::from(sum[PLAIN]);
        sum[PLAIN] = 0;
        let worth: i32 = (0..WIDTH)
            .map(|lane| i32::from(sum[lane].clamp(0, FULL)) * i32::from(phase.worth[lane]))
            .sum();
        (plain + worth / i32::from(FULL)) / GRAIN * GRAIN
    }
}
