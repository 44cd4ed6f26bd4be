use std::sync::{Arc, OnceLock};

use moulin::{Rules, SHEETS};

use super::file;
use super::phase::{Counts, STAGES};
use super::regions::Regions;
use super::{FULL, PLAIN, Row, WIDTH};
use crate::moulin::state::State;

/// Learnt judgement for one rule set.
#[derive(Debug)]
pub(in crate::moulin) struct Intuition {
    pub(super) regions: Regions,
    pub(super) stages: [StageRows; STAGES],
    /// By [`Counts::number`].
    pub(super) counts: Box<[Row]>,
}

/// What one stage knows.
#[derive(Clone, Debug)]
pub(in crate::moulin) struct StageRows {
    /// By pattern.
    pub(in crate::moulin) patterns: Box<[Row]>,
    /// What the numbers of a sum are worth.
    pub(in crate::moulin) worth: Row,
}

/// Values are multiples of this: with finer shades a search of 12 turns from the empty board looks
/// at a fifth more positions, and answers no better.
const GRAIN: i32 = 5;

static EMBEDDED: [&[u8]; 3] = [
    include_bytes!("../../../../../data/network/classique.bin"),
    include_bytes!("../../../../../data/network/envol.bin"),
    include_bytes!("../../../../../data/network/barreau.bin"),
];

impl Intuition {
    /// That of a sheet; other rules have none.
    pub(in crate::moulin) fn of(rules: &Rules) -> Option<Arc<Intuition>> {
        static KNOWN: [OnceLock<Option<Arc<Intuition>>>; 3] = [const { OnceLock::new() }; 3];
        let sheet = SHEETS.iter().position(|(_, sheet)| sheet == rules)?;
        let known = KNOWN[sheet].get_or_init(|| file::read(EMBEDDED[sheet]).map(Arc::new));
        known.clone()
    }

    /// A number that differs for what was learnt otherwise.
    pub(in crate::moulin) fn edition(rules: &Rules) -> Option<u32> {
        let sheet = SHEETS.iter().position(|(_, sheet)| sheet == rules)?;
        Some(crc32fast::hash(EMBEDDED[sheet]))
    }

    /// What a state looks like to the side to move, in hundredths of a stone.
    #[inline]
    pub(in crate::moulin) fn value(&self, state: &State) -> i32 {
        let counts = Counts::of(state);
        let stage = &self.stages[counts.stage()];
        let mut sum = self.counts[counts.number()];
        for pattern in self.regions.read(state.mine, state.theirs) {
            let row = &stage.patterns[pattern];
            for lane in 0..WIDTH {
                sum[lane] = sum[lane].wrapping_add(row[lane]);
            }
        }
        let plain = i32::from(sum[PLAIN]);
        sum[PLAIN] = 0;
        let worth: i32 = (0..WIDTH)
            .map(|lane| i32::from(sum[lane].clamp(0, FULL)) * i32::from(stage.worth[lane]))
            .sum();
        (plain + worth / i32::from(FULL)) / GRAIN * GRAIN
    }
}
