use game::{Game, Random};
use mijnlieff::Mijnlieff;
use moulin::{CLASSIQUE, Moulin};

use super::{Work, measure};
use crate::Answer;
use crate::output::Output;

/// Turns after which a random game is left.
const LONGEST: u32 = 400;

/// `merelle bench rules`: perft and random games.
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
