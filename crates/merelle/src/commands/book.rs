use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;

use ::play::text::Text;
use anyhow::{Context, anyhow};
use engine::Stop;
use engine::mijnlieff::{Book, Solver};
use game::Random;
use serde_json::json;

use crate::Answer;
use crate::output::Output;

/// Memory and threads for making and checking the book.
const MEMORY: usize = 512 << 20;

/// `merelle book`
pub(crate) fn run(
    check: Option<usize>,
    seed: u64,
    solve: Option<&Path>,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    if let Some(file) = solve {
        let book = make()?;
        let name = file.display().to_string();
        fs::write(file, book.bytes()).context(name)?;
        return describe(&book, output);
    }
    let book = Book::embedded().map_err(|error| anyhow!("{error:?}"))?;
    match check {
        None => describe(&book, output),
        Some(count) => check_some(&book, count, seed, output),
    }
}

fn solver() -> anyhow::Result<Solver> {
    let game = Book::game().context("the base board")?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Solver::new(&game, MEMORY, threads).map_err(|error| anyhow!("{error:?}"))
}

fn make() -> anyhow::Result<Book> {
    let shown = std::io::stderr().is_terminal();
    let book = Book::solve(&solver()?, &Stop::never(), |done, all| {
        if shown {
            eprint!("\r{done} / {all}");
            // Progress that cannot be shown is no reason to stop.
            let _ = std::io::stderr().flush();
        }
    });
    if shown {
        eprintln!();
    }
    book.map_err(|error| anyhow!("{error:?}"))
}

fn describe(book: &Book, output: &mut Output) -> anyhow::Result<Answer> {
    let (states, bytes) = (book.states(), book.bytes().len());
    if output.is_json() {
        output.value(&json!({ "states": states, "bytes": bytes }))?;
    } else {
        output.text(&Text::new(
            format!("{states} positions of the base board with one to three pieces, {bytes} bytes"),
            format!(
                "{states} positions du plateau de base avec une à trois pièces, {bytes} octets"
            ),
        ))?;
    }
    Ok(Answer::Done)
}

fn check_some(book: &Book, count: usize, seed: u64, output: &mut Output) -> anyhow::Result<Answer> {
    let solver = solver()?;
    let mut random = Random::new(seed);
    let mut wrong = Vec::new();
    for _ in 0..count {
        let number = random.below(book.states() as u64) as usize;
        let right = book.check(number, &solver, &Stop::never());
        if !right.map_err(|error| anyhow!("{error:?}"))? {
            wrong.push(number);
        }
    }
    if output.is_json() {
        output.value(&json!({ "checked": count, "wrong": wrong }))?;
    } else {
        let list = wrong.len();
        output.text(&Text::new(
            format!("{count} checked, {list} wrong {wrong:?}"),
            format!("{count} vérifiées, {list} fausses {wrong:?}"),
        ))?;
    }
    Ok(if wrong.is_empty() {
        Answer::Done
    } else {
        Answer::No
    })
}
