use std::fs;
use std::path::Path;

use ::play::text::Text;
use anyhow::{Context, anyhow};
use engine::moulin::training::{self, SamplesError};
use serde_json::json;

use crate::Answer;
use crate::commands::progress::Progress;
use crate::commands::replace_file::replace_file;
use crate::commands::tables::read_moulin;
use crate::output::Output;

/// `merelle training fit`
pub(super) fn run(from: &Path, to: &Path, output: &mut Output) -> anyhow::Result<Answer> {
    let shown = || from.display().to_string();
    let refusal = |SamplesError| {
        let file = shown();
        let reason = Text::new(
            format!(
                "{file}: not a file of samples, or a damaged one; make it again: merelle training sample"
            ),
            format!(
                "{file} : pas un fichier d'échantillons, ou abîmé ; refaites-le : merelle training sample"
            ),
        );
        anyhow!("{}", reason.get(output.lang()))
    };
    let file = fs::read(from).with_context(shown)?;
    let (setup, samples) = training::read(&file).map_err(refusal)?;
    let moulin = read_moulin(&setup, output).with_context(shown)?;
    let mut progress = Progress::new(training::PHASES as u64, output.lang());
    let mut fits = Vec::new();
    let bytes = training::fit(*moulin.rules(), &samples, |fit| {
        progress.done(1, &fit.phase);
        fits.push(fit);
    });
    progress.finish();
    let bytes = bytes.map_err(refusal)?;
    fits.sort_by_key(|fit| fit.phase);
    for fit in fits {
        if output.is_json() {
            output.value(&json!({
                "phase": fit.phase,
                "positions": fit.positions,
                "loss": fit.loss,
            }))?;
        } else {
            let (phase, positions, loss) = (fit.phase, fit.positions, fit.loss);
            output.line(&format!("{phase} {positions} {loss:.4}"))?;
        }
    }
    replace_file(to, &bytes)?;
    Ok(Answer::Done)
}
