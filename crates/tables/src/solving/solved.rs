use std::collections::HashMap;

use moulin::FEWEST;
use moulin::{Flights, Position, Rules};
use rayon::ThreadPoolBuilder;

use super::field::{Finished, Gate};
use super::retrograde::{Unsolved, solve, solve_gated};
use crate::Exact;
use crate::byte::TooLong;
use crate::checking::census::Census;
use crate::numbering::index::Index;
use crate::numbering::layer::{Layer, Pair};
use crate::numbering::stones::Stones;

/// Layers of the moving phase, solved and kept in memory.
pub struct Solved {
    index: Index,
    layers: HashMap<Layer, Vec<u8>>,
}

impl Finished for HashMap<Layer, Vec<u8>> {
    fn layer(&self, layer: Layer) -> &[u8] {
        self.get(&layer)
            .expect("pairs are solved after those they lead to")
    }
}

impl Solved {
    /// Solves pairs, each after those it leads to, with so many threads. The values do not depend
    /// on their number.
    pub fn new(rules: Rules, pairs: &[Pair], threads: usize) -> Result<Solved, TooLong> {
        let most = pairs.iter().map(|pair| pair.rows).max().unwrap_or_default();
        let mut solved = Solved {
            index: Index::new(rules, most),
            layers: HashMap::new(),
        };
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("threads can be started");
        pool.install(|| pairs.iter().try_for_each(|pair| solved.add(*pair)))?;
        Ok(solved)
    }

    /// Solves the layers of at most `stones` stones together, but only as many as fit in `memory`
    /// bytes; nothing when it is given up.
    pub(crate) fn few_stones(
        rules: Rules,
        stones: u8,
        memory: usize,
        gate: Gate<'_>,
    ) -> Option<Solved> {
        let mut solved = Solved {
            index: Index::new(rules, (stones - FEWEST).min(rules.stones)),
            layers: HashMap::new(),
        };
        for stones in 2 * FEWEST..=stones {
            let pairs = Pair::of_stones(&rules, stones);
            let layers = pairs.iter().flat_map(|pair| pair.layers());
            let slots: usize = layers.map(|layer| solved.index.slots(layer)).sum();
            let fits = solved.slots() + slots <= memory;
            if !fits {
                break;
            }
            for pair in pairs {
                match solve_gated(&solved.index, pair, &solved.layers, gate) {
                    Ok(layers) => solved.layers.extend(layers),
                    Err(Unsolved::TooLong(_)) => return Some(solved),
                    Err(Unsolved::GivenUp) => return None,
                }
            }
        }
        Some(solved)
    }

    /// The memory it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots() + self.index.bytes()
    }

    /// Solves one more pair.
    fn add(&mut self, pair: Pair) -> Result<(), TooLong> {
        let layers = solve(&self.index, pair, &self.layers)?;
        self.layers.extend(layers);
        Ok(())
    }

    /// What a position is worth, if its layer was solved.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Exact> {
        let (stones, layer) = Stones::of(position);
        self.value(stones, layer)
    }

    /// What a position of the moving phase is worth, if its layer was solved; white stands for the
    /// side to move among the flights.
    #[must_use]
    pub fn look(&self, stones: Stones, flights: Flights) -> Option<Exact> {
        self.value(stones, stones.layer(flights))
    }

    fn value(&self, stones: Stones, layer: Layer) -> Option<Exact> {
        let values = self.layers.get(&layer)?;
        Some(Exact::from_byte(values[self.index.slot(stones)]))
    }

    /// The value of every slot of a layer, if it was solved.
    #[must_use]
    pub fn values(&self, layer: Layer) -> Option<&[u8]> {
        self.layers.get(&layer).map(Vec::as_slice)
    }

    /// The position of every slot of a layer, in the order of its values.
    pub fn positions(&self, layer: Layer) -> impl Iterator<Item = Stones> + '_ {
        let columns = self.index.columns(layer.pair());
        let slots = self.values(layer).unwrap_or_default().len();
        (0..slots).map(move |slot| self.index.stones(layer, slot, &columns))
    }

    /// What a layer amounts to, if it was solved.
    #[must_use]
    pub fn census(&self, layer: Layer) -> Option<Census> {
        let values = self.values(layer)?;
        Some(self.index.census(layer, values))
    }

    /// Slots of all layers together, a byte each.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.layers.values().map(Vec::len).sum()
    }
}
