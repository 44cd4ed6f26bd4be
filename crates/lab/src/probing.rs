//! How quick the probes of tables are.

use std::path::Path;
use std::time::Instant;

use game::{Game, Random};
use moulin::{Moulin, Position};
use tables::{FileFault, Layer, Sampler, Store};

/// A part of the game that is measured by itself.
struct Part {
    name: &'static str,
    has: fn(Layer) -> bool,
}

const PARTS: [Part; 3] = [
    Part {
        name: "moving",
        has: |layer| layer.hands == [0, 0],
    },
    Part {
        name: "placing",
        has: |layer| layer.hands != [0, 0] && !layer.is_searched(),
    },
    Part {
        name: "late placing",
        has: Layer::is_searched,
    },
];

/// What is asked of the tables.
type Probe = fn(&Store, &Position) -> Result<Option<String>, FileFault>;

const PRODUCTS: [(&str, Probe); 2] = [
    ("full", |store, position| {
        Ok(store.probe(position)?.map(|exact| exact.to_string()))
    }),
    ("compact", |store, position| {
        Ok(store.wdl(position)?.map(|wdl| wdl.to_string()))
    }),
];

/// How long the probes of one part of the game take.
#[derive(Clone, Debug)]
pub struct Times {
    /// The part of the game and the kind of tables.
    pub name: String,
    /// A sum over what was told.
    pub signature: u64,
    /// Microseconds, the shortest first.
    micros: Vec<f64>,
}

impl Times {
    /// How many probes there were.
    #[must_use]
    pub fn probes(&self) -> usize {
        self.micros.len()
    }

    /// The microseconds that so many of a hundred probes do not exceed.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.micros.len() * percent).div_ceil(100);
        let time = self.micros.get(rank.saturating_sub(1));
        time.copied().unwrap_or_default()
    }
}

/// Probes so many random positions of each part of the game, in tables of either kind that are there.
pub fn measure(
    moulin: &Moulin,
    folder: &Path,
    samples: usize,
    seed: u64,
) -> impl Iterator<Item = Result<Times, FileFault>> {
    let store = || engine::moulin::store(*moulin.rules(), Some(folder));
    PARTS.into_iter().flat_map(move |part| {
        let positions = positions(moulin, &store(), &part, samples, seed);
        PRODUCTS.into_iter().filter_map(move |(product, probe)| {
            let name = format!("{}, {product}", part.name);
            time(name, &store, &positions, probe).transpose()
        })
    })
}

/// Random positions of a part, up to symmetry, in which the game goes on.
fn positions(
    moulin: &Moulin,
    store: &Store,
    part: &Part,
    samples: usize,
    seed: u64,
) -> Vec<Position> {
    let Some(sampler) = Sampler::new(store, part.has) else {
        return Vec::new();
    };
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    while positions.len() < samples {
        let (layer, slot) = sampler.draw(&mut random);
        let position = store.position(layer, slot);
        if moulin.outcome(&position).is_none() {
            positions.push(position);
        }
    }
    positions
}

/// Asks about every position that is known twice, with nothing kept in between but what the system
/// keeps of the files. None if none is known.
fn time(
    name: String,
    store: &dyn Fn() -> Store,
    positions: &[Position],
    probe: Probe,
) -> Result<Option<Times>, FileFault> {
    let warm = store();
    let mut known = Vec::new();
    for position in positions {
        if probe(&warm, position)?.is_some() {
            known.push(*position);
        }
    }
    if known.is_empty() {
        return Ok(None);
    }
    let fresh = store();
    let mut times = Times {
        name,
        signature: 0,
        micros: Vec::with_capacity(known.len()),
    };
    for position in &known {
        let begun = Instant::now();
        let told = probe(&fresh, position)?;
        times.micros.push(begun.elapsed().as_secs_f64() * 1e6);
        for byte in told.unwrap_or_default().bytes() {
            times.signature = times.signature.wrapping_mul(31).wrapping_add(byte.into());
        }
    }
    times.micros.sort_unstable_by(f64::total_cmp);
    Ok(Some(times))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_the_time_that_so_many_do_not_exceed() {
        let times = |micros: &[f64]| Times {
            name: String::new(),
            signature: 0,
            micros: micros.to_vec(),
        };
        let ten = times(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
        let found = [1, 50, 90, 91, 100].map(|percent| ten.percentile(percent));
        assert_eq!(found, [1.0, 5.0, 9.0, 10.0, 10.0]);
        assert!(times(&[]).percentile(50).abs() < f64::EPSILON);
    }
}
