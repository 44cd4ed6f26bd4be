use std::fs;
use std::path::Path;

use ::play::text::Text;
use anyhow::{Context, anyhow};
use engine::Stop;
use engine::mijnlieff::{Book, BookError, FirstMoves, Solver};
use game::Random;
use lab::recheck::BookCheck;
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
            let base = Book::embedded().expect("the book in the program is whole");
            let boards = FirstMoves::embedded().expect("the book in the program is whole");
            match arguments.check {
                None => {
                    describe_base(&base, output)?;
                    describe_boards(&boards, output)
                }
                Some(count) => {
                    let (base, boards, seed) = (&base, &boards, arguments.seed);
                    let books = BookCheck {
                        base,
                        boards,
                        count,
                        seed,
                    };
                    check(&books, output)
                }
            }
        }
    }
}

fn base_solver() -> Solver {
    let game = Book::game().expect("there is a base board");
    Solver::new(&game, MEMORY, cores(None)).expect("the base board is of one set")
}

fn solve_base(file: &Path, output: &mut Output) -> anyhow::Result<Answer> {
    let mut progress = None;
    let book = Book::solve(&base_solver(), &Stop::never(), |done, all| {
        let progress = progress.get_or_insert_with(|| Progress::new(all as u64, output.lang()));
        progress.done(1, &done);
    });
    progress.map(Progress::finish);
    let book = book.expect("nothing stops it");
    replace_file(file, &book.bytes())?;
    describe_base(&book, output)
}

fn solve_boards(file: &Path, threads: usize, output: &mut Output) -> anyhow::Result<Answer> {
    let name = || file.display().to_string();
    let mut known = match file.try_exists().with_context(name)? {
        false => FirstMoves::unknown(),
        true => {
            let bytes = fs::read(file).with_context(name)?;
            FirstMoves::read(&bytes).map_err(|error| not_a_book(&name(), error, output))?
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

/// That a file is not one of first moves.
fn not_a_book(file: &str, error: BookError, output: &Output) -> anyhow::Error {
    let reason = match error {
        BookError::Head => Text::new(
            format!("{file}: not a book of first moves"),
            format!("{file} : ce n'est pas une bibliothèque de premiers coups"),
        ),
        BookError::Length => Text::new(
            format!("{file}: a book of another length"),
            format!("{file} : une bibliothèque d'une autre longueur"),
        ),
        BookError::Checksum => Text::new(
            format!("{file}: the checksum does not match the content"),
            format!("{file} : la somme de contrôle ne correspond pas au contenu"),
        ),
    };
    anyhow!("{}", reason.get(output.lang()))
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

fn check(check: &BookCheck, output: &mut Output) -> anyhow::Result<Answer> {
    let all = 2 * check.count;
    let mut progress = Progress::new(all as u64, output.lang());
    let wrong = check.run(&base_solver(), |entry| progress.done(1, entry));
    progress.finish();
    let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    if output.is_json() {
        output.value(&json!({ "checked": all, "wrong": wrong }))?;
    } else {
        let (list, among) = (wrong.join(" "), wrong.len());
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
