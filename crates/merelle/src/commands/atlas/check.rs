use std::time::{SystemTime, UNIX_EPOCH};

use ::play::text::Text;
use engine::mijnlieff::atlas::{self, Job, WIDENING};
use engine::mijnlieff::{Atlas, Entry};
use game::Random;
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
    let picked = pick(atlas, count, seed);
    let jobs: Vec<Job> = picked.iter().map(|entry| entry.job()).collect();
    let mut progress = Progress::new(jobs.len() as u64, output.lang());
    let mut wrong: Vec<(&Entry, Entry)> = Vec::new();
    atlas::solve(&jobs, threads, |solved| {
        progress.done(1, solved.layout());
        let known = atlas.entry(solved.layout());
        wrong.extend(
            known
                .filter(|known| !known.agrees(&solved))
                .map(|known| (known, solved)),
        );
        Ok::<(), anyhow::Error>(())
    })?;
    progress.finish();
    wrong.sort_by_key(|(known, _)| known.layout().to_string());
    report(&wrong, jobs.len(), seed, output)?;
    Ok(if wrong.is_empty() {
        Answer::Done
    } else {
        Answer::No
    })
}

/// So many boards, each at most once.
fn pick(atlas: &Atlas, count: usize, seed: u64) -> Vec<&Entry> {
    let mut random = Random::new(seed);
    let mut left: Vec<&Entry> = atlas.entries().iter().collect();
    let mut picked = Vec::new();
    while picked.len() < count && !left.is_empty() {
        let at = random.below(left.len() as u64) as usize;
        picked.push(left.swap_remove(at));
    }
    picked
}

fn report(
    wrong: &[(&Entry, Entry)],
    boards: usize,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<()> {
    if output.is_json() {
        let differences = wrong.iter().map(|(known, solved)| {
            json!({ "board": known.layout().to_string(), "atlas": as_json(known), "solved": as_json(solved) })
        });
        let differences: Vec<Value> = differences.collect();
        return output.value(&json!({ "boards": boards, "seed": seed, "wrong": differences }));
    }
    for (known, solved) in wrong {
        for opening in WIDENING
            .into_iter()
            .filter(|opening| known.best(*opening) != solved.best(*opening))
        {
            let (board, word) = (known.layout(), opening.word());
            let (says, is) = (best_text(known, opening), best_text(solved, opening));
            output.text(&Text::new(
                format!("{board} {word}: the atlas says {says}, solved {is}"),
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
