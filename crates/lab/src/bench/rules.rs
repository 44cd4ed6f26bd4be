use game::{Game, Random};
use mijnlieff::{Gaps, Layout, Mijnlieff, Opening};
use moulin::{CLASSIQUE, Moulin};

use super::{Benchmark, Scale, Work, scaled};

/// Turns after which a random game is left.
const LONGEST: u32 = 400;

/// Perft and random games.
pub(super) fn benchmarks(scale: Scale) -> Vec<Benchmark> {
    let less = scaled(scale, 0, 1);
    let games = scaled(scale, 200_000, 2_000);
    vec![
        played("moulin perft, every leaf played", moulin, 6 - less),
        counted("moulin perft, last turn counted", moulin, 6 - less),
        played("mijnlieff perft, every leaf played", mijnlieff, 5 - less),
        counted("mijnlieff perft, last turn counted", mijnlieff, 6 - less),
        random_games("moulin random games", moulin, games),
        random_games("mijnlieff random games", mijnlieff, games),
    ]
}

fn moulin() -> Moulin {
    Moulin::new(CLASSIQUE)
}

fn mijnlieff() -> Mijnlieff {
    let base = Layout::standard(1).expect("there is a board of one set");
    Mijnlieff::new(base, Opening::Edge, Gaps::Block)
}

fn played<G: Game + 'static>(name: &str, game: fn() -> G, depth: u32) -> Benchmark {
    Benchmark::throughput(name, "leaves", move || {
        let game = game();
        move || {
            let walk = game::walk(&game, &game.start(), depth);
            Work {
                amount: walk.leaves,
                signature: walk.signature,
            }
        }
    })
}

fn counted<G: Game + 'static>(name: &str, game: fn() -> G, depth: u32) -> Benchmark {
    Benchmark::throughput(name, "leaves", move || {
        let game = game();
        move || {
            let leaves = game::perft(&game, &game.start(), depth);
            Work {
                amount: leaves,
                signature: leaves,
            }
        }
    })
}

/// Random games; the signature is the number of their turns.
fn random_games<G: Game + 'static>(name: &str, game: fn() -> G, games: u64) -> Benchmark {
    Benchmark::throughput(name, "games", move || {
        let game = game();
        move || {
            let mut random = Random::new(1);
            let start = game.start();
            let turns = |_| u64::from(game::playout(&game, &start, LONGEST, &mut random).turns);
            Work {
                amount: games,
                signature: (0..games).map(turns).sum(),
            }
        }
    })
}
