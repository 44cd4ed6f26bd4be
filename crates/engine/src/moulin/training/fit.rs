use std::sync::{Mutex, PoisonError};

use game::Random;
use moulin::Rules;
use rayon::prelude::*;
use tables::{Exact, Layer, Store};

use super::file::SamplesError;
use super::sample::LayerSample;
use super::trainer::{Example, Trainer};
use crate::moulin::network::{Counts, Network, PHASES, Regions, WIDTH};

/// How well the network fits one phase of the game.
#[derive(Clone, Copy, Debug)]
pub struct PhaseFit {
    /// The number of the phase.
    pub phase: usize,
    /// Positions it was trained on.
    pub positions: usize,
    /// Cross-entropy on held-out positions less their entropy, in nats.
    pub loss: f64,
}

/// How often each example is used. A fourth region per corner, rows twice as wide and a common
/// start for all phases with stones in hand, or without, lowered the loss by up to a tenth, but made
/// the moves of a search no better.
const EPOCHS: usize = 16;

/// The learning rate of the first epoch.
const RATE: f32 = 0.05;

/// Of so many examples one is held out.
const HELD_OUT: usize = 20;

/// Trains a network on samples, reporting each phase that is done: the bytes of a file of
/// `data/network`, which are the same whatever the number of threads.
pub fn fit(
    rules: Rules,
    samples: &[LayerSample],
    done: impl FnMut(PhaseFit) + Send,
) -> Result<Vec<u8>, SamplesError> {
    let store = crate::moulin::store(rules, None);
    if !samples.iter().all(|sample| sample.fits(&store)) {
        return Err(SamplesError);
    }
    let done = Mutex::new(done);
    let trainers = examples(&store, samples).into_par_iter().enumerate();
    let trainers = trainers.map(|(phase, mut examples)| {
        let mut random = Random::new(phase as u64);
        shuffle(&mut examples, &mut random);
        let (held_out, used) = examples.split_at(examples.len() / HELD_OUT);
        let trainer = train(used, &mut random);
        let loss: f64 = held_out.iter().map(|example| trainer.loss(example)).sum();
        let fit = PhaseFit {
            phase,
            positions: used.len(),
            loss: loss / held_out.len().max(1) as f64,
        };
        done.lock().unwrap_or_else(PoisonError::into_inner)(fit);
        trainer
    });
    let trainers: Vec<Trainer> = trainers.collect();
    let mut counts = vec![[0; WIDTH]; Counts::END];
    let phases: Vec<_> = trainers
        .iter()
        .map(|trainer| trainer.quantised(&mut counts))
        .collect();
    Ok(Network::write(&phases, &counts))
}

/// The examples of each phase.
fn examples(store: &Store, samples: &[LayerSample]) -> Vec<Vec<Example>> {
    let regions = Regions::new();
    let mut examples = vec![Vec::new(); PHASES];
    for sample in samples {
        let counts = counts(sample.layer);
        let stones = store.stones(sample.layer, &sample.slots).into_iter();
        let new = stones.zip(&sample.values).map(|(stones, value)| {
            let patterns = regions.read(stones.mover, stones.other);
            Example {
                patterns: patterns.map(|pattern| pattern as u16),
                counts: counts.number() as u16,
                result: match Exact::from_byte(*value) {
                    Exact::Win(_) => 1.0,
                    Exact::Draw => 0.5,
                    Exact::Loss(_) => 0.0,
                },
            }
        });
        examples[counts.phase()].extend(new);
    }
    examples
}

fn counts(layer: Layer) -> Counts {
    Counts {
        hands: layer.hands.iter().sum(),
        mine: layer.mover,
        theirs: layer.other,
        flights: layer.rights(),
    }
}

fn shuffle(examples: &mut [Example], random: &mut Random) {
    for last in (1..examples.len()).rev() {
        examples.swap(last, random.below(last as u64 + 1) as usize);
    }
}

/// Goes through the examples once per epoch, with a rate that falls to zero.
fn train(examples: &[Example], random: &mut Random) -> Trainer {
    let mut trainer = Trainer::new(random);
    for epoch in 0..EPOCHS {
        let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for example in examples {
            trainer.step(example, rate);
        }
    }
    trainer
}
