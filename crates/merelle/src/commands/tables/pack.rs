use ::play::families::moulin::build_refusal;
use ::play::text::Text;
use anyhow::anyhow;
use tables::{Packing, Store};

use crate::Answer;
use crate::commands::progress::Progress;
use crate::output::Output;

/// `merelle tables pack`
pub(super) fn run(
    full: &Store,
    compact: &Store,
    threads: usize,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let packing = Packing::new(full, compact, threads);
    let missing = packing.missing();
    let slots = missing.iter().map(|layer| full.slots(*layer) as u64).sum();
    let mut progress = Progress::new(slots, output.lang());
    let mut bytes = 0;
    let packed = packing.run(|layer, size| {
        bytes += size;
        let name = layer.text(full.rules());
        progress.done(full.slots(layer) as u64, &format!("{name}: {size}"));
    });
    progress.finish();
    let refusal = |error| build_refusal(&error, full.rules());
    packed.map_err(|error| anyhow!("{}", refusal(error).get(output.lang())))?;
    let folder = compact.folder().display();
    let count = missing.len();
    output.text(&match count {
        1 => Text::new(
            format!("{folder}: 1 layer packed, {bytes} bytes"),
            format!("{folder} : 1 couche compactée, {bytes} octets"),
        ),
        _ => Text::new(
            format!("{folder}: {count} layers packed, {bytes} bytes"),
            format!("{folder} : {count} couches compactées, {bytes} octets"),
        ),
    })?;
    let lacking = packing.lacking();
    if let Some(first) = lacking.first() {
        let (name, count) = (first.text(full.rules()), lacking.len());
        let folder = full.folder().display();
        let reason = Text::new(
            format!(
                "{folder}: {count} layers are missing and were not packed, the first of them {name}"
            ),
            format!("{folder} : {count} couches manquent pour être compactées, d'abord {name}"),
        );
        return Err(anyhow!("{}", reason.get(output.lang())));
    }
    Ok(Answer::Done)
}
