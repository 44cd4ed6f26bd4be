use std::fs;
use std::path::Path;

use ::play::text::Text;
use anyhow::{Context, anyhow};
use engine::Stop;
use engine::mijnlieff::{Book, FirstMoves, Solver, Start};
use game::Random;
use mijnlieff::Gaps;
use serde_json::json;

use super::cores;
use super::progress::Progress;
use super::replace_file::replace_file;
use crate::Answer;
use crate::arguments::{BookAction, BookArguments, BookToSolve};
use crate::output::Output;

/// Memory for making and checking the book of the base board.
const MEMORY: usize = 512 << 20;

/// `merelle book`
pub(crate) fn run(arguments: BookArguments, output: &mut Output) -> anyhow::Result<Answer> {
    match arguments.action {
        Some(BookAction::Solve(BookToSolve::Base { file })) => solve_base(&file, output),
        Some(BookAction::Solve(BookToSolve::Boards { file, threads })) => {
            solve_boards(&file, cores(threads), output)
        }
        None => {
            let base = Book::embedded().map_err(|error| anyhow!("{error:?}"))?;
            let boards = FirstMoves::embedded().map_err(|error| anyhow!("{error:?}"))?;
            match arguments.check {
                None => {
                    describe_base(&base, output)?;
                    describe_boards(&boards, output)
                }
                Some(count) => check(&base, &boards, count, arguments.seed, output),
            }
        }
    }
}

fn base_solver() -> anyhow::Result<Solver> {
    let game = Book::game().context("the base board")?;
    Solver::new(&game, MEMORY, cores(None)).map_err(|error| anyhow!("{error:?}"))
}

fn solve_base(file: &Path, output: &mut Output) -> anyhow::Result<Answer> {
    let mut progress = None;
    let book = Book::solve(&base_solver()?, &Stop::never(), |done, all| {
        let progress = progress.get_or_insert_with(|| Progress::new(all as u64, output.lang()));
        progress.done(1, &done);
    });
    progress.map(Progress::finish);
    let book = book.map_err(|error| anyhow!("{error:?}"))?;
    replace_file(file, &book.bytes())?;
    describe_base(&book, output)
}

fn solve_boards(file: &Path, threads: usize, output: &mut Output) -> anyhow::Result<Answer> {
    let name = || file.display().to_string();
    let mut known = match file.try_exists().with_context(name)? {
        false => FirstMoves::unknown(),
        true => {
            let bytes = fs::read(file).with_context(name)?;
            FirstMoves::read(&bytes).map_err(|error| anyhow!("{}: {error:?}", name()))?
        }
    };
    let mut missing = known.missing();
    // The usual gap rule first. Boards of like names take about as long: in mixed order the time
    // left is a fair guess.
    let mut random = Random::new(1);
    missing.sort_by_cached_key(|start| (start.gaps() == Gaps::Cross, random.bits()));
    // Written once before the work, to learn now that it cannot be, and not after it.
    replace_file(file, &known.bytes())?;
    let mut progress = Progress::new(missing.len() as u64, output.lang());
    known.solve(&missing, threads, |known, start| {
        progress.done(1, start.layout());
        replace_file(file, &known.bytes())
    })?;
    progress.finish();
    describe_boards(&known, output)
}

fn describe_base(book: &Book, output: &mut Output) -> anyhow::Result<Answer> {
    let (states, bytes) = (book.states(), book.bytes().len());
    if output.is_json() {
        output.value(&json!({ "book": "base", "states": states, "bytes": bytes }))?;
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

fn describe_boards(known: &FirstMoves, output: &mut Output) -> anyhow::Result<Answer> {
    let (moves, bytes) = (known.known(), known.bytes().len());
    if output.is_json() {
        output.value(&json!({ "book": "boards", "moves": moves, "bytes": bytes }))?;
    } else {
        output.text(&Text::new(
            format!("{moves} first moves on all boards of one set, {bytes} bytes"),
            format!("{moves} premiers coups sur tous les plateaux d'un jeu, {bytes} octets"),
        ))?;
    }
    Ok(Answer::Done)
}

fn check(
    base: &Book,
    boards: &FirstMoves,
    count: usize,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let solver = base_solver()?;
    let starts = Start::all();
    let mut random = Random::new(seed);
    let mut progress = Progress::new(2 * count as u64, output.lang());
    let mut wrong = Vec::new();
    for _ in 0..count {
        let number = random.below(base.states() as u64) as usize;
        let right = base.check(number, &solver, &Stop::never());
        if !right.map_err(|error| anyhow!("{error:?}"))? {
            wrong.push(number.to_string());
        }
        progress.done(1, &number);
        let start = random.pick(&starts).context("there are boards")?;
        let right = boards.check(start, &Stop::never());
        if !right.map_err(|error| anyhow!("{error:?}"))? {
            wrong.push(name(start));
        }
        progress.done(1, &name(start));
    }
    progress.finish();
    if output.is_json() {
        output.value(&json!({ "checked": 2 * count, "wrong": wrong }))?;
    } else {
        let (list, among) = (wrong.join(" "), wrong.len());
        let all = 2 * count;
        output.text(&Text::new(
            format!("{all} checked, {among} wrong {list}"),
            format!("{all} vérifiés, {among} faux {list}"),
        ))?;
    }
    Ok(if wrong.is_empty() {
        Answer::Done
    } else {
        Answer::No
    })
}

/// The board as the option of a setup.
fn name(start: &Start) -> String {
    let gaps = match start.gaps() {
        Gaps::Block => "",
        Gaps::Cross => ",gaps=cross",
    };
    format!("board={}{gaps}", start.layout())
}
