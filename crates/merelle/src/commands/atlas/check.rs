use std::time::{SystemTime, UNIX_EPOCH};

use ::play::text::Text;
use engine::mijnlieff::atlas::WIDENING;
use engine::mijnlieff::{Atlas, Entry};
use lab::recheck::{AtlasCheck, Difference};
use mijnlieff::Opening;
use serde_json::{Value, json};

use super::table;
use crate::Answer;
use crate::commands::progress::Progress;
use crate::output::Output;

/// `merelle atlas --check`
pub(super) fn run(
    atlas: &Atlas,
    count: usize,
    seed: Option<u64>,
    threads: usize,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let seed = seed.unwrap_or_else(any_seed);
    let check = AtlasCheck::new(atlas, count, seed);
    let mut progress = Progress::new(check.boards() as u64, output.lang());
    let wrong = check.run(threads, |board| progress.done(1, board));
    progress.finish();
    report(&wrong, check.boards(), seed, output)?;
    Ok(if wrong.is_empty() {
        Answer::Done
    } else {
        Answer::No
    })
}

fn report(
    wrong: &[Difference],
    boards: usize,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<()> {
    if output.is_json() {
        let differences = wrong.iter().map(|Difference { known, solved }| {
            json!({ "board": known.layout().to_string(), "atlas": as_json(known), "solved": as_json(solved) })
        });
        let differences: Vec<Value> = differences.collect();
        return output.value(&json!({ "boards": boards, "seed": seed, "wrong": differences }));
    }
    for Difference { known, solved } in wrong {
        for opening in WIDENING
            .into_iter()
            .filter(|opening| known.best(*opening) != solved.best(*opening))
        {
            let (board, word) = (known.layout(), opening.word());
            let (says, is) = (best_text(known, opening), best_text(solved, opening));
            output.text(&Text::new(
                format!("{board} {word}: the atlas says {says}, solving gives {is}"),
                format!("{board} {word} : l'atlas dit {says}, résolu {is}"),
            ))?;
        }
    }
    let wrong = wrong.len();
    output.text(&Text::new(
        format!("{boards} boards solved again (seed {seed}), {wrong} wrong"),
        format!("{boards} plateaux résolus de nouveau (graine {seed}), {wrong} faux"),
    ))
}

fn as_json(entry: &Entry) -> Value {
    serde_json::from_str(&entry.to_string()).unwrap_or_default()
}

/// `+1 La1 Lb2`
fn best_text(entry: &Entry, opening: Opening) -> String {
    format!(
        "{} {}",
        table::sign(entry, opening),
        table::first_moves(entry, opening).join(" ")
    )
}

/// A seed nobody chose.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.subsec_nanos().into())
}
