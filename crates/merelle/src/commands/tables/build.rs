use ::play::families::moulin::{build_refusal, gibibytes};
use ::play::text::Text;
use anyhow::anyhow;
use tables::{Build, Solver, Store};

use super::report;
use crate::Answer;
use crate::commands::progress::Progress;
use crate::output::Output;

/// Bytes of disk that a hundred slots take, by experience and with room to spare.
const BYTES_PER_HUNDRED_SLOTS: u64 = 50;

/// `merelle tables build`
pub(super) fn run(
    store: &Store,
    build: &Build<'_>,
    solver: &mut Solver,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let missing = build.missing();
    let slots: u64 = missing.iter().map(|batch| build.slots(*batch)).sum();
    announce(store, slots, output);
    let mut progress = Progress::new(slots, output.lang());
    let made = build.run(solver, |built| {
        let layers = built.batch.layers().into_iter();
        let names: Vec<String> = layers.map(|layer| layer.text(store.rules())).collect();
        let part = format!("{}: {} {}", names.join(" "), built.slots, built.bytes);
        progress.done(built.slots, &part);
    });
    progress.finish();
    let refusal = |error| build_refusal(&error, store.rules());
    made.map_err(|error| anyhow!("{}", refusal(error).get(output.lang())))?;
    for layer in build.layers() {
        report::census_of(store, layer, output)?;
    }
    Ok(Answer::Done)
}

/// Says what is about to be done, on standard error as all progress.
fn announce(store: &Store, slots: u64, output: &Output) {
    let folder = store.folder().display();
    let millions = slots.div_ceil(1_000_000);
    let disk = gibibytes(slots * BYTES_PER_HUNDRED_SLOTS / 100);
    let about = Text::new(
        format!("{folder}: {millions} million slots to solve, up to about"),
        format!("{folder} : {millions} millions de cases à résoudre, au plus environ"),
    );
    let about = about.then(&disk).then(&Text::new("of disk", "de disque"));
    eprintln!("{}", about.get(output.lang()));
}
