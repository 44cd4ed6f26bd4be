mod build;
mod progress;
mod report;
mod verify;

use ::play::Setup;
use ::play::text::Text;
use anyhow::anyhow;
use engine::moulin::tables::{FileFault, Store};
use moulin::Moulin;

use super::read_setup;
use crate::Answer;
use crate::arguments::{Folder, TablesAction};
use crate::output::Output;

/// `merelle tables`
pub(super) fn run(action: TablesAction, output: &mut Output) -> anyhow::Result<Answer> {
    match action {
        TablesAction::Build {
            setup,
            upto,
            folder,
            threads,
            memory,
        } => {
            let store = store(&setup, &folder, output)?;
            build::run(&store, upto, threads, memory, output)
        }
        TablesAction::Census { setup, folder } => {
            let store = store(&setup, &folder, output)?;
            report::census(&store, output)
        }
        TablesAction::Verify {
            setup,
            folder,
            samples,
            seed,
            stones,
        } => {
            let store = store(&setup, &folder, output)?;
            verify::run(&store, samples, seed, stones, output)
        }
        TablesAction::List { setup, folder } => {
            let store = store(&setup, &folder, output)?;
            report::list(&store, output)
        }
    }
}

/// The game of the mill family that a setup names.
pub(super) fn read_moulin(setup: &str, output: &Output) -> anyhow::Result<Moulin> {
    match read_setup(setup, output.lang())? {
        Setup::Moulin(moulin) => Ok(moulin),
        Setup::Mijnlieff(_) => {
            let reason = Text::new(
                "tables are made for the mill family only",
                "il n'y a de tables que pour la famille du moulin",
            );
            Err(anyhow!("{}", reason.get(output.lang())))
        }
    }
}

/// The tables of a setup.
fn store(setup: &str, folder: &Folder, output: &Output) -> anyhow::Result<Store> {
    let moulin = read_moulin(setup, output)?;
    Ok(Store::new(*moulin.rules(), &folder.dir))
}

/// What is wrong with a file, as an error.
pub(super) fn file_error(fault: &FileFault, output: &Output) -> anyhow::Error {
    let reason = ::play::text::table_fault(fault);
    anyhow!("{}", reason.get(output.lang()))
}
