use std::path::Path;

use ::play::text::Text;
use anyhow::anyhow;
use engine::moulin::training::{LayerSample, Plan, write};
use game::{Notation, Random};

use crate::Answer;
use crate::arguments::Folder;
use crate::commands::progress::Progress;
use crate::commands::replace_file::replace_file;
use crate::commands::tables::{file_error, read_moulin};
use crate::output::Output;

/// `merelle training sample`
pub(super) fn run(
    setup: &str,
    file: &Path,
    folder: &Folder,
    positions: usize,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let moulin = read_moulin(setup, output)?;
    let store = engine::moulin::store(*moulin.rules(), Some(&folder.dir));
    let plan = Plan::new(&store, positions);
    if plan.layers().len() == 0 {
        let folder = store.folder().display();
        let reason = Text::new(
            format!("{folder}: no tables there; make them first: merelle tables build"),
            format!("{folder} : pas de tables ; faites-les d'abord : merelle tables build"),
        );
        return Err(anyhow!("{}", reason.get(output.lang())));
    }
    let mut progress = Progress::new(plan.layers().len() as u64, output.lang());
    let mut random = Random::new(seed);
    let mut samples = Vec::new();
    for (layer, count) in plan.layers() {
        let sample = LayerSample::new(&store, layer, count, &mut random);
        samples.push(sample.map_err(|fault| file_error(&fault, output))?);
        progress.done(1, &layer.text(store.rules()));
    }
    progress.finish();
    let mut bytes = Vec::new();
    write(&mut bytes, &moulin.setup_text(), &samples)?;
    replace_file(file, &bytes)?;
    let drawn: usize = samples.iter().map(|sample| sample.slots.len()).sum();
    output.line(&drawn.to_string())?;
    Ok(Answer::Done)
}
