//! Benchmarks. Each has a signature of what was computed beside the time: the time may change, the
//! signature may not.

mod mijnlieff;
mod moulin;
mod rules;
mod tables;

use std::time::Instant;

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// Perft and random games of both families.
    Rules,
    /// Exact search of Mijnlieff.
    Mijnlieff,
    /// Exact layers of the mill family.
    Tables,
    /// Search of the mill family.
    Moulin,
}

/// How much work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Enough to measure.
    Full,
    /// About a hundredth, to see that it runs and computes the same.
    Quick,
}

impl Suite {
    /// Its benchmarks, in the order in which they are run.
    #[must_use]
    pub fn benchmarks(self, scale: Scale) -> Vec<Benchmark> {
        match self {
            Suite::Rules => rules::benchmarks(scale),
            Suite::Mijnlieff => mijnlieff::benchmarks(scale),
            Suite::Tables => tables::benchmarks(scale),
            Suite::Moulin => moulin::benchmarks(scale),
        }
    }
}

/// Something to be measured.
pub struct Benchmark {
    name: String,
    kind: Kind,
}

enum Kind {
    /// Work that is done again and again.
    Throughput {
        unit: &'static str,
        /// Makes what the work needs, then hands out the work itself.
        prepare: Box<dyn FnOnce() -> Box<dyn FnMut() -> Work>>,
    },
    /// Questions, each asked once; the seconds that each takes.
    Latency {
        threads: usize,
        ask: Box<dyn FnOnce() -> Vec<f64>>,
    },
}

/// What one run of a benchmark did: how much of which unit, and a number that proves it.
#[derive(Clone, Copy)]
struct Work {
    amount: u64,
    signature: u64,
}

/// What a benchmark has given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measured {
    /// Of work that is done again and again: the best run.
    Throughput {
        /// How much was done.
        amount: u64,
        /// In which unit.
        unit: &'static str,
        /// A number that changes when something else is computed.
        signature: u64,
        /// How long it took.
        seconds: f64,
    },
    /// Of questions that are asked once each.
    Latency {
        /// How many were asked.
        questions: usize,
        /// Threads that worked on each.
        threads: usize,
        /// Seconds that half of them exceed.
        median: f64,
        /// Seconds that the slowest takes.
        longest: f64,
    },
}

/// Runs of each benchmark, of which the best counts: others share the machine.
const RUNS: u32 = 3;

impl Benchmark {
    fn throughput<W: FnMut() -> Work + 'static>(
        name: impl Into<String>,
        unit: &'static str,
        prepare: impl FnOnce() -> W + 'static,
    ) -> Benchmark {
        let prepare = || -> Box<dyn FnMut() -> Work> { Box::new(prepare()) };
        Benchmark {
            name: name.into(),
            kind: Kind::Throughput {
                unit,
                prepare: Box::new(prepare),
            },
        }
    }

    fn latency(
        name: impl Into<String>,
        threads: usize,
        ask: impl FnOnce() -> Vec<f64> + 'static,
    ) -> Benchmark {
        Benchmark {
            name: name.into(),
            kind: Kind::Latency {
                threads,
                ask: Box::new(ask),
            },
        }
    }

    /// What is measured.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Measures it.
    #[must_use]
    pub fn run(self) -> Measured {
        match self.kind {
            Kind::Throughput { unit, prepare } => {
                let mut work = prepare();
                let mut best = f64::INFINITY;
                let mut done = work();
                for _ in 0..RUNS {
                    let begun = Instant::now();
                    done = std::hint::black_box(work());
                    best = best.min(begun.elapsed().as_secs_f64());
                }
                Measured::Throughput {
                    amount: done.amount,
                    unit,
                    signature: done.signature,
                    seconds: best,
                }
            }
            Kind::Latency { threads, ask } => {
                let mut seconds = ask();
                seconds.sort_by(f64::total_cmp);
                Measured::Latency {
                    questions: seconds.len(),
                    threads,
                    median: seconds[seconds.len() / 2],
                    longest: seconds[seconds.len() - 1],
                }
            }
        }
    }
}

/// Less of something where the work is only to be seen running.
fn scaled<T>(scale: Scale, full: T, quick: T) -> T {
    match scale {
        Scale::Full => full,
        Scale::Quick => quick,
    }
}
