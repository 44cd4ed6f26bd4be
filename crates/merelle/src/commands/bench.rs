use std::time::Instant;

use game::{Game, Random};
use mijnlieff::Mijnlieff;
use moulin::{CLASSIQUE, Moulin};
use serde_json::json;

use crate::Answer;
use crate::output::Output;

/// Turns after which a random game is left.
const LONGEST: u32 = 400;

/// Runs of each measurement, of which the best counts: others share the machine.
const RUNS: u32 = 3;

/// What one measurement did: how much of which unit, and a number that proves it.
struct Work {
    amount: u64,
    signature: u64,
}

/// `merelle bench`
pub(crate) fn run(quick: bool, output: &mut Output) -> anyhow::Result<Answer> {
    let less = u32::from(quick);
    let moulin = Moulin::new(CLASSIQUE);
    let edge = mijnlieff::Opening::Edge;
    let Some(base) = mijnlieff::Layout::standard(1) else {
        return Ok(Answer::No);
    };
    let mijnlieff = Mijnlieff::new(base, edge, mijnlieff::Gaps::Block);
    let games = if quick { 2_000 } else { 200_000 };
    measure("moulin perft, every leaf played", "leaves", output, || {
        played(&moulin, 6 - less)
    })?;
    measure("moulin perft, last turn counted", "leaves", output, || {
        counted(&moulin, 6 - less)
    })?;
    measure(
        "mijnlieff perft, every leaf played",
        "leaves",
        output,
        || played(&mijnlieff, 5 - less),
    )?;
    measure(
        "mijnlieff perft, last turn counted",
        "leaves",
        output,
        || counted(&mijnlieff, 6 - less),
    )?;
    measure("moulin random games", "games", output, || {
        random_games(&moulin, games)
    })?;
    measure("mijnlieff random games", "games", output, || {
        random_games(&mijnlieff, games)
    })?;
    Ok(Answer::Done)
}

fn played<G: Game>(game: &G, depth: u32) -> Work {
    let walk = game::walk(game, &game.start(), depth);
    Work {
        amount: walk.leaves,
        signature: walk.signature,
    }
}

fn counted<G: Game>(game: &G, depth: u32) -> Work {
    let leaves = game::perft(game, &game.start(), depth);
    Work {
        amount: leaves,
        signature: leaves,
    }
}

/// Random games; the signature is the number of their turns.
fn random_games<G: Game>(game: &G, games: u64) -> Work {
    let mut random = Random::new(1);
    let start = game.start();
    let turns = |_| u64::from(game::playout(game, &start, LONGEST, &mut random).turns);
    Work {
        amount: games,
        signature: (0..games).map(turns).sum(),
    }
}

fn measure(
    name: &str,
    unit: &str,
    output: &mut Output,
    mut work: impl FnMut() -> Work,
) -> anyhow::Result<()> {
    let mut best = f64::INFINITY;
    let mut done = work();
    for _ in 0..RUNS {
        let begun = Instant::now();
        done = std::hint::black_box(work());
        best = best.min(begun.elapsed().as_secs_f64());
    }
    let rate = done.amount as f64 / best;
    if output.is_json() {
        output.value(&json!({
            "name": name,
            "amount": done.amount,
            "unit": unit,
            "signature": format!("{:016x}", done.signature),
            "seconds": best,
            "per_second": rate,
        }))?;
    } else {
        output.line(&format!(
            "{name:36} {:>12} {unit:6}  signature {:016x}  {best:8.3} s  {:>12.0} {unit}/s",
            done.amount, done.signature, rate
        ))?;
    }
    output.flush()
}
