use game::Random;

use crate::moulin::network::{Counts, FULL, PATTERNS, PLAIN, PhaseRows, REGIONS, Row, WIDTH};

/// A position to train on.
#[derive(Clone, Copy)]
pub(super) struct Example {
    pub(super) patterns: [u16; REGIONS],
    /// [`Counts::number`].
    pub(super) counts: u16,
    /// 0 for a loss, 1 for a win.
    pub(super) result: f32,
}

/// One phase of a [`Network`](crate::moulin::network::Network) in training, in floating point.
pub(super) struct Trainer {
    patterns: Rows,
    counts: Rows,
    /// One row.
    worth: Rows,
}

/// Rows in training, with Adagrad: the steps of each number get smaller with the sum of its squared
/// gradients.
struct Rows {
    values: Vec<[f32; WIDTH]>,
    /// Sums of squared gradients.
    gradients: Vec<[f32; WIDTH]>,
}

/// The sum of squares before any step.
const FIRST: f32 = 1e-6;

/// Hundredths of a stone per unit of log-odds.
const HUNDREDTHS: f32 = 100.0;

/// The numbers start at random between this and its negative, so that they become different. With
/// 0.15 the loss is higher by a fortieth: what is seldom seen keeps its noise.
const NOISE: f32 = 0.03;

/// No number of a row is larger, so that a sum of eight fits.
const LARGEST: f32 = 4000.0;

impl Rows {
    fn new(count: usize) -> Rows {
        Rows {
            values: vec![[0.0; WIDTH]; count],
            gradients: vec![[FIRST; WIDTH]; count],
        }
    }

    #[inline]
    fn step(&mut self, row: usize, gradient: &[f32; WIDTH], rate: f32) {
        let (values, gradients) = (&mut self.values[row], &mut self.gradients[row]);
        for lane in 0..WIDTH {
            gradients[lane] += gradient[lane] * gradient[lane];
            values[lane] -= rate * gradient[lane] / gradients[lane].sqrt();
        }
    }

    /// The numbers as a network stores them; zeros for a row that was never used.
    fn rounded(&self, row: usize) -> Row {
        if self.gradients[row][PLAIN] <= FIRST {
            return [0; WIDTH];
        }
        std::array::from_fn(|lane| {
            let scale = if lane == PLAIN {
                HUNDREDTHS
            } else {
                f32::from(FULL)
            };
            let number = (self.values[row][lane] * scale).round();
            number.clamp(-LARGEST, LARGEST) as i16
        })
    }
}

impl Trainer {
    pub(super) fn new(random: &mut Random) -> Trainer {
        let mut trainer = Trainer {
            patterns: Rows::new(PATTERNS),
            counts: Rows::new(Counts::END),
            worth: Rows::new(1),
        };
        for row in &mut trainer.patterns.values {
            for number in &mut row[..PLAIN] {
                *number = NOISE * (random.below(2001) as f32 / 1000.0 - 1.0);
            }
        }
        for (lane, worth) in trainer.worth.values[0][..PLAIN].iter_mut().enumerate() {
            *worth = if lane % 2 == 0 { 0.5 } else { -0.5 };
        }
        trainer
    }

    #[inline]
    fn sum(&self, example: &Example) -> [f32; WIDTH] {
        let mut sum = self.counts.values[usize::from(example.counts)];
        for pattern in example.patterns {
            let row = &self.patterns.values[usize::from(pattern)];
            for lane in 0..WIDTH {
                sum[lane] += row[lane];
            }
        }
        sum
    }

    /// The expected result.
    #[inline]
    fn guess(&self, sum: &[f32; WIDTH]) -> f32 {
        let worth = &self.worth.values[0];
        let mut log_odds = sum[PLAIN];
        for lane in 0..PLAIN {
            log_odds += worth[lane] * sum[lane].clamp(0.0, 1.0);
        }
        1.0 / (1.0 + (-log_odds).exp())
    }

    /// One step of stochastic gradient descent.
    pub(super) fn step(&mut self, example: &Example, rate: f32) {
        let sum = self.sum(example);
        let error = self.guess(&sum) - example.result;
        let mut gradient = [0.0; WIDTH];
        let mut worth = [0.0; WIDTH];
        let values = &self.worth.values[0];
        for lane in 0..PLAIN {
            let inside = sum[lane] > 0.0 && sum[lane] < 1.0;
            gradient[lane] = if inside { error * values[lane] } else { 0.0 };
            worth[lane] = error * sum[lane].clamp(0.0, 1.0);
        }
        gradient[PLAIN] = error;
        self.worth.step(0, &worth, rate);
        for pattern in example.patterns {
            self.patterns.step(usize::from(pattern), &gradient, rate);
        }
        self.counts
            .step(usize::from(example.counts), &gradient, rate);
    }

    /// Cross-entropy of an example less its entropy.
    pub(super) fn loss(&self, example: &Example) -> f64 {
        let guess = f64::from(self.guess(&self.sum(example))).clamp(1e-9, 1.0 - 1e-9);
        let result = f64::from(example.result);
        let part = |share: f64, guess: f64| {
            let certain = if share > 0.0 { share * share.ln() } else { 0.0 };
            certain - share * guess.ln()
        };
        part(result, guess) + part(1.0 - result, 1.0 - guess)
    }

    /// The rows of its phase in whole numbers, and those of the counts it has seen.
    pub(super) fn quantised(&self, counts: &mut [Row]) -> PhaseRows {
        for (number, row) in counts.iter_mut().enumerate() {
            if self.counts.gradients[number][PLAIN] > FIRST {
                *row = self.counts.rounded(number);
            }
        }
        let worth = self.worth.values[0];
        PhaseRows {
            patterns: (0..PATTERNS)
                .map(|row| self.patterns.rounded(row))
                .collect(),
            worth: worth.map(|worth| (worth * HUNDREDTHS).round() as i16),
        }
    }
}
