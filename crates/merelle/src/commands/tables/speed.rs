use std::path::Path;
use std::time::Instant;

use game::{Game, Random};
use moulin::{Moulin, Position};
use serde_json::json;
use tables::{FileFault, Layer, Sampler, Store};

use super::file_error;
use crate::Answer;
use crate::output::Output;

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

/// `merelle tables speed`
pub(super) fn run(
    moulin: &Moulin,
    folder: &Path,
    samples: usize,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let store = || Store::new(*moulin.rules(), folder);
    let mut answer = Answer::No;
    for part in PARTS {
        let positions = positions(moulin, &store(), &part, samples, seed);
        let exact = |store: &Store, position: &Position| {
            let exact = store.probe(position)?;
            Ok(exact.map(|exact| exact.to_string()))
        };
        let fate = |store: &Store, position: &Position| {
            let fate = store.fate(position)?;
            Ok(fate.map(|fate| fate.to_string()))
        };
        for (product, probe) in [
            ("full", &exact as &dyn Fn(&Store, &Position) -> Told),
            ("compact", &fate),
        ] {
            let measured = measure(&store, &positions, probe);
            let measured = measured.map_err(|fault| file_error(&fault, output))?;
            if let Some(times) = measured {
                answer = Answer::Done;
                times.print(&format!("{}, {product}", part.name), output)?;
            }
        }
    }
    Ok(answer)
}

type Told = Result<Option<String>, FileFault>;

/// Random positions of a part, up to symmetry, in which the game goes on.
fn positions(
    moulin: &Moulin,
    store: &Store,
    part: &Part,
    samples: usize,
    seed: u64,
) -> Vec<Position> {
    let Some(lot) = Sampler::new(store, part.has) else {
        return Vec::new();
    };
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    while positions.len() < samples {
        let (layer, slot) = lot.draw(&mut random);
        let position = store.position(layer, slot);
        if moulin.outcome(&position).is_none() {
            positions.push(position);
        }
    }
    positions
}

/// Microseconds, the shortest first, and a sum over what was told.
struct Times {
    micros: Vec<f64>,
    signature: u64,
}

/// Asks about every position that is known twice, with nothing kept in between but what the system
/// keeps of the files. None if none is known.
fn measure(
    store: &dyn Fn() -> Store,
    positions: &[Position],
    probe: &dyn Fn(&Store, &Position) -> Told,
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
        micros: Vec::with_capacity(known.len()),
        signature: 0,
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

impl Times {
    /// The time that so many of a hundred do not exceed.
    fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.micros.len() * percent).div_ceil(100);
        self.micros
            .get(rank.saturating_sub(1))
            .copied()
            .unwrap_or_default()
    }

    fn print(&self, name: &str, output: &mut Output) -> anyhow::Result<()> {
        let [half, tenth, hundredth, longest] =
            [50, 90, 99, 100].map(|percent| self.percentile(percent));
        let signature = format!("{:016x}", self.signature);
        if output.is_json() {
            output.value(&json!({
                "name": name,
                "probes": self.micros.len(),
                "p50_us": half,
                "p90_us": tenth,
                "p99_us": hundredth,
                "longest_us": longest,
                "signature": signature,
            }))?;
        } else {
            output.line(&format!(
                "{name:22} {:>8} probes  signature {signature}  p50 {half:8.1} us  p90 {tenth:8.1} us  \
                 p99 {hundredth:9.1} us  longest {longest:9.1} us",
                self.micros.len()
            ))?;
        }
        output.flush()
    }
}
