use std::path::Path;

use ::play::text::Text;
use anyhow::Context;
use engine::mijnlieff::Atlas;
use engine::mijnlieff::atlas::{self, WIDENING};
use game::Random;
use mijnlieff::Opening;
use serde_json::json;

use super::read;
use crate::Answer;
use crate::arguments::OpeningName;
use crate::commands::progress::Progress;
use crate::commands::replace_file::replace_file;
use crate::output::Output;

/// `merelle atlas solve`
pub(super) fn run(
    file: &Path,
    openings: &[OpeningName],
    threads: usize,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let mut known = match file.try_exists().context(file.display().to_string())? {
        true => read(file, output.lang())?,
        false => Atlas::default(),
    };
    let openings: Vec<Opening> = match openings {
        [] => WIDENING.to_vec(),
        _ => openings.iter().map(|name| Opening::from(*name)).collect(),
    };
    let mut jobs = known.missing(&openings);
    // Boards of like names take about as long: in mixed order the time left is a fair guess.
    let mut random = Random::new(1);
    jobs.sort_by_cached_key(|_| random.bits());
    // Written once before the work, to learn now that it cannot be, and not after it.
    replace_file(file, known.to_string().as_bytes())?;
    let mut progress = Progress::new(jobs.len() as u64, output.lang());
    let mut nodes = 0;
    atlas::solve(&jobs, threads, |entry| {
        progress.done(1, entry.layout());
        nodes += entry.nodes();
        known.insert(entry);
        replace_file(file, known.to_string().as_bytes())
    })?;
    let seconds = progress.finish().as_secs_f64();
    let (name, solved) = (file.display().to_string(), jobs.len());
    if output.is_json() {
        let boards = known.entries().len();
        output.value(&json!({
            "file": name,
            "boards": boards,
            "solved": solved,
            "threads": threads,
            "seconds": seconds,
            "nodes": nodes,
        }))?;
    } else {
        output.text(&Text::new(
            format!("{name}: {solved} boards solved, {nodes} nodes, {seconds:.1} s"),
            format!("{name} : {solved} plateaux résolus, {nodes} nœuds, {seconds:.1} s"),
        ))?;
    }
    Ok(Answer::Done)
}
