use std::io;

use game::{Game, Random};
use moulin::Moulin;
use rayon::prelude::*;
use tables::{Fault, FileFault, Layer, Sampler, Store};

use super::phase::Phase;
use super::question::Question;

/// Draws questions from complete tables.
pub struct Questions<'a> {
    store: &'a Store,
    moulin: Moulin,
}

/// Positions drawn at a time.
const BATCH: usize = 1 << 8;

impl<'a> Questions<'a> {
    /// From these tables.
    #[must_use]
    pub fn new(store: &'a Store) -> Questions<'a> {
        Questions {
            store,
            moulin: Moulin::new(*store.rules()),
        }
    }

    /// So many questions of a phase; none where these rules do not have it.
    ///
    /// Positions of the moving phase are drawn from all of them alike, up to symmetry; while
    /// stones are placed every number of stones in hand is as likely as any other.
    pub fn draw(&self, phase: Phase, count: usize, seed: u64) -> Result<Vec<Question>, FileFault> {
        // All positions of a layer belong to one phase.
        let belongs = |layer| Phase::of(&self.moulin, &self.store.position(layer, 0)) == phase;
        let Some(lot) = Sampler::new(self.store, belongs) else {
            return Ok(Vec::new());
        };
        let mut random = Random::new(seed);
        let mut questions = Vec::new();
        while questions.len() < count {
            let drawn: Vec<(Layer, usize)> = (0..BATCH).map(|_| lot.draw(&mut random)).collect();
            let asked = drawn.into_par_iter();
            let asked = asked.map(|(layer, slot)| self.ask(phase, layer, slot));
            let asked: Vec<Option<Question>> = asked.collect::<Result<_, FileFault>>()?;
            questions.extend(asked.into_iter().flatten());
        }
        questions.truncate(count);
        Ok(questions)
    }

    /// The question that a slot asks, if its game goes on and not all moves are alike.
    fn ask(&self, phase: Phase, layer: Layer, slot: usize) -> Result<Option<Question>, FileFault> {
        let position = self.store.position(layer, slot);
        if self.moulin.outcome(&position).is_some() {
            return Ok(None);
        }
        Question::new(&self.moulin, phase, position, |after| {
            let missing = || {
                let fault = Fault::from(io::Error::from(io::ErrorKind::NotFound));
                let path = self.store.folder().to_owned();
                FileFault { path, fault }
            };
            self.store.wdl(after)?.ok_or_else(missing)
        })
    }
}
