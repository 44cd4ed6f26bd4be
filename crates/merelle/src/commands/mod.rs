mod admin;
mod analyse;
mod atlas;
mod backup;
mod bench;
mod book;
mod draw;
mod engine;
mod exam;
mod extras;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod freed_memory;
mod levels;
mod load;
mod matches;
mod move_database;
mod moves;
mod perft;
mod picture;
mod play;
mod print;
mod probe;
mod progress;
mod replace_file;
mod replay;
mod restore;
mod rules;
mod serve;
mod tables;
mod training;

use std::num::NonZero;
use std::thread;

use ::play::{Families, Lang, Session, Setup};
use anyhow::anyhow;
use lab::bench::Scale;
use server::Database;

use crate::Answer;
use crate::arguments::{
    Analysing, Command, Learning, Playing, Research, ServeArguments, Serving, ShellHelp, Solving,
    Where,
};
use crate::output::Output;

/// Runs the command, or serves the page when there is none.
pub(crate) fn run(command: Option<Command>, output: &mut Output) -> anyhow::Result<Answer> {
    match command {
        None => serve::run(ServeArguments::default(), output),
        Some(Command::Playing(command)) => playing(command, output),
        Some(Command::Learning(command)) => learning(command, output),
        Some(Command::Analysing(command)) => analysing(command, output),
        Some(Command::Solving(command)) => solving(command, output),
        Some(Command::Serving(command)) => serving(command, output),
        Some(Command::Research(command)) => research(command, output),
        Some(Command::Shell(command)) => shell(command, output),
    }
}

/// Reads the address of a database, which is not repeated should it be none: it may have a password.
fn database(text: &str, lang: Lang) -> anyhow::Result<Database> {
    let read = text.parse::<Database>();
    read.map_err(|error| anyhow!("--database: {}", error.text().get(lang)))
}

fn playing(command: Playing, output: &mut Output) -> anyhow::Result<Answer> {
    match command {
        Playing::Play(arguments) => play::run(arguments, output),
        Playing::Match(arguments) => matches::run(&arguments, output),
    }
}

fn learning(command: Learning, output: &mut Output) -> anyhow::Result<Answer> {
    match command {
        Learning::Rules { setup } => rules::run(setup.as_deref(), output),
        Learning::Draw(arguments) => draw::run(&arguments, output),
        Learning::Print(arguments) => print::run(&arguments, output),
    }
}

fn analysing(command: Analysing, output: &mut Output) -> anyhow::Result<Answer> {
    match command {
        Analysing::Analyse(arguments) => analyse::run(arguments, output),
        Analysing::Replay { file } => replay::run(&file, output),
        Analysing::Moves { place } => moves::run(&place, output),
    }
}

fn solving(command: Solving, output: &mut Output) -> anyhow::Result<Answer> {
    match command {
        Solving::Atlas(arguments) => atlas::run(arguments, output),
        Solving::Book(arguments) => book::run(arguments, output),
        Solving::Tables { action } => tables::run(action, output),
        Solving::Probe {
            setup,
            position,
            folder,
        } => probe::run(&setup, &position, &folder, output),
    }
}

fn serving(command: Serving, output: &mut Output) -> anyhow::Result<Answer> {
    match command {
        Serving::Serve(arguments) => serve::run(*arguments, output),
        Serving::Backup { file, keep, data } => backup::run(&file, keep, data, output),
        Serving::Restore { file, data } => restore::run(&file, data, output),
        Serving::MoveDatabase { from, to } => move_database::run(&from, &to, output),
        Serving::Admin(arguments) => admin::run(arguments, output),
        Serving::Engine { shelf } => engine::run(shelf.shared()),
    }
}

fn research(command: Research, output: &mut Output) -> anyhow::Result<Answer> {
    match command {
        Research::Perft {
            setup,
            depth,
            position,
        } => perft::run(&Where { setup, position }, depth, output),
        Research::Bench { suite, quick } => {
            let scale = if quick { Scale::Quick } else { Scale::Full };
            bench::run(suite.into(), scale, output)
        }
        Research::Load(arguments) => load::run(&arguments, output),
        Research::Levels(arguments) => levels::run(&arguments, output),
        Research::Exam { action } => exam::run(action, output),
        Research::Training { action } => training::run(action, output),
    }
}

fn shell(command: ShellHelp, output: &mut Output) -> anyhow::Result<Answer> {
    match command {
        ShellHelp::Completions { shell } => extras::completions(shell, output),
        ShellHelp::Man => extras::man(output),
    }
}

/// Reads a setup, with the reason for a refusal in the language asked for.
fn read_setup(text: &str, lang: Lang) -> anyhow::Result<Setup> {
    let setup = Families::standard().setup(text);
    setup.map_err(|error| anyhow!("{}", error.text().get(lang)))
}

/// The setups that people are offered, by name.
fn named_setups() -> Vec<String> {
    let offers = Families::standard().offers().into_iter();
    offers.map(|offer| offer.setup.to_string()).collect()
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
