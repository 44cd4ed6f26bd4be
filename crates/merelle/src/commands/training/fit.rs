use std::fs;
use std::path::Path;

use ::play::text::Text;
use anyhow::{Context, anyhow};
use engine::moulin::training::{self, LessonsError};
use serde_json::json;

use crate::Answer;
use crate::commands::progress::Progress;
use crate::commands::replace_file::replace_file;
use crate::commands::tables::read_moulin;
use crate::output::Output;

/// `merelle lessons learn`
pub(super) fn run(from: &Path, to: &Path, output: &mut Output) -> anyhow::Result<Answer> {
    let shown = || from.display().to_string();
    let refusal = |LessonsError| {
        let file = shown();
        let reason = Text::new(
            format!("{file}: no lessons, or damaged; draw them again: merelle lessons draw"),
            format!(
                "{file} : pas de leçons, ou abîmées ; tirez-en d'autres : merelle lessons draw"
            ),
        );
        anyhow!("{}", reason.get(output.lang()))
    };
    let file = fs::read(from).with_context(shown)?;
    let (setup, lessons) = training::read(&file).map_err(refusal)?;
    let moulin = read_moulin(&setup, output).with_context(shown)?;
    let mut progress = Progress::new(training::STAGES as u64, output.lang());
    let mut learnt = Vec::new();
    let bytes = training::learn(*moulin.rules(), &lessons, |stage| {
        progress.done(1, &stage.stage);
        learnt.push(stage);
    });
    progress.finish();
    let bytes = bytes.map_err(refusal)?;
    learnt.sort_by_key(|learnt| learnt.stage);
    for learnt in learnt {
        if output.is_json() {
            output.value(&json!({
                "stage": learnt.stage,
                "positions": learnt.positions,
                "loss": learnt.loss,
            }))?;
        } else {
            let (stage, positions, loss) = (learnt.stage, learnt.positions, learnt.loss);
            output.line(&format!("{stage} {positions} {loss:.4}"))?;
        }
    }
    replace_file(to, &bytes)?;
    Ok(Answer::Done)
}
