use game::Random;

use crate::moulin::network::{Counts, FULL, PATTERNS, PLAIN, REGIONS, Row, StageRows, WIDTH};

/// A position to learn from.
#[derive(Clone, Copy)]
pub(super) struct Example {
    pub(super) patterns: [u16; REGIONS],
    /// [`Counts::number`].
    pub(super) counts: u16,
    /// 0 for a loss, 1 for a win.
    pub(super) result: f32,
}

/// Who learns a stage: an [`Intuition`](crate::moulin::network::Intuition) in the making.
pub(super) struct Pupil {
    patterns: Rows,
    counts: Rows,
    /// One row.
    worth: Rows,
}

/// Rows while they are learnt. Each number learns in steps that get smaller the more it has learnt
/// (Adagrad).
struct Rows {
    values: Vec<[f32; WIDTH]>,
    /// Sums of the squares of all slopes.
    slopes: Vec<[f32; WIDTH]>,
}

/// The sum of squares before any step.
const FIRST: f32 = 1e-6;

/// Hundredths of a stone that are as much as one more in the logarithm of the odds.
const HUNDREDTHS: f32 = 100.0;

/// The numbers begin at random below this, either way, so that they learn different things. With
/// 0.15 the guesses are worse by a fortieth: what is seldom seen keeps its noise.
const NOISE: f32 = 0.03;

/// No number of a row is larger: a sum of eight has to fit.
const LARGEST: f32 = 4000.0;

impl Rows {
    fn new(count: usize) -> Rows {
        Rows {
            values: vec![[0.0; WIDTH]; count],
            slopes: vec![[FIRST; WIDTH]; count],
        }
    }

    #[inline]
    fn learn(&mut self, row: usize, slope: &[f32; WIDTH], rate: f32) {
        let (values, slopes) = (&mut self.values[row], &mut self.slopes[row]);
        for lane in 0..WIDTH {
            slopes[lane] += slope[lane] * slope[lane];
            values[lane] -= rate * slope[lane] / slopes[lane].sqrt();
        }
    }

    /// The numbers as an intuition keeps them; nothing of a row that was never learnt.
    fn rounded(&self, row: usize) -> Row {
        if self.slopes[row][PLAIN] <= FIRST {
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

impl Pupil {
    pub(super) fn new(random: &mut Random) -> Pupil {
        let mut pupil = Pupil {
            patterns: Rows::new(PATTERNS),
            counts: Rows::new(Counts::END),
            worth: Rows::new(1),
        };
        for row in &mut pupil.patterns.values {
            for number in &mut row[..PLAIN] {
                *number = NOISE * (random.below(2001) as f32 / 1000.0 - 1.0);
            }
        }
        for (lane, worth) in pupil.worth.values[0][..PLAIN].iter_mut().enumerate() {
            *worth = if lane % 2 == 0 { 0.5 } else { -0.5 };
        }
        pupil
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

    /// The result that a sum makes likely.
    #[inline]
    fn guess(&self, sum: &[f32; WIDTH]) -> f32 {
        let worth = &self.worth.values[0];
        let mut looks = sum[PLAIN];
        for lane in 0..PLAIN {
            looks += worth[lane] * sum[lane].clamp(0.0, 1.0);
        }
        1.0 / (1.0 + (-looks).exp())
    }

    /// Learns from an example, in steps of this size.
    pub(super) fn learn(&mut self, example: &Example, rate: f32) {
        let sum = self.sum(example);
        let error = self.guess(&sum) - example.result;
        let mut slope = [0.0; WIDTH];
        let mut worth = [0.0; WIDTH];
        let values = &self.worth.values[0];
        for lane in 0..PLAIN {
            let inside = sum[lane] > 0.0 && sum[lane] < 1.0;
            slope[lane] = if inside { error * values[lane] } else { 0.0 };
            worth[lane] = error * sum[lane].clamp(0.0, 1.0);
        }
        slope[PLAIN] = error;
        self.worth.learn(0, &worth, rate);
        for pattern in example.patterns {
            self.patterns.learn(usize::from(pattern), &slope, rate);
        }
        self.counts.learn(usize::from(example.counts), &slope, rate);
    }

    /// What the guess about an example costs: the logarithm of its chance, above what it costs to
    /// be certain.
    pub(super) fn cost(&self, example: &Example) -> f64 {
        let guess = f64::from(self.guess(&self.sum(example))).clamp(1e-9, 1.0 - 1e-9);
        let result = f64::from(example.result);
        let part = |share: f64, guess: f64| {
            let certain = if share > 0.0 { share * share.ln() } else { 0.0 };
            certain - share * guess.ln()
        };
        part(result, guess) + part(1.0 - result, 1.0 - guess)
    }

    /// What it has learnt about its stage, and the rows of the counts it has seen.
    pub(super) fn learnt(&self, counts: &mut [Row]) -> StageRows {
        for (number, row) in counts.iter_mut().enumerate() {
            if self.counts.slopes[number][PLAIN] > FIRST {
                *row = self.counts.rounded(number);
            }
        }
        let worth = self.worth.values[0];
        StageRows {
            patterns: (0..PATTERNS)
                .map(|row| self.patterns.rounded(row))
                .collect(),
            worth: worth.map(|worth| (worth * HUNDREDTHS).round() as i16),
        }
    }
}
