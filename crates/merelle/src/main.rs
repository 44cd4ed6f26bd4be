//! `merelle`: Mijnlieff and the mill family from a shell.
//!
//! This crate is glue: arguments in, text or JSON out. The games are in the crates below.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod output;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use arguments::Arguments;
use output::Output;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // A command that consists of commands, without one: they are listed.
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.exit()
        }
        Err(error) if error.use_stderr() => {
            let (reason, command) = (in_one_line(&error), command_of(&error));
            eprintln!("merelle: {reason} ({command} --help tells more)");
            return ExitCode::from(2);
        }
        Err(help) => help.exit(),
    };
    let mut output = Output::new(&arguments.globals);
    let answer = commands::run(arguments.command, &mut output);
    let answer = answer.and_then(|answer| output.flush().map(|()| answer));
    match answer {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("merelle: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// What a command found, for its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// It did what it was asked: 0.
    Done,
    /// The answer is no: 1.
    No,
}

/// What is wrong with the arguments, without the usage that follows.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim);
    let about = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("tip:"));
    let about: Vec<&str> = about.filter(|line| !line.is_empty()).collect();
    about.join(" ").trim_start_matches("error: ").to_owned()
}

/// The command that was misunderstood, from the usage that clap shows: `merelle print rules`.
fn command_of(error: &clap::Error) -> String {
    let text = error.to_string();
    let usage = text.lines().find_map(|line| line.strip_prefix("Usage: "));
    let words = usage.unwrap_or("merelle").split(' ');
    let command: Vec<&str> = words
        .take_while(|word| !word.starts_with(['[', '<', '-']))
        .collect();
    command.join(" ")
}

/// Whether the reader of our output has gone, as in `merelle perft … | head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
