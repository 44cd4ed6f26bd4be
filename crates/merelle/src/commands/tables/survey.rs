use ::play::families::moulin::build_refusal;
use ::play::text::Text;
use anyhow::anyhow;
use game::Notation;
use moulin::Moulin;
use serde_json::json;
use tables::{Build, Solver, Store, Surveyed};

use crate::Answer;
use crate::output::Output;

/// `merelle tables build --product none`
pub(super) fn run(
    store: &Store,
    build: &Build<'_>,
    solver: &mut Solver,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let mut printed = Ok(());
    let mut slots = 0;
    let made = build.survey(solver, |surveyed| {
        slots += surveyed.slots;
        if printed.is_ok() {
            printed = print(store, &surveyed, output);
        }
    });
    let refusal = |error| build_refusal(&error, store.rules());
    let solving = made.map_err(|error| anyhow!("{}", refusal(error).get(output.lang())))?;
    printed?;
    let (seconds, tenths) = (solving.as_secs(), solving.subsec_millis() / 100);
    let said = Text::new(
        format!("{slots} slots solved in {seconds}.{tenths} s"),
        format!("{slots} cases résolues en {seconds},{tenths} s"),
    );
    eprintln!("{}", said.get(output.lang()));
    Ok(Answer::Done)
}

/// One layer.
fn print(store: &Store, surveyed: &Surveyed, output: &mut Output) -> anyhow::Result<()> {
    let name = surveyed.layer.text(store.rules());
    let moulin = Moulin::new(*store.rules());
    let position = surveyed.longest.map(|found| moulin.position_text(&found));
    let (census, hash) = (surveyed.census, &surveyed.hash);
    if output.is_json() {
        output.value(&json!({
            "layer": name,
            "slots": surveyed.slots,
            "win": census.win,
            "draw": census.draw,
            "loss": census.loss,
            "longest": census.longest,
            "position": position,
            "blake3": hash,
            "milliseconds": surveyed.solving.as_millis() as u64,
        }))?;
    } else {
        let position = position.unwrap_or_else(|| "-".to_owned());
        let longest = census.longest;
        output.line(&format!("{name} {census} {longest} {hash} {position}"))?;
    }
    output.flush()
}
