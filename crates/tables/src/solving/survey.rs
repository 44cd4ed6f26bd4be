use std::collections::HashSet;
use std::time::{Duration, Instant};

use moulin::{Moulin, Position};

use super::build::{Build, BuildError};
use super::solver::Solver;
use crate::checking::census::Census;
use crate::numbering::index::Index;
use crate::numbering::layer::Layer;

/// A layer that was solved and not kept.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// The layer.
    pub layer: Layer,
    /// Its slots.
    pub slots: u64,
    /// What it amounts to.
    pub census: Census,
    /// A position with the longest win or loss, if there is any.
    pub longest: Option<Position>,
    /// BLAKE3 of its values, one byte per slot.
    pub hash: String,
    /// What solving its batch took.
    pub solving: Duration,
}

impl Build<'_> {
    /// Solves all layers without looking at files or writing any, telling of each. What solving
    /// alone took.
    pub fn survey(
        &self,
        solver: &mut Solver,
        mut done: impl FnMut(Surveyed),
    ) -> Result<Duration, BuildError> {
        let batches = self.batches();
        let index = self.index();
        let mut all = Duration::ZERO;
        for (number, batch) in batches.iter().enumerate() {
            let begun = Instant::now();
            solver.solve(index, *batch)?;
            let solving = begun.elapsed();
            all += solving;
            for layer in batch.layers() {
                let values = solver.values(index, layer)?;
                done(surveyed(index, layer, &values, solving));
            }
            let later = batches[number + 1..].iter();
            let needed: HashSet<Layer> = later.flat_map(|batch| self.leads_to(*batch)).collect();
            solver.forget_all_but(&needed);
        }
        Ok(all)
    }
}

fn surveyed(index: &Index, layer: Layer, values: &[u8], solving: Duration) -> Surveyed {
    let (census, hash) = rayon::join(
        || index.census(layer, values),
        || blake3::hash(values).to_hex().to_string(),
    );
    let slot = values
        .iter()
        .position(|value| u32::from(*value) == census.longest);
    let decided = census.win + census.loss > 0;
    let longest = slot.filter(|_| decided).map(|slot| {
        let stones = index.stones(layer, slot, &index.columns(layer.pair()));
        let position = stones.position(&Moulin::new(*index.rules()), layer);
        position.expect("a slot is a position of these rules")
    });
    Surveyed {
        layer,
        slots: values.len() as u64,
        census,
        longest,
        hash,
        solving,
    }
}
