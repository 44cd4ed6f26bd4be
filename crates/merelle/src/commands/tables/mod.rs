mod bind;
mod build;
mod check;
mod pack;
mod report;
mod speed;
mod survey;
mod verify;

use ::play::families::moulin::{card_fault, table_fault};
use ::play::text::Text;
use anyhow::anyhow;
use moulin::Moulin;
use tables::{Build, CardFault, FileFault, Late, Solver, Store};

use super::read_setup;
use crate::Answer;
use crate::arguments::{Device, Folder, Product, TablesAction, threads};
use crate::output::Output;

/// `merelle tables`
pub(super) fn run(action: TablesAction, output: &mut Output) -> anyhow::Result<Answer> {
    match action {
        TablesAction::Build {
            setup,
            upto,
            stones,
            folder,
            threads,
            memory,
            device,
            product,
        } => {
            let store = store(&setup, &folder, output)?;
            let mut solver = solver(&store, device, threads, memory, output)?;
            let build = match (upto, stones) {
                (Some((rows, columns)), _) => Build::up_to(&store, rows, columns),
                (None, Some(stones)) => Build::of_stones(&store, stones),
                (None, None) => Build::whole(&store),
            };
            match product {
                Product::Full => build::run(&store, &build, &mut solver, output),
                Product::Whole => {
                    build::run(&store, &build.with_late(Late::Kept), &mut solver, output)
                }
                Product::None => survey::run(&store, &build, &mut solver, output),
            }
        }
        TablesAction::Pack {
            setup,
            folder,
            to,
            threads: asked,
        } => {
            let full = store(&setup, &folder, output)?;
            let compact =
                engine::moulin::store(*full.rules(), Some(to.as_deref().unwrap_or(&folder.dir)));
            pack::run(&full, &compact, threads(asked), output)
        }
        TablesAction::Bind {
            setup,
            file,
            folder,
        } => {
            let compact = store(&setup, &folder, output)?;
            bind::run(&compact, &file, output)
        }
        TablesAction::Check {
            setup,
            samples,
            seed,
            stones,
        } => {
            let store = engine::moulin::store(*read_moulin(&setup, output)?.rules(), None);
            check::run(&store, samples, seed, stones, output)
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
        TablesAction::Speed {
            setup,
            folder,
            samples,
            seed,
        } => {
            let moulin = read_moulin(&setup, output)?;
            speed::run(&moulin, &folder.dir, samples, seed, output)
        }
        TablesAction::List { setup, folder } => {
            let store = store(&setup, &folder, output)?;
            report::list(&store, output)
        }
    }
}

/// What solves layers.
fn solver(
    store: &Store,
    device: Device,
    asked: Option<u16>,
    memory: u32,
    output: &Output,
) -> anyhow::Result<Solver> {
    match device {
        Device::Cpu => Ok(Solver::processor(threads(asked), u64::from(memory) << 30)),
        Device::Cuda => Solver::card(store).map_err(|fault| card_error(&fault, output)),
    }
}

/// What is wrong with a graphics card, as an error.
fn card_error(fault: &CardFault, output: &Output) -> anyhow::Error {
    anyhow!("{}", card_fault(fault).get(output.lang()))
}

/// The game of the mill family that a setup names.
pub(super) fn read_moulin(setup: &str, output: &Output) -> anyhow::Result<Moulin> {
    let setup = read_setup(setup, output.lang())?;
    setup.game().copied().ok_or_else(|| {
        let reason = Text::new(
            "tables are made for the mill family only",
            "il n'y a de tables que pour la famille du moulin",
        );
        anyhow!("{}", reason.get(output.lang()))
    })
}

/// The tables of a setup.
fn store(setup: &str, folder: &Folder, output: &Output) -> anyhow::Result<Store> {
    let moulin = read_moulin(setup, output)?;
    Ok(engine::moulin::store(*moulin.rules(), Some(&folder.dir)))
}

/// What is wrong with a file, as an error.
pub(super) fn file_error(fault: &FileFault, output: &Output) -> anyhow::Error {
    let reason = table_fault(fault);
    anyhow!("{}", reason.get(output.lang()))
}
