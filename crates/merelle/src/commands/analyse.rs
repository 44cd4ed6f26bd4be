use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use ::play::analysis::{Analysis, AnalysisError, Analyst};
use ::play::record::Records;
use ::play::{Families, Lang, Setup};
use anyhow::anyhow;
use engine::Resources;
use serde_json::{Value, json};

use super::replay::read_text;
use super::{cores, open, read_setup};
use crate::Answer;
use crate::arguments::{AnalyseArguments, Where};
use crate::output::Output;

/// Threads that an analysis has at most, however many cores there are.
const MOST_THREADS: usize = 256;

/// How much an analysis may use.
struct Effort {
    time: Option<Duration>,
    resources: Resources,
}

/// `merelle analyse`
pub(crate) fn run(arguments: AnalyseArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let effort = Effort {
        time: arguments.time,
        resources: Resources {
            threads: cores(arguments.threads).min(MOST_THREADS),
            shared: arguments.shelf.shared(),
            ..Resources::new((arguments.memory as usize) << 20)
        },
    };
    match arguments.record {
        Some(file) => record(&file, &effort, output),
        None => {
            let setup = arguments.setup.unwrap_or_default();
            let position = arguments.position;
            self::position(&Where { setup, position }, &effort, output)
        }
    }
}

impl Effort {
    fn analyst(&self, setup: &Setup) -> Analyst {
        Analyst::new(setup, &self.resources)
    }
}

fn refused(error: &AnalysisError, lang: Lang) -> anyhow::Error {
    anyhow!("{}", error.text().get(lang))
}

/// `merelle analyse SETUP [POSITION]`
fn position(place: &Where, effort: &Effort, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let setup = read_setup(&place.setup, lang)?;
    let session = open(place, lang)?;
    let analysis = effort
        .analyst(&setup)
        .analyse(session.as_ref(), effort.time);
    let analysis = analysis.map_err(|error| refused(&error, lang))?;
    let Analysis {
        value,
        moves,
        notes,
        ..
    } = analysis;
    for note in &notes {
        output.note(note);
    }
    if output.is_json() {
        let moves: Vec<Value> = moves
            .iter()
            .map(|ranked| {
                let value = ranked.value.to_string();
                json!({
                    "move": ranked.played,
                    "value": value,
                    "line": ranked.line,
                    "limit_first": ranked.limit_first.is_some(),
                })
            })
            .collect();
        let setup = setup.to_string();
        output.value(&json!({ "setup": setup, "value": value.to_string(), "moves": moves }))?;
    } else {
        output.line(&value.to_string())?;
        for ranked in &moves {
            let line = ranked.line.join(" ");
            output.line(format!("{} {} {line}", ranked.played, ranked.value).trim_end())?;
            if let Some(note) = ranked.limit_note() {
                output.note(&note);
            }
        }
    }
    Ok(Answer::Done)
}

/// `merelle analyse --record FILE`
fn record(file: &Path, effort: &Effort, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let name = file.display().to_string();
    let text = read_text(file, lang)?;
    let shown = std::io::stderr().is_terminal();
    for (number, record) in Records::new(&text, &Families::standard()).enumerate() {
        let record = record.map_err(|error| anyhow!("{name}: {}", error.text().get(lang)))?;
        let mut analyst = effort.analyst(&record.setup);
        let reviewed = analyst.review(&record, effort.time, lang, |done, all| {
            if shown {
                eprint!("\r{done} / {all} ");
                // Progress that cannot be shown is no reason to stop.
                let _ = std::io::stderr().flush();
            }
        });
        if shown {
            eprintln!();
        }
        let reviewed = reviewed.map_err(|error| refused(&error, lang))?;
        if output.is_json() {
            output.value(&json!({ "record": reviewed.to_string() }))?;
        } else {
            if number > 0 {
                output.line("")?;
            }
            output.raw(&reviewed.to_string())?;
        }
        analyst.notes().iter().for_each(|note| output.note(note));
        output.flush()?;
    }
    Ok(Answer::Done)
}
