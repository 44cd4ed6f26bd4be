use std::fs;
use std::path::{Path, PathBuf};

use ::play::text::Text;
use anyhow::{Context, anyhow};
use game::Notation;
use lab::exam::{Accuracy, Answers, Candidate, Exam, NotAQuestion, PhaseResult};
use serde_json::json;

use crate::Answer;
use crate::commands::progress::Progress;
use crate::commands::tables::read_moulin;
use crate::output::Output;

/// `merelle exam sit`
pub(super) fn run(
    files: &[PathBuf],
    candidate: &Candidate,
    answers: Option<&Path>,
    threads: u16,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let mut answers = match answers {
        None => Answers::default(),
        Some(path) => Answers::open(path).with_context(|| path.display().to_string())?,
    };
    for file in files {
        let exam = read(file, output)?;
        let mut progress = None;
        let results = exam.sit(candidate, threads.into(), &mut answers, |given| {
            let progress =
                progress.get_or_insert_with(|| Progress::new(given.of as u64, output.lang()));
            let mark = if given.is_kept() { '+' } else { '-' };
            let phase = given.question.phase;
            let position = exam.moulin.position_text(&given.question.position);
            let played = exam.moulin.move_text(given.played);
            progress.done(1, &format!("{mark} {phase} {position} {played}"));
        });
        progress.map(Progress::finish);
        report(&exam, candidate, &results?, output)?;
    }
    Ok(Answer::Done)
}

/// The rules and the questions of a file.
fn read(file: &Path, output: &Output) -> anyhow::Result<Exam> {
    let shown = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(shown)?;
    let (setup, questions) = text.split_once('\n').unwrap_or((&text, ""));
    let moulin = read_moulin(setup.trim_end(), output).with_context(shown)?;
    Exam::read(moulin, questions).map_err(|NotAQuestion { line }| {
        // The rules are on the first line.
        let (file, line) = (shown(), line + 1);
        let reason = Text::new(
            format!("{file}: line {line} is not a question"),
            format!("{file} : la ligne {line} n'est pas une question"),
        );
        anyhow!("{}", reason.get(output.lang()))
    })
}

/// What came out, phase by phase.
fn report(
    exam: &Exam,
    candidate: &Candidate,
    results: &[PhaseResult],
    output: &mut Output,
) -> anyhow::Result<()> {
    let setup = exam.moulin.setup_text();
    if !output.is_json() {
        output.line(&format!("{setup} {}", candidate.name()))?;
    }
    for PhaseResult { phase, all, single } in results {
        if output.is_json() {
            output.value(&json!({
                "setup": setup,
                "player": candidate.name(),
                "phase": phase.to_string(),
                "asked": all.asked,
                "kept": all.kept,
                "one_answer": { "asked": single.asked, "kept": single.kept },
            }))?;
        } else {
            output.line(&line(&phase.to_string(), *all))?;
            output.line(&line(&format!("{phase}, one answer:"), *single))?;
        }
    }
    Ok(())
}

fn line(name: &str, accuracy: Accuracy) -> String {
    format!(
        "{name} {} {} {:.1}",
        accuracy.kept,
        accuracy.asked,
        accuracy.percent()
    )
}
