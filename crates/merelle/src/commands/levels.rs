use std::path::Path;

use ::play::Setup;
use ::play::arena::Ladder;
use ::play::text::{self, Text};
use anyhow::{Context, anyhow};
use lab::levels::{Levels, Results, ResultsError};

use super::matches::{end_progress, progress};
use super::read_setup;
use crate::Answer;
use crate::arguments::LevelsArguments;
use crate::output::Output;

/// The boards the levels are made for.
const BOARDS: [&str; 3] = [
    "mijnlieff",
    "mijnlieff:board=0.0/2.1/4.2/6.3",
    "mijnlieff:sets=2",
];

/// `merelle levels`
pub(super) fn run(arguments: &LevelsArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let levels = Levels {
        ladder: Ladder {
            neighbours: arguments.games,
            others: arguments.others,
        },
        seed: arguments.work.seed,
        threads: arguments.work.threads.into(),
        memory: (arguments.work.memory as usize) << 20,
    };
    let mut names: Vec<&str> = arguments.setups.iter().map(String::as_str).collect();
    if names.is_empty() {
        names.extend(BOARDS);
    }
    let setups = names.iter().map(|name| read_setup(name, output.lang()));
    let setups = setups.collect::<anyhow::Result<Vec<Setup>>>()?;
    let mut results = match &arguments.file {
        None => Results::default(),
        Some(file) => open(file, output)?,
    };
    let mut wrong = 0;
    for setup in setups {
        wrong += measure(levels, &setup, &mut results, output)?;
    }
    if wrong == 0 {
        return Ok(Answer::Done);
    }
    if !output.is_json() {
        output.text(&Text::new(
            format!("{wrong} results are not as they should be"),
            format!("{wrong} ne sont pas comme il faut"),
        ))?;
    }
    Ok(Answer::No)
}

fn open(file: &Path, output: &Output) -> anyhow::Result<Results> {
    let name = file.display();
    Results::open(file).map_err(|error| match error {
        ResultsError::Io(error) => anyhow!(error).context(name.to_string()),
        ResultsError::NotAResult { line } => {
            let reason = Text::new(
                format!("{name}: line {line} is not a result of merelle levels"),
                format!("{name} : la ligne {line} n'est pas un résultat de merelle levels"),
            );
            anyhow!("{}", reason.get(output.lang()))
        }
    })
}

/// Prints the results of one game; how many are not as they should be.
fn measure(
    levels: Levels,
    setup: &Setup,
    results: &mut Results,
    output: &mut Output,
) -> anyhow::Result<u32> {
    if !output.is_json() {
        output.line(&setup.to_string())?;
    }
    let mut wrong = 0;
    for pairing in levels.pairings(setup) {
        let watch = |tally| progress(&pairing.players, pairing.games, tally);
        let result = levels.result(setup, pairing, results, &watch);
        end_progress();
        let result = result.with_context(|| results.path().display().to_string())?;
        wrong += u32::from(!result.fits());
        if output.is_json() {
            output.value(&result.json())?;
        } else {
            let line = text::ladder_line(
                pairing.players,
                pairing.step,
                result.tally,
                result.different,
            );
            output.text(&line)?;
        }
        output.flush()?;
    }
    Ok(wrong)
}
