//! Where to look on the board: for a good turn, and for what the other threatens.

use engine::moulin::{Reason, reasons};
use game::Game;
use moulin::{Moulin, Move, Point, Points, Position};

use crate::text::{Text, alternatives, players_first};
use crate::{Lang, Look, Threats};

fn names(moulin: &Moulin, points: Points) -> Vec<String> {
    let board = moulin.rules().board;
    let points = board.by_name(points).into_iter();
    points.map(|point| board.name(point)).collect()
}

/// All points of these lines.
fn all(lines: impl IntoIterator<Item = Points>) -> Points {
    let lines = lines.into_iter();
    lines.fold(Points::NONE, |points, line| points | line)
}

/// Where to look for a turn, by the weightiest reason for it.
pub(super) fn look(moulin: &Moulin, position: &Position, played: Move, line: &[Move]) -> Look {
    let board = moulin.rules().board;
    let side = position.turn();
    let after = moulin.play(position, played);
    let lines_of = |points: Points, stones: Points| {
        let through = |point: Point| board.lines_closed(point, stones);
        all(points.into_iter().flat_map(through))
    };
    let closed = all(moulin.closed(position, played));
    let near = |to: Point| Points::only(to) | board.neighbours(to);
    let around = played.to().map_or(Points::NONE, near);
    let (places, text) = match reasons(moulin, position, played, line).first() {
        Some(Reason::LeavesTooFew | Reason::LeavesStuck) => (
            if closed.is_empty() { around } else { closed },
            Text::new(
                "You can win at once here.",
                "Vous pouvez gagner tout de suite ici.",
            ),
        ),
        Some(Reason::Closes { .. }) => (
            closed,
            Text::new(
                "You can close a mill here.",
                "Vous pouvez fermer un moulin ici.",
            ),
        ),
        Some(Reason::Stops(points)) => {
            let (en, fr) = players_first(side.other());
            (
                lines_of(*points, position.stones(side.other())),
                Text::new(
                    format!("{en} is about to close a mill here."),
                    format!("{fr} vont fermer un moulin ici."),
                ),
            )
        }
        Some(Reason::DoubleMill | Reason::Fork(_) | Reason::Threatens(_)) => {
            let closing = moulin.closing(&after, side);
            (
                lines_of(closing, after.stones(side)),
                Text::new(
                    "You can prepare a mill here.",
                    "Vous pouvez préparer un moulin ici.",
                ),
            )
        }
        Some(Reason::Blocks(_)) => {
            let (en, fr) = match side.other() {
                game::Side::White => ("white", "blancs"),
                game::Side::Black => ("black", "noirs"),
            };
            (
                around,
                Text::new(
                    format!("You can shut in {en} stones here."),
                    format!("Vous pouvez bloquer des pions {fr} ici."),
                ),
            )
        }
        _ => return Look::around(names(moulin, around)),
    };
    let places = names(moulin, places);
    Look { places, text }
}

/// The mills that the other would close next.
pub(super) fn threats(moulin: &Moulin, position: &Position) -> Threats {
    let other = position.turn().other();
    let closing = names(moulin, moulin.closing(position, other));
    let lines = moulin.closing_lines(position, other).into_iter();
    let (en, fr) = players_first(other);
    let at = alternatives(&closing);
    let text = match closing.len() {
        0 => Text::new(
            format!("{en} cannot close a mill next turn."),
            format!("{fr} ne peuvent pas fermer de moulin au prochain coup."),
        ),
        _ => Text::new(
            format!("{en} threatens to close a mill on {}.", at.get(Lang::EN)),
            format!("{fr} menacent de fermer un moulin en {}.", at.get(Lang::FR)),
        ),
    };
    Threats {
        lines: lines.map(|line| names(moulin, line)).collect(),
        places: closing,
        text,
    }
}
