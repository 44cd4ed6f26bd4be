use std::time::Instant;

use anyhow::anyhow;
use engine::Stop;
use engine::mijnlieff::Solver;
use engine::mijnlieff::atlas::boards;
use game::{Game, Random};
use mijnlieff::{Gaps, Mijnlieff, Opening, Position};
use serde_json::json;

use super::{Work, measure};
use crate::Answer;
use crate::output::Output;

/// Memory of a solver.
const MEMORY: usize = 16 << 20;

/// `merelle bench mijnlieff`: exact search.
pub(crate) fn run(quick: bool, output: &mut Output) -> anyhow::Result<Answer> {
    let corners = "board=0.0/2.2/4.4/6.6,opening=edge";
    let options = if quick { corners } else { "opening=edge" };
    let game = Mijnlieff::from_options(options).map_err(|error| anyhow!("{error:?}"))?;
    for threads in [1, 2] {
        let name = format!("mijnlieff from the start, exact, {threads} thread(s)");
        measure(&name, "nodes", output, || solve(&game, threads))?;
    }
    let samples = if quick { 3 } else { 40 };
    for pieces in [2, 3, 4, 6] {
        all_moves("", || Ok(game.clone()), pieces, samples, output)?;
    }
    // Every board is as likely; what a person waits for on those that are not the usual one.
    let mut random = Random::new(145);
    let boards = boards();
    let samples = if quick { 1 } else { 20 };
    for pieces in [0, 1, 2, 3, 4] {
        let board = || {
            let layout = random.pick(&boards).cloned();
            let layout = layout.ok_or_else(|| anyhow!("no boards"))?;
            let layout = if quick {
                game.board().layout().clone()
            } else {
                layout
            };
            Ok(Mijnlieff::new(layout, Opening::Anywhere, Gaps::Block))
        };
        all_moves("any board, ", board, pieces, samples, output)?;
    }
    Ok(Answer::Done)
}

/// Solves a game from the start; what one thread does is always the same.
fn solve(game: &Mijnlieff, threads: usize) -> Work {
    let Ok(solver) = Solver::new(game, MEMORY, threads) else {
        return Work {
            amount: 0,
            signature: 0,
        };
    };
    let value = solver
        .value(&game.start(), &Stop::never())
        .unwrap_or(i32::MAX);
    let nodes = solver.nodes();
    let deterministic = if threads == 1 { nodes } else { 0 };
    Work {
        amount: nodes,
        signature: deterministic << 8 | u64::from(value as u8),
    }
}

/// How long it takes to value every move of random positions with so many pieces on the board,
/// from nothing but the book.
fn all_moves(
    which: &str,
    mut board: impl FnMut() -> anyhow::Result<Mijnlieff>,
    pieces: u32,
    samples: usize,
    output: &mut Output,
) -> anyhow::Result<()> {
    let mut random = Random::new(u64::from(pieces));
    let mut seconds = Vec::new();
    for _ in 0..samples {
        let game = board()?;
        let position = random_position(&game, pieces, &mut random);
        let begun = Instant::now();
        let solver = Solver::new(&game, MEMORY, 2).map_err(|error| anyhow!("{error:?}"))?;
        let valued = solver.with_book().moves(&position, &Stop::never());
        std::hint::black_box(valued.map_err(|error| anyhow!("{error:?}"))?);
        seconds.push(begun.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    let (median, longest) = (seconds[samples / 2], seconds[samples - 1]);
    if output.is_json() {
        output.value(&json!({
            "name": format!("mijnlieff {which}all moves valued, {pieces} pieces on the board"),
            "positions": samples,
            "median_seconds": median,
            "longest_seconds": longest,
        }))?;
    } else {
        output.line(&format!(
            "{which}all moves valued, {pieces} pieces on the board, {samples} positions, 2 threads: \
             median {median:.3} s, longest {longest:.3} s"
        ))?;
    }
    output.flush()
}

/// A position of a random game with so many pieces on the board.
fn random_position(game: &Mijnlieff, pieces: u32, random: &mut Random) -> Position {
    let squares = game.board().squares().count();
    let mut position = game.start();
    while game.empty(&position).count() > squares - pieces {
        match game.random_move(&position, random) {
            Some(played) => position = game.play(&position, played),
            None => break,
        }
    }
    position
}
