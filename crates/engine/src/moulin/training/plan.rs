use tables::{Layer, Store};

/// How many positions of each layer are sampled.
pub struct Plan(Vec<(Layer, usize)>);

impl Plan {
    /// About so many positions of the layers whose files are there, four in ten of the moving
    /// phase. Every number of stones in hand has as many; among layers with as many in hand the
    /// larger ones have more, but not as many more as they are larger.
    #[must_use]
    pub fn new(store: &Store, positions: usize) -> Plan {
        let mut plan = Vec::new();
        let layers = store.layers();
        let hands = |layer: &Layer| layer.hands.iter().sum::<u8>();
        let most = 2 * store.rules().stones;
        for group in 0..=most {
            let group: Vec<Layer> = layers
                .iter()
                .copied()
                .filter(|layer| hands(layer) == group)
                .collect();
            let Some(first) = group.first() else { continue };
            let share = if hands(first) == 0 {
                0.4
            } else {
                0.6 / f64::from(most)
            };
            let weight = |layer: &Layer| (store.slots(*layer) as f64).powf(0.7);
            let all: f64 = group.iter().map(weight).sum();
            for layer in group {
                let count = positions as f64 * share * weight(&layer) / all;
                plan.push((layer, count as usize));
            }
        }
        Plan(plan)
    }

    /// The layers with the number of positions.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = (Layer, usize)> {
        self.0.iter().copied()
    }
}
