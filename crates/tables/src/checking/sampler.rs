use game::Random;

use crate::files::store::Store;
use crate::numbering::layer::Layer;

/// Positions to be drawn by lot, up to symmetry: every number of stones in hand is as likely as any
/// other, and every position with as many in hand.
pub struct Sampler {
    /// By the number of stones in hand: the layers with the slots up to their end.
    groups: Vec<Vec<(Layer, u64)>>,
}

impl Sampler {
    /// From these layers; none if there are no such.
    #[must_use]
    pub fn new(store: &Store, wanted: impl Fn(Layer) -> bool) -> Option<Sampler> {
        let mut groups: Vec<Vec<(Layer, u64)>> = Vec::new();
        for hands in 0..=2 * store.rules().stones {
            let layers = store.all_layers();
            let layers = layers.filter(|layer| layer.hands.iter().sum::<u8>() == hands);
            let mut end = 0;
            let group = layers.filter(|layer| wanted(*layer)).map(|layer| {
                end += store.slots(layer) as u64;
                (layer, end)
            });
            let group: Vec<(Layer, u64)> = group.collect();
            if !group.is_empty() {
                groups.push(group);
            }
        }
        (!groups.is_empty()).then_some(Sampler { groups })
    }

    /// A layer and a slot of it.
    pub fn draw(&self, random: &mut Random) -> (Layer, usize) {
        let group = &self.groups[random.below(self.groups.len() as u64) as usize];
        let all = group.last().map_or(1, |(_, end)| *end);
        let drawn = random.below(all);
        let number = group.partition_point(|(_, end)| *end <= drawn);
        let before = number.checked_sub(1).map_or(0, |before| group[before].1);
        (group[number].0, (drawn - before) as usize)
    }
}
