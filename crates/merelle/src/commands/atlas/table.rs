use std::cmp::Ordering;

use ::play::families::mijnlieff::first_player;
use ::play::text::Text;
use engine::mijnlieff::atlas::WIDENING;
use engine::mijnlieff::{Atlas, Entry};
use game::Notation;
use mijnlieff::{Layout, Opening};
use serde_json::{Map, Value, json};

use crate::Answer;
use crate::output::Output;

/// Columns of the widest board's tiles.
const BOARD: usize = 16;

/// First moves in a line.
const MOVES: usize = 10;

/// `merelle atlas`: one line per board, and how many each player wins.
pub(super) fn run(atlas: &Atlas, output: &mut Output) -> anyhow::Result<Answer> {
    if output.is_json() {
        output.raw(&atlas.to_string())?;
        return Ok(Answer::Done);
    }
    let (board, lines) = ("board", "lines");
    let heading = Text::new(
        format!(
            "{board:BOARD$}{lines:>7}{}",
            columns(|opening| opening.word().to_owned())
        ),
        format!(
            "{:BOARD$}{:>7}{}",
            "plateau",
            "lignes",
            columns(|opening| opening.word().to_owned())
        ),
    );
    output.text(&heading)?;
    for entry in atlas.entries() {
        let (board, lines) = (entry.layout().to_string(), entry.threes());
        let values = columns(|opening| sign(entry, opening));
        output.line(&format!("{board:BOARD$}{lines:>7}{values}"))?;
    }
    output.line("")?;
    output.text(&Text::new(
        "+1: the first player wins by one point; 0: a draw; -1: the second wins by one.",
        "+1 : le premier joueur gagne d'un point ; 0 : partie nulle ; -1 : le second gagne d'un point.",
    ))?;
    output.line("")?;
    summary(atlas, output)
}

/// `merelle atlas --summary`
pub(super) fn summary(atlas: &Atlas, output: &mut Output) -> anyhow::Result<Answer> {
    let count = |opening: Opening, wanted: Ordering| {
        let values = atlas
            .entries()
            .iter()
            .filter_map(|entry| entry.best(opening));
        values.filter(|best| best.value.cmp(&0) == wanted).count()
    };
    let rows = [
        (
            "first",
            Ordering::Greater,
            Text::new("first wins", "le premier gagne"),
        ),
        ("draw", Ordering::Equal, Text::new("draw", "partie nulle")),
        (
            "second",
            Ordering::Less,
            Text::new("second wins", "le second gagne"),
        ),
    ];
    if output.is_json() {
        let mut counts = Map::new();
        for opening in WIDENING {
            let row = rows
                .iter()
                .map(|(key, wanted, _)| ((*key).to_owned(), count(opening, *wanted).into()));
            counts.insert(opening.word().to_owned(), Value::Object(row.collect()));
        }
        output.value(&json!({ "boards": atlas.entries().len(), "openings": counts }))?;
        return Ok(Answer::Done);
    }
    let width = BOARD + 7;
    let boards = atlas.entries().len();
    let heading = Text::new(format!("{boards} boards"), format!("{boards} plateaux"));
    let words = columns(|opening| opening.word().to_owned());
    output.line(&format!("{:width$}{words}", heading.get(output.lang())))?;
    for (_, wanted, name) in &rows {
        let counts = columns(|opening| count(opening, *wanted).to_string());
        output.line(&format!("{:width$}{counts}", name.get(output.lang())))?;
    }
    Ok(Answer::Done)
}

/// `merelle atlas BOARD`
pub(super) fn board(atlas: &Atlas, layout: &Layout, output: &mut Output) -> anyhow::Result<Answer> {
    let Some(entry) = atlas.entry(layout) else {
        return Ok(Answer::No);
    };
    if output.is_json() {
        output.line(&entry.to_string())?;
        return Ok(Answer::Done);
    }
    let (board, lines) = (entry.layout(), entry.threes());
    output.text(&Text::new(
        format!("{board}: {lines} lines of three"),
        format!("{board} : {lines} lignes de trois"),
    ))?;
    for opening in WIDENING {
        if let Some(best) = entry.best(opening) {
            let (word, result) = (opening.word(), first_player(best.value));
            let mut before = format!("{word:17}{:23}", result.get(output.lang()));
            for moves in first_moves(entry, opening).chunks(MOVES) {
                output.line(&format!("{before}{}", moves.join(" ")))?;
                before = " ".repeat(before.chars().count());
            }
        }
    }
    Ok(Answer::Done)
}

/// A column for each opening, as wide as its word.
fn columns(cell: impl Fn(Opening) -> String) -> String {
    let cells = WIDENING.map(|opening| format!("  {:>1$}", cell(opening), opening.word().len()));
    cells.concat()
}

/// `+1`, `0`, `-2`, or `?` where it was not solved.
pub(super) fn sign(entry: &Entry, opening: Opening) -> String {
    match entry.best(opening) {
        None => "?".to_owned(),
        Some(best) if best.value == 0 => "0".to_owned(),
        Some(best) => format!("{:+}", best.value),
    }
}

/// The first moves that reach the value.
pub(super) fn first_moves(entry: &Entry, opening: Opening) -> Vec<String> {
    let game = entry.game(opening);
    let moves = entry.best(opening).into_iter().flat_map(|best| &best.moves);
    moves.map(|played| game.move_text(*played)).collect()
}
