use game::Random;

use tables::{FileFault, Layer, Store};

/// Positions of a layer, by their slots in rising order, with their values as tables write them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Where they come from.
    pub layer: Layer,
    /// Which they are.
    pub slots: Vec<u32>,
    /// [`Exact::byte`](crate::moulin::Exact::byte) of each.
    pub values: Vec<u8>,
}

impl Lesson {
    /// So many positions of a layer by lot, or all if it has no more.
    pub fn draw(
        store: &Store,
        layer: Layer,
        count: usize,
        random: &mut Random,
    ) -> Result<Lesson, FileFault> {
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
        Ok(Lesson {
            layer,
            slots,
            values,
        })
    }

    /// Whether there are such positions.
    pub(super) fn fits(&self, store: &Store) -> bool {
        let exists = store.all_layers().any(|layer| layer == self.layer);
        let last = self.slots.iter().max().map_or(0, |slot| *slot as usize);
        exists && last < store.slots(self.layer) && self.slots.len() == self.values.len()
    }
}
