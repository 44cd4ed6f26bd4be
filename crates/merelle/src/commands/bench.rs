use lab::bench::{Benchmark, Measured, Scale, Suite};
use serde_json::json;

use crate::Answer;
use crate::output::Output;

/// `merelle bench`
pub(crate) fn run(suite: Suite, scale: Scale, output: &mut Output) -> anyhow::Result<Answer> {
    for benchmark in suite.benchmarks(scale) {
        measure(benchmark, output)?;
        output.flush()?;
    }
    Ok(Answer::Done)
}

fn measure(benchmark: Benchmark, output: &mut Output) -> anyhow::Result<()> {
    let name = benchmark.name().to_owned();
    match benchmark.run() {
        Measured::Throughput {
            amount,
            unit,
            signature,
            seconds,
        } => {
            let rate = amount as f64 / seconds;
            if output.is_json() {
                return output.value(&json!({
                    "name": name,
                    "amount": amount,
                    "unit": unit,
                    "signature": format!("{signature:016x}"),
                    "seconds": seconds,
                    "per_second": rate,
                }));
            }
            output.line(&format!(
                "{name:36} {amount:>12} {unit:6}  signature {signature:016x}  {seconds:8.3} s  \
                 {rate:>12.0} {unit}/s"
            ))
        }
        Measured::Latency {
            questions,
            threads,
            median,
            longest,
        } => {
            if output.is_json() {
                return output.value(&json!({
                    "name": format!("mijnlieff {name}"),
                    "positions": questions,
                    "median_seconds": median,
                    "longest_seconds": longest,
                }));
            }
            output.line(&format!(
                "{name}, {questions} positions, {threads} threads: median {median:.3} s, longest \
                 {longest:.3} s"
            ))
        }
    }
}
