use std::path::Path;

use lab::probing::{self, Times};
use moulin::Moulin;
use serde_json::json;

use super::file_error;
use crate::Answer;
use crate::output::Output;

/// `merelle tables speed`
pub(super) fn run(
    moulin: &Moulin,
    folder: &Path,
    samples: usize,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let mut answer = Answer::No;
    for times in probing::measure(moulin, folder, samples, seed) {
        print(&times.map_err(|fault| file_error(&fault, output))?, output)?;
        answer = Answer::Done;
    }
    Ok(answer)
}

fn print(times: &Times, output: &mut Output) -> anyhow::Result<()> {
    let [half, tenth, hundredth, longest] =
        [50, 90, 99, 100].map(|percent| times.percentile(percent));
    let (name, probes) = (&times.name, times.probes());
    let signature = format!("{:016x}", times.signature);
    if output.is_json() {
        output.value(&json!({
            "name": name,
            "probes": probes,
            "p50_us": half,
            "p90_us": tenth,
            "p99_us": hundredth,
            "longest_us": longest,
            "signature": signature,
        }))?;
    } else {
        output.line(&format!(
            "{name:22} {probes:>8} probes  signature {signature}  p50 {half:8.1} us  p90 {tenth:8.1} us  \
             p99 {hundredth:9.1} us  longest {longest:9.1} us"
        ))?;
    }
    output.flush()
}
