use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use ::play::analysis::{AnalysisError, Analyst, Thought};
use ::play::record::Records;
use ::play::{Lang, Setup, text};
use anyhow::{anyhow, bail};
use engine::{Resources, SharedData};
use serde_json::{Value, json};

use super::replay::read_text;
use super::{cores, open, read_setup};
use crate::Answer;
use crate::arguments::Where;
use crate::output::Output;

/// How much an analysis may use.
pub(crate) struct Effort {
    time: Option<Duration>,
    resources: Resources,
}

impl Effort {
    pub(crate) fn new(
        time: Option<f64>,
        threads: Option<usize>,
        memory: u32,
        shared: SharedData,
    ) -> anyhow::Result<Effort> {
        let time = match time.map(Duration::try_from_secs_f64) {
            None => None,
            Some(Ok(time)) => Some(time),
            Some(Err(_)) => bail!("--time takes a number of seconds from 0 on"),
        };
        let threads = cores(threads);
        if !(1..=256).contains(&threads) {
            bail!("--threads takes a number from 1 to 256");
        }
        Ok(Effort {
            time,
            resources: Resources {
                memory: (memory as usize) << 20,
                threads,
                shared,
            },
        })
    }

    fn analyst(&self, setup: &Setup) -> Analyst {
        Analyst::new(setup, &self.resources)
    }
}

fn refused(error: &AnalysisError, lang: Lang) -> anyhow::Error {
    anyhow!("{}", error.text().get(lang))
}

/// `merelle analyse SETUP [POSITION]`
pub(crate) fn position(
    place: &Where,
    effort: &Effort,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let setup = read_setup(&place.setup, lang)?;
    let session = open(place, lang)?;
    let judged = effort.analyst(&setup).judge(session.as_ref(), effort.time);
    let Thought { value, moves, .. } = judged.map_err(|error| refused(&error, lang))?;
    if output.is_json() {
        let moves: Vec<Value> = moves
            .iter()
            .map(|judged| {
                let value = judged.value.to_string();
                json!({
                    "move": judged.played,
                    "value": value,
                    "line": judged.line,
                    "limit_first": judged.limit_first,
                })
            })
            .collect();
        let setup = setup.to_string();
        output.value(&json!({ "setup": setup, "value": value.to_string(), "moves": moves }))?;
    } else {
        output.line(&value.to_string())?;
        for judged in &moves {
            let line = judged.line.join(" ");
            output.line(format!("{} {} {line}", judged.played, judged.value).trim_end())?;
            if judged.limit_first {
                output.note(&text::limit_first(&judged.played));
            }
        }
    }
    Ok(Answer::Done)
}

/// `merelle analyse --record FILE`
pub(crate) fn record(file: &Path, effort: &Effort, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let name = file.display().to_string();
    let text = read_text(file)?;
    let shown = std::io::stderr().is_terminal();
    for (number, record) in Records::new(&text).enumerate() {
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
        output.flush()?;
    }
    Ok(Answer::Done)
}
