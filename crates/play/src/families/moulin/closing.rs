//! What a person is told who has closed a mill and is to choose what it takes.

use game::{Game, Side};
use moulin::{Moulin, Move, Point, Points, Position};

use crate::Lang;
use crate::text::{Text, together};
use crate::view::{Closing, ClosingStep};

/// A stone that goes somewhere, what it closes there, and all that its turns may take.
struct Step {
    from: Option<Point>,
    to: Point,
    lines: Vec<Points>,
    /// How many stones a turn takes at most.
    count: u32,
    /// The stones that some turn takes.
    takeable: Points,
}

/// The steps that close mills and take something, one entry for each sentence about them.
pub(super) fn closings(moulin: &Moulin, position: &Position) -> Vec<Closing> {
    let board = moulin.rules().board;
    let name = |point| board.name(point);
    let mut closings: Vec<Closing> = Vec::new();
    for step in steps(moulin, position) {
        let sentence = sentence(moulin, position, &step);
        let names = |line: &Points| board.by_name(*line).into_iter().map(name).collect();
        let step = ClosingStep {
            from: step.from.map(name),
            to: name(step.to),
            lines: step.lines.iter().map(names).collect(),
        };
        let known = closings.iter_mut().find(|known| known.sentence == sentence);
        match known {
            Some(known) => known.steps.push(step),
            None => closings.push(Closing {
                sentence,
                steps: vec![step],
            }),
        }
    }
    closings
}

fn steps(moulin: &Moulin, position: &Position) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    moulin.each_move(position, |played: Move| {
        let (from, takes) = (played.from(), played.takes());
        let Some(to) = played.to().filter(|_| !takes.is_empty()) else {
            return;
        };
        let same = |step: &&mut Step| (step.from, step.to) == (from, to);
        match steps.iter_mut().find(same) {
            Some(step) => {
                step.count = step.count.max(takes.count());
                step.takeable = step.takeable | takes;
            }
            None => steps.push(Step {
                from,
                to,
                lines: moulin.closed(position, played),
                count: takes.count(),
                takeable: takes,
            }),
        }
    });
    steps
}

/// What to take now, what is safe, and why (ML3, ML4).
fn sentence(moulin: &Moulin, position: &Position, step: &Step) -> Text {
    let enemy = position.turn().other();
    let theirs = position.stones(enemy);
    let mills = match step.lines.len() {
        1 => Text::new("A mill!", "Moulin !"),
        _ => Text::new("Two mills!", "Deux moulins !"),
    };
    let (colour, noir) = match enemy {
        Side::White => ("white", "blanc"),
        Side::Black => ("black", "noir"),
    };
    let (take, prenez) = match (step.count, step.lines.len()) {
        (1, 1) => (
            format!("Take a {colour} stone"),
            format!("Prenez un pion {noir}"),
        ),
        (1, _) => (
            format!("They take one stone together (ML3): take a {colour} one"),
            format!("Ils n'en prennent qu'un ensemble (ML3) : prenez un pion {noir}"),
        ),
        _ => (
            format!("Take two {colour} stones"),
            format!("Prenez deux pions {noir}s"),
        ),
    };
    let in_mills = moulin.rules().board.in_mills(theirs);
    let safe = theirs.without(step.takeable);
    let names = moulin.rules().board.by_name(safe).into_iter();
    let names: Vec<String> = names.map(|p| moulin.rules().board.name(p)).collect();
    let safe = together(&names);
    let (why, pourquoi) = match names.len() {
        1 => (
            format!("; {} is safe in a mill (ML4).", safe.get(Lang::EN)),
            format!(
                " ; {} est à l'abri dans un moulin (ML4).",
                safe.get(Lang::FR)
            ),
        ),
        2.. => (
            format!("; {} are safe in a mill (ML4).", safe.get(Lang::EN)),
            format!(
                " ; {} sont à l'abri dans un moulin (ML4).",
                safe.get(Lang::FR)
            ),
        ),
        0 if in_mills.is_empty() => (".".to_owned(), ".".to_owned()),
        0 if in_mills == theirs && moulin.rules().takes != moulin::Takes::Any => (
            ", any of them: all are in mills (ML4).".to_owned(),
            ", n'importe lequel : tous sont dans un moulin (ML4).".to_owned(),
        ),
        0 => (
            ", any of them, even in a mill (ML4).".to_owned(),
            ", n'importe lequel, même dans un moulin (ML4).".to_owned(),
        ),
    };
    mills.then(&Text::new(take + &why, prenez + &pourquoi))
}
