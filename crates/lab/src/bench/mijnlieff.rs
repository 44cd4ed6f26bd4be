use std::time::Instant;

use engine::Stop;
use engine::mijnlieff::Solver;
use engine::mijnlieff::atlas::boards;
use game::{Game, Random};
use mijnlieff::{Gaps, Layout, Mijnlieff, Opening, Position};

use super::{Benchmark, Scale, Work, scaled};

/// Memory of a solver.
const MEMORY: usize = 16 << 20;

/// Threads that value all moves of a position.
const THREADS: usize = 2;

/// Exact search of Mijnlieff.
pub(super) fn benchmarks(scale: Scale) -> Vec<Benchmark> {
    let corners = "board=0.0/2.2/4.4/6.6,opening=edge";
    let game = Mijnlieff::from_options(scaled(scale, "opening=edge", corners));
    let game = game.expect("these are boards of one set");
    let mut benchmarks = Vec::new();
    for threads in [1, 2] {
        benchmarks.push(from_the_start(game.clone(), threads));
    }
    let samples = scaled(scale, 40, 3);
    for pieces in [2, 3, 4, 6] {
        benchmarks.push(all_moves("", vec![game.clone(); samples], pieces));
    }
    // Every board is as likely; what a person waits for on those that are not the usual one.
    let mut random = Random::new(145);
    let boards = boards();
    let samples = scaled(scale, 20, 1);
    for pieces in [0, 1, 2, 3, 4] {
        let mut layout = || -> Layout {
            let any = random.pick(&boards).expect("there are boards");
            scaled(scale, any, game.board().layout()).clone()
        };
        let game = |_| Mijnlieff::new(layout(), Opening::Anywhere, Gaps::Block);
        let games = (0..samples).map(game).collect();
        benchmarks.push(all_moves("any board, ", games, pieces));
    }
    benchmarks
}

fn solver(game: &Mijnlieff, threads: usize) -> Solver {
    Solver::new(game, MEMORY, threads).expect("a board of one set can be solved")
}

/// Solves a game from the start; what one thread does is always the same.
fn from_the_start(game: Mijnlieff, threads: usize) -> Benchmark {
    let name = format!("mijnlieff from the start, exact, {threads} thread(s)");
    Benchmark::throughput(name, "nodes", move || {
        move || {
            let solver = solver(&game, threads);
            let value = solver.value(&game.start(), &Stop::never());
            let value = value.expect("nothing stops it");
            let nodes = solver.nodes();
            let deterministic = if threads == 1 { nodes } else { 0 };
            Work {
                amount: nodes,
                signature: deterministic << 8 | u64::from(value as u8),
            }
        }
    })
}

/// How long it takes to value every move of random positions with so many pieces on the board,
/// from nothing but the book.
fn all_moves(which: &str, games: Vec<Mijnlieff>, pieces: u32) -> Benchmark {
    let name = format!("{which}all moves valued, {pieces} pieces on the board");
    Benchmark::latency(name, THREADS, move || {
        let mut random = Random::new(u64::from(pieces));
        let ask = |game: &Mijnlieff| {
            let position = random_position(game, pieces, &mut random);
            let begun = Instant::now();
            let valued = solver(game, THREADS)
                .with_book()
                .moves(&position, &Stop::never());
            std::hint::black_box(valued.expect("nothing stops it"));
            begun.elapsed().as_secs_f64()
        };
        games.iter().map(ask).collect()
    })
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
