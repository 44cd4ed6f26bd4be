use game::{Game, Random};
use moulin::{Moulin, Position};
use rayon::prelude::*;

use super::card::Card;
use super::device::Pass;
use super::fault::{CardFault, Disagreement};
use super::task::Task;
use crate::files::store::Store;
use crate::numbering::layer::{Layer, exchanged};
use crate::numbering::stones::Stones;
use crate::solving::build::Build;

/// Positions looked at together.
const BATCH: usize = 1 << 20;

/// Sum of all successors of a position, as `struct Sum` of `kernels.cu`, and their number.
type Sum = [u64; 2];

impl Card {
    /// Holds the turns that the kernels find against the rules crate: all positions of the layers
    /// with at most so many stones on the board, and so many random ones of the other layers. The
    /// number of positions, or the first that is wrong.
    pub fn agree(
        &self,
        store: &Store,
        stones: u8,
        samples: usize,
        seed: u64,
    ) -> Result<Result<u64, Disagreement>, CardFault> {
        let build = Build::whole(store);
        let layers = build.batches().into_iter().flat_map(|batch| batch.layers());
        let (small, large): (Vec<Layer>, Vec<Layer>) =
            layers.partition(|layer| layer.mover + layer.other <= stones);
        let mut random = Random::new(seed);
        let mut looked = 0;
        let each = samples.div_ceil(large.len().max(1));
        for layer in small.iter().chain(&large) {
            let slots = store.slots(*layer);
            let whole = layer.mover + layer.other <= stones;
            let picked: Vec<usize> = if whole {
                (0..slots).collect()
            } else {
                let pick = |_| random.below(slots as u64) as usize;
                (0..each).map(pick).collect()
            };
            for slots in picked.chunks(BATCH) {
                if let Some(position) = self.first_wrong(store, *layer, slots)? {
                    return Ok(Err(Disagreement { position }));
                }
                looked += slots.len() as u64;
            }
        }
        Ok(Ok(looked))
    }

    /// The first of these slots at which card and rules crate list other turns.
    fn first_wrong(
        &self,
        store: &Store,
        layer: Layer,
        slots: &[usize],
    ) -> Result<Option<Position>, CardFault> {
        let index = &store.index;
        let columns = index.columns(layer.pair());
        let stones = slots.par_iter();
        let stones: Vec<Stones> = stones
            .map(|slot| index.stones(layer, *slot, &columns))
            .collect();
        let words: Vec<u32> = stones
            .iter()
            .flat_map(|stones| [stones.mover, stones.other])
            .collect();
        let positions = self.device.upload(&words)?;
        let sums = self.device.zeros::<u64>(2 * slots.len())?;
        let task = Task {
            positions: self.device.address(&positions),
            sums: self.device.address(&sums),
            slots: slots.len() as u32,
            ..Task::new(index, self.device.address(&self.chart), layer)
        };
        self.device.pass(Pass::Successors, &task)?;
        let mut found = vec![0; 2 * slots.len()];
        self.device.read(&sums, &mut found)?;
        let moulin = Moulin::new(*store.rules());
        let both = stones.into_par_iter().zip(found.par_chunks_exact(2));
        Ok(both.find_map_first(|(stones, found)| {
            let position = stones.position(&moulin, layer);
            let position = position.expect("a slot is a position of these rules");
            (successors(&moulin, &position) != found).then_some(position)
        }))
    }
}

/// The sum of all successors by the rules crate.
fn successors(moulin: &Moulin, position: &Position) -> Sum {
    let (before, layer) = Stones::of(position);
    let mut sum = [0; 2];
    moulin.each_move(position, |played| {
        let (after, next) = Stones::of(&moulin.play(position, played));
        let lost = before.other.count_ones() - after.mover.count_ones();
        let used = next.flights != exchanged(layer.flights);
        let code = u64::from(after.mover)
            | u64::from(after.other) << 24
            | u64::from(lost) << 48
            | u64::from(used) << 50;
        sum[0] = mixed(code).wrapping_add(sum[0]);
        sum[1] += 1;
    });
    sum
}

/// Scatters the bits of a number, so that sums of different sets of them differ.
fn mixed(code: u64) -> u64 {
    let code = (code ^ code >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let code = (code ^ code >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    code ^ code >> 31
}
