use std::sync::{Arc, OnceLock};

use moulin::{Rules, SHEETS};
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

static EMBEDDED: [&[u8]; 3] = [
    include_bytes!("../../../../../data/network/classique.bin"),
    include_bytes!("../../../../../data/network/envol.bin"),
    include_bytes!("../../../../../data/network/barreau.bin"),
];

impl Network {
    /// The network of a sheet; other rules have none.
    pub(in crate::moulin) fn of(rules: &Rules) -> Option<Arc<Network>> {
        static KNOWN: [OnceLock<Option<Arc<Network>>>; 3] = [const { OnceLock::new() }; 3];
        let sheet = SHEETS.iter().position(|(_, sheet)| sheet == rules)?;
        let known = KNOWN[sheet].get_or_init(|| file::read(EMBEDDED[sheet]).map(Arc::new));
        known.clone()
    }

    /// A number that differs for other networks.
    pub(in crate::moulin) fn edition(rules: &Rules) -> Option<u32> {
        let sheet = SHEETS.iter().position(|(_, sheet)| sheet == rules)?;
        Some(crc32fast::hash(EMBEDDED[sheet]))
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
