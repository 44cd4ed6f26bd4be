//! Training: sampling tables, writing and reading samples, and fitting a network to them.
#![allow(clippy::unwrap_used)]

use engine::moulin::training::{LayerSample, PhaseFit, Plan, SamplesError, fit, read, write};
use game::Random;
use moulin::CLASSIQUE;
use tables::{Build, Solver, Store};
use tempfile::TempDir;

/// Samples of the tables of the smallest layers.
fn samples() -> Vec<LayerSample> {
    let folder = TempDir::new().unwrap();
    let store = Store::new(CLASSIQUE, folder.path());
    let mut solver = Solver::processor(1, 1 << 30);
    Build::up_to(&store, 4, 3).run(&mut solver, |_| ()).unwrap();
    let mut random = Random::new(1);
    let plan = Plan::new(&store, 200_000);
    let drawn = plan.layers().map(|(layer, count)| {
        let sample = LayerSample::new(&store, layer, count, &mut random).unwrap();
        let values = store.values(layer).unwrap();
        for (slot, value) in sample.slots.iter().zip(&sample.values) {
            assert_eq!(values[*slot as usize], *value);
        }
        assert!(sample.slots.is_sorted());
        sample
    });
    drawn.collect()
}

fn written(samples: &[LayerSample]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes, "moulin:classique", samples).unwrap();
    bytes
}

#[test]
fn samples_read_back() {
    let samples = samples();
    assert_eq!(samples.len(), 3);
    let (setup, back) = read(&written(&samples)).unwrap();
    assert_eq!(setup, "moulin:classique");
    assert_eq!(back, samples);
}

#[test]
fn cut_and_flipped_samples_are_refused() {
    let bytes = written(&samples());
    assert_eq!(read(b""), Err(SamplesError));
    assert_eq!(read(b"moulin:classique"), Err(SamplesError));
    for cut in (0..bytes.len()).step_by(997) {
        assert!(read(&bytes[..cut]).is_err(), "{cut} bytes");
    }
    let mut random = Random::new(2);
    for _ in 0..200 {
        let mut bytes = bytes.clone();
        let bit = 8 * 17 + random.below(8 * (bytes.len() as u64 - 17)) as usize;
        bytes[bit / 8] ^= 1 << (bit % 8);
        let flipped = read(&bytes);
        // Bits that say nothing, such as those about how it was packed, may be what they like.
        assert!(
            flipped.is_err() || flipped.unwrap().1 == samples(),
            "bit {bit}"
        );
    }
}

#[test]
fn samples_of_no_positions_are_refused() {
    let mut samples = samples();
    samples[0].slots.push(u32::MAX);
    samples[0].values.push(1);
    let refused = fit(CLASSIQUE, &samples, |_| ());
    assert!(refused == Err(SamplesError));
    samples[0].slots.pop();
    samples[0].values.pop();
    samples[0].layer.mover = 2;
    let refused = fit(CLASSIQUE, &samples, |_| ());
    assert!(refused == Err(SamplesError));
}

#[test]
fn a_fit_predicts_positions_that_were_held_out() {
    let samples = samples();
    let mut phases: Vec<PhaseFit> = Vec::new();
    let bytes = fit(CLASSIQUE, &samples, |fit| phases.push(fit)).unwrap();
    phases.sort_by_key(|fit| fit.phase);
    // By who has how many stones alone it would be 0.10.
    assert!(
        phases[0].positions > 70_000 && phases[0].loss < 0.05,
        "{:?}",
        phases[0]
    );
    assert!(phases[1..].iter().all(|phase| phase.positions == 0));
    assert_eq!(bytes, fit(CLASSIQUE, &samples, |_| ()).unwrap());
}
