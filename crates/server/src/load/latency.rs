use std::time::Duration;

/// How long things took, to a tenth of a millisecond, up to ten seconds.
#[derive(Clone, Debug)]
pub struct Latencies {
    tenths: Vec<u32>,
    longest: Duration,
}

/// Tenths of a millisecond that are told apart.
const CELLS: usize = 100_000;

impl Default for Latencies {
    fn default() -> Latencies {
        Latencies {
            tenths: vec![0; CELLS],
            longest: Duration::ZERO,
        }
    }
}

impl Latencies {
    /// One more.
    pub fn add(&mut self, time: Duration) {
        let cell = (time.as_micros() / 100) as usize;
        self.tenths[cell.min(CELLS - 1)] += 1;
        self.longest = self.longest.max(time);
    }

    /// How many.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.tenths.iter().map(|count| u64::from(*count)).sum()
    }

    /// The time within which so many of a thousand were done.
    #[must_use]
    pub fn within(&self, of_a_thousand: u64) -> Duration {
        let wanted = (self.count() * of_a_thousand).div_ceil(1000);
        let mut seen = 0;
        for (cell, count) in self.tenths.iter().enumerate() {
            seen += u64::from(*count);
            // The last cell holds all that took longer.
            if seen >= wanted && cell + 1 < CELLS {
                return Duration::from_micros(100 * (cell as u64 + 1)).min(self.longest);
            }
        }
        self.longest
    }

    /// The longest of all.
    #[must_use]
    pub fn longest(&self) -> Duration {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_hundred_times_one_is_slow() {
        let mut times = Latencies::default();
        (0..99).for_each(|_| times.add(Duration::from_micros(1_050)));
        times.add(Duration::from_secs(20));
        assert_eq!(times.count(), 100);
        assert_eq!(times.within(500), Duration::from_micros(1_100));
        assert_eq!(times.within(990), Duration::from_micros(1_100));
        assert_eq!(times.within(1000), Duration::from_secs(20));
        assert_eq!(times.longest(), Duration::from_secs(20));
    }
}
