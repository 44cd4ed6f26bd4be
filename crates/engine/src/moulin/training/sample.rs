use game::Random;
use tables::{FileFault, Layer, Store};

/// Random positions of one layer, by their slots in rising order, with their values as tables store
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerSample {
    /// The layer.
    pub layer: Layer,
    /// The slots of the positions.
    pub slots: Vec<u32>,
    /// [`Exact::byte`](tables::Exact::byte) of each.
    pub values: Vec<u8>,
}

impl LayerSample {
    /// So many random positions of a layer, or all if it has no more.
    pub fn new(
        store: &Store,
        layer: Layer,
        count: usize,
        random: &mut Random,
    ) -> Result<LayerSample, FileFault> {
        let all = store.values(layer)?;
        let mut slots: Vec<u32> = if count >= all.len() {
            (0..all.len() as u32).collect()
        } else {
            let drawn = (0..count).map(|_| random.below(all.len() as u64) as u32);
            drawn.collect()
        };
        slots.sort_unstable();
        slots.dedup();
        let values = slots.iter().map(|slot| all[*slot as usize]).collect();
        Ok(LayerSample {
            layer,
            slots,
            values,
        })
    }

    /// Whether these rules have such positions.
    pub(super) fn fits(&self, store: &Store) -> bool {
        let exists = store.all_layers().any(|layer| layer == self.layer);
        let last = self.slots.iter().max().map_or(0, |slot| *slot as usize);
        exists && last < store.slots(self.layer) && self.slots.len() == self.values.len()
    }
}
