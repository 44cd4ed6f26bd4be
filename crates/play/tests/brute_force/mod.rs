//! A brute-force reference for Mijnlieff and the mill family.
//!
//! Written straight from the rule text, to be slow and obvious, and without a look at the crates it
//! is held against. It works on the text forms of setups, moves and positions only, and panics on
//! anything that is not well-formed. The ids in the comments (MJ6, ML4, …) are those of `docs/rules/`.

mod mijnlieff;
mod mijnlieff_text;
mod moulin;
mod moulin_text;
mod text;

use std::collections::BTreeMap;

/// The two games a setup text can start.
enum Game {
    Mijnlieff(mijnlieff_text::Rules),
    Moulin(moulin_text::Rules),
}

/// Reads `NAME[:key=value,…]`.
fn game(setup: &str) -> Game {
    let (name, options) = match setup.split_once(':') {
        Some((name, options)) => (name, options.split(',').collect()),
        None => (setup, Vec::new()),
    };
    match name {
        "mijnlieff" => Game::Mijnlieff(mijnlieff_text::read_rules(&options)),
        "moulin" => Game::Moulin(moulin_text::read_rules(&options)),
        _ => panic!("unknown game in setup {setup:?}"),
    }
}

/// Every legal turn: the exact printed text of the move, and that of the position it leads to;
/// none when the game is over. A `BTreeMap` keeps its string keys sorted bytewise.
pub(crate) fn turns(setup: &str, position: &str) -> BTreeMap<String, String> {
    turns_in(&game(setup), position)
}

fn turns_in(game: &Game, position: &str) -> BTreeMap<String, String> {
    match game {
        Game::Mijnlieff(rules) => mijnlieff::turns(rules, position),
        Game::Moulin(rules) => moulin::turns(rules, position),
    }
}

/// Number of move sequences of exactly `depth` turns. A forced pass is a turn; finished games
/// count nothing; depth 0 is 1.
pub(crate) fn perft(setup: &str, position: &str, depth: u32) -> u64 {
    perft_in(&game(setup), position, depth)
}

fn perft_in(game: &Game, position: &str, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let turns = turns_in(game, position);
    if depth == 1 {
        return turns.len() as u64;
    }
    let mut count = 0;
    for next in turns.values() {
        count += perft_in(game, next, depth - 1);
    }
    count
}

/// Result and reason, exactly when the game is over: `1-0 stuck`, `0-1 two stones`,
/// `1/2-1/2 last piece`, `1-0 both pass`, … Match-level draw limits (ML9) do not exist here.
pub(crate) fn outcome(setup: &str, position: &str) -> Option<String> {
    match game(setup) {
        Game::Mijnlieff(rules) => mijnlieff::outcome(&rules, position),
        Game::Moulin(rules) => moulin::outcome(&rules, position),
    }
}

/// Mijnlieff points of white and black in this position (MJ10).
pub(crate) fn score(setup: &str, position: &str) -> (u32, u32) {
    match game(setup) {
        Game::Mijnlieff(rules) => mijnlieff::score(&rules, position),
        Game::Moulin(_) => panic!("only Mijnlieff counts points"),
    }
}
