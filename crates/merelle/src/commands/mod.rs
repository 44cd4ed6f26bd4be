mod analyse;
mod atlas;
mod backup;
mod bench;
mod book;
mod draw;
mod engine;
mod exam;
mod extras;
mod levels;
mod load;
mod matches;
mod moves;
mod perft;
mod picture;
mod play;
mod print;
mod probe;
mod progress;
mod replace_file;
mod replay;
mod rules;
mod serve;
mod tables;
mod training;

use std::num::NonZero;
use std::thread;

use ::play::arena::Ladder;
use ::play::{Lang, Session, Setup};
use anyhow::anyhow;
use lab::bench::Scale;
use lab::levels::Levels;

use crate::Answer;
use crate::arguments::{Command, Where};
use crate::output::Output;

/// Runs the command, or serves the page when there is none.
pub(crate) fn run(command: Option<Command>, output: &mut Output) -> anyhow::Result<Answer> {
    let command = command.unwrap_or_else(|| Command::Serve(Box::default()));
    match command {
        Command::Serve(arguments) => serve::run(*arguments, output),
        Command::Load(arguments) => load::run(&arguments, output),
        Command::Backup { file, data } => backup::run(&file, data, output),
        Command::Play(arguments) => play::run(arguments, output),
        Command::Moves { place } => moves::run(&place, output),
        Command::Perft {
            setup,
            depth,
            position,
        } => perft::run(&Where { setup, position }, depth, output),
        Command::Replay { file } => replay::run(&file, output),
        Command::Rules { setup } => rules::run(setup.as_deref(), output),
        Command::Draw(arguments) => draw::run(&arguments, output),
        Command::Print(arguments) => print::run(&arguments, output),
        Command::Analyse {
            setup,
            position,
            record,
            time,
            threads,
            memory,
            shelf,
        } => {
            let effort = analyse::Effort::new(time, threads, memory, shelf.shared())?;
            match (record, setup) {
                (Some(file), _) => analyse::record(&file, &effort, output),
                (None, setup) => {
                    let setup = setup.unwrap_or_default();
                    analyse::position(&Where { setup, position }, &effort, output)
                }
            }
        }
        Command::Book(arguments) => book::run(arguments, output),
        Command::Bench { suite, quick } => {
            let scale = if quick { Scale::Quick } else { Scale::Full };
            bench::run(suite.into(), scale, output)
        }
        Command::Atlas(arguments) => atlas::run(arguments, output),
        Command::Tables { action } => tables::run(action, output),
        Command::Exam { action } => exam::run(action, output),
        Command::Training { action } => training::run(action, output),
        Command::Probe {
            setup,
            position,
            folder,
        } => probe::run(&setup, &position, &folder, output),
        Command::Match(arguments) => matches::run(&arguments, output),
        Command::Levels {
            setups,
            games,
            others,
            work,
            file,
        } => {
            let ladder = Ladder {
                neighbours: games,
                others,
            };
            let levels = Levels {
                ladder,
                seed: work.seed,
                threads: work.threads.into(),
                memory: (work.memory as usize) << 20,
            };
            levels::run(&setups, levels, file.as_deref(), output)
        }
        Command::Engine { shelf } => engine::run(shelf.shared()),
        Command::Completions { shell } => extras::completions(shell, output),
        Command::Man => extras::man(output),
    }
}

/// Reads a setup, with the reason for a refusal in the language asked for.
fn read_setup(text: &str, lang: Lang) -> anyhow::Result<Setup> {
    text.parse().map_err(|error: ::play::SetupError| {
        let reason = error.text();
        anyhow!("{}", reason.get(lang))
    })
}

/// Opens a match at the place named on the command line.
fn open(place: &Where, lang: Lang) -> anyhow::Result<Box<dyn Session>> {
    let setup = read_setup(&place.setup, lang)?;
    match &place.position {
        None => Ok(setup.session()),
        Some(position) => {
            let session = setup.session_from(position);
            session.map_err(|refusal| anyhow!("{}", refusal.line(lang)))
        }
    }
}

/// The threads asked for, or one for each core.
fn cores(threads: Option<usize>) -> usize {
    let all = || thread::available_parallelism().map_or(1, NonZero::get);
    threads.unwrap_or_else(all).max(1)
}
