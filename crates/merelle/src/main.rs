//! `merelle`: Mijnlieff and the mill family from a shell.
//!
//! This crate is glue: arguments in, text or JSON out. The games are in the crates below.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod output;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use play::Lang;
use play::text::io_fault;

use arguments::Arguments;
use output::Output;

fn main() -> ExitCode {
    let given: Vec<OsString> = std::env::args_os().collect();
    let arguments = match Arguments::try_parse_from(&given) {
        Ok(arguments) => arguments,
        Err(error) if is_refusal(&error) => {
            let lang = arguments::lang(&given).unwrap_or_else(output::surroundings);
            let reason = arguments::refusal(&error, &given);
            eprintln!("merelle: {}", reason.get(lang));
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
            eprintln!("merelle: {}", causes(&error, output.lang()));
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

/// Whether something is wrong with the arguments. Otherwise they ask for help, or name a command that
/// consists of commands without saying which: those are listed.
fn is_refusal(error: &clap::Error) -> bool {
    error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// An error and its causes in one line, with what the system says in words of ours.
fn causes(error: &anyhow::Error, lang: Lang) -> String {
    let cause = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref() {
        Some(fault) => io_fault(fault).get(lang),
        None => cause.to_string(),
    };
    let causes: Vec<String> = error.chain().map(cause).collect();
    causes.join(match lang {
        Lang::FR => "\u{a0}: ",
        _ => ": ",
    })
}

/// Whether the reader of our output has gone, as in `merelle perft … | head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
