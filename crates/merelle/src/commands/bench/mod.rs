mod mijnlieff;
mod moulin;
mod rules;
mod tables;

use std::time::Instant;

use serde_json::json;

use crate::Answer;
use crate::arguments::Suite;
use crate::output::Output;

/// `merelle bench`
pub(crate) fn run(suite: Suite, quick: bool, output: &mut Output) -> anyhow::Result<Answer> {
    match suite {
        Suite::Rules => rules::run(quick, output),
        Suite::Mijnlieff => mijnlieff::run(quick, output),
        Suite::Tables => tables::run(quick, output),
        Suite::Moulin => moulin::run(quick, output),
    }
}

/// Runs of each measurement, of which the best counts: others share the machine.
const RUNS: u32 = 3;

/// What one measurement did: how much of which unit, and a number that proves it.
struct Work {
    amount: u64,
    signature: u64,
}

fn measure(
    name: &str,
    unit: &str,
    output: &mut Output,
    mut work: impl FnMut() -> Work,
) -> anyhow::Result<()> {
    let mut best = f64::INFINITY;
    let mut done = work();
    for _ in 0..RUNS {
        let begun = Instant::now();
        done = std::hint::black_box(work());
        best = best.min(begun.elapsed().as_secs_f64());
    }
    let rate = done.amount as f64 / best;
    if output.is_json() {
        output.value(&json!({
            "name": name,
            "amount": done.amount,
            "unit": unit,
            "signature": format!("{:016x}", done.signature),
            "seconds": best,
            "per_second": rate,
        }))?;
    } else {
        output.line(&format!(
            "{name:36} {:>12} {unit:6}  signature {:016x}  {best:8.3} s  {:>12.0} {unit}/s",
            done.amount, done.signature, rate
        ))?;
    }
    output.flush()
}
