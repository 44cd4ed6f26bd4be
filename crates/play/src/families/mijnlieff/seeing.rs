//! Where to look on the board: for a good turn, and for what the other threatens.

use engine::mijnlieff::{Reason, reasons};
use game::Game;
use mijnlieff::{Mijnlieff, Move, Position, Square, Squares};

use crate::text::{Text, alternatives, players, players_first};
use crate::{Lang, Look, Threats};

fn names(game: &Mijnlieff, squares: Squares) -> Vec<String> {
    let squares = squares.into_iter();
    squares.map(|square| game.board().name(square)).collect()
}

/// Where to look for a turn, by the weightiest reason for it.
pub(super) fn look(game: &Mijnlieff, position: &Position, played: Move, line: &[Move]) -> Look {
    let Move::Place { square, .. } = played else {
        let text = Text::new("You have to pass.", "Vous devez passer.");
        return Look {
            places: Vec::new(),
            text,
        };
    };
    let (side, other) = (position.turn(), position.turn().other());
    let (_, them) = players(other);
    let (en, _) = players_first(other);
    let through = |side| -> Squares {
        let lines = game.lines_through(position, side, square).into_iter();
        lines.flatten().collect()
    };
    let near = around(game, position, square);
    let wanted = game.completing(&game.play(position, played), other);
    let (places, text) = match reasons(game, position, played, line).first() {
        Some(Reason::Wins { .. }) => (
            near,
            Text::new(
                "The last piece wins the game here.",
                "La dernière pièce gagne la partie ici.",
            ),
        ),
        Some(Reason::Scores { .. }) => (
            through(side),
            Text::new(
                "You can complete a line here.",
                "Vous pouvez compléter une ligne ici.",
            ),
        ),
        Some(Reason::Stops(_)) => (
            through(other),
            Text::new(
                format!("{en} would like to complete a line here."),
                format!("Ici, {them} aimeraient compléter une ligne."),
            ),
        ),
        Some(Reason::ForcesPass) => (
            near,
            Text::new(
                format!(
                    "A piece here can leave {} no square at all.",
                    en.to_lowercase()
                ),
                format!("Une pièce ici peut ne laisser aucune case : {them} devraient passer."),
            ),
        ),
        Some(Reason::Denies(_)) => (
            wanted,
            Text::new(
                format!("{en} could complete a line here: choose a piece that keeps it shut."),
                format!(
                    "Ici, {them} pourraient compléter une ligne : choisissez une pièce qui l'interdit."
                ),
            ),
        ),
        Some(Reason::LeavesOnly(_)) => (
            near,
            Text::new(
                format!(
                    "A piece around here leaves {} few squares.",
                    en.to_lowercase()
                ),
                format!(
                    "Par ici, une pièce peut ne laisser que peu de cases : pensez à ce que {them} pourront jouer."
                ),
            ),
        ),
        Some(Reason::Prepares(_)) => (
            near,
            Text::new(
                "You can prepare a line around here.",
                "Vous pouvez préparer une ligne par ici.",
            ),
        ),
        Some(Reason::Allows(_) | Reason::LosesPoints { .. }) | None => {
            return Look::around(names(game, near));
        }
    };
    let places = names(game, places);
    Look { places, text }
}

/// The open squares on and beside a square.
fn around(game: &Mijnlieff, position: &Position, square: Square) -> Squares {
    let here = game.board().cell(square);
    let open = game.open(position).into_iter();
    let is_near = |other: &Square| {
        let there = game.board().cell(*other);
        here.column.abs_diff(there.column) <= 1 && here.row.abs_diff(there.row) <= 1
    };
    open.filter(is_near).collect()
}

/// The lines that the other would complete next, wherever it is let.
pub(super) fn threats(game: &Mijnlieff, position: &Position) -> Threats {
    let other = position.turn().other();
    let wanted = game.completing(position, other);
    let lines = wanted
        .into_iter()
        .flat_map(|square| game.lines_through(position, other, square));
    let (en, fr) = players_first(other);
    let places = names(game, wanted);
    let at = alternatives(&places);
    let text = match places.len() {
        0 => Text::new(
            format!("{en} cannot complete a line next turn."),
            format!("{fr} ne peuvent compléter aucune ligne au prochain coup."),
        ),
        _ => Text::new(
            format!(
                "{en} would complete a line on {}, where your piece lets them.",
                at.get(Lang::EN)
            ),
            format!(
                "{fr} compléteraient une ligne en {}, si votre pièce le leur permet.",
                at.get(Lang::FR)
            ),
        ),
    };
    let lines = lines.map(|line| names(game, line.into_iter().collect()));
    Threats {
        lines: lines.collect(),
        places,
        text,
    }
}
