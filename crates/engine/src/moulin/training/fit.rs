use std::sync::{Mutex, PoisonError};

use game::Random;
use moulin::Rules;
use rayon::prelude::*;

use super::file::LessonsError;
use super::sample::Lesson;
use super::trainer::{Example, Pupil};
use crate::moulin::network::{Counts, Intuition, Regions, STAGES, WIDTH};
use tables::Exact;
use tables::{Layer, Store};

/// How well a stage of the game was learnt.
#[derive(Clone, Copy, Debug)]
pub struct Learnt {
    /// Its number.
    pub stage: usize,
    /// Positions it learnt from.
    pub positions: usize,
    /// What its guesses on positions that were held back cost: the logarithm of the chance of what
    /// is true, above what it costs to be certain.
    pub loss: f64,
}

/// How often each example is learnt. A fourth region a corner, rows twice as wide and a common
/// beginning for all stages of a phase made the guesses better by up to a tenth, and the moves of
/// a search not at all.
const ROUNDS: usize = 16;

/// The size of the first steps.
const RATE: f32 = 0.05;

/// Of so many examples one is held back.
const HELD: usize = 20;

/// Learns from lessons, telling of each stage that is done: the bytes of a file of `data/network`,
/// which are the same whatever the number of threads.
pub fn learn(
    rules: Rules,
    lessons: &[Lesson],
    done: impl FnMut(Learnt) + Send,
) -> Result<Vec<u8>, LessonsError> {
    let store = Store::carried(rules);
    if !lessons.iter().all(|lesson| lesson.fits(&store)) {
        return Err(LessonsError);
    }
    let done = Mutex::new(done);
    let pupils = examples(&store, lessons).into_par_iter().enumerate();
    let pupils = pupils.map(|(stage, mut examples)| {
        let mut random = Random::new(stage as u64);
        shuffle(&mut examples, &mut random);
        let (held, taught) = examples.split_at(examples.len() / HELD);
        let pupil = teach(taught, &mut random);
        let cost: f64 = held.iter().map(|example| pupil.cost(example)).sum();
        let learnt = Learnt {
            stage,
            positions: taught.len(),
            loss: cost / held.len().max(1) as f64,
        };
        done.lock().unwrap_or_else(PoisonError::into_inner)(learnt);
        pupil
    });
    let pupils: Vec<Pupil> = pupils.collect();
    let mut counts = vec![[0; WIDTH]; Counts::END];
    let stages: Vec<_> = pupils
        .iter()
        .map(|pupil| pupil.learnt(&mut counts))
        .collect();
    Ok(Intuition::write(&stages, &counts))
}

/// The examples of each stage.
fn examples(store: &Store, lessons: &[Lesson]) -> Vec<Vec<Example>> {
    let regions = Regions::new();
    let mut examples = vec![Vec::new(); STAGES];
    for lesson in lessons {
        let counts = counts(lesson.layer);
        let stones = store.stones(lesson.layer, &lesson.slots).into_iter();
        let new = stones.zip(&lesson.values).map(|(stones, value)| {
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
        examples[counts.stage()].extend(new);
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

/// Goes through examples again and again, in smaller and smaller steps.
fn teach(examples: &[Example], random: &mut Random) -> Pupil {
    let mut pupil = Pupil::new(random);
    for round in 0..ROUNDS {
        let rate = RATE * (1.0 - round as f32 / ROUNDS as f32);
        for example in examples {
            pupil.learn(example, rate);
        }
    }
    pupil
}
