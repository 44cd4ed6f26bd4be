use std::cmp::Ordering;

use engine::mijnlieff::atlas::AtlasError;
use mijnlieff::Opening;

use super::setup;
use crate::text::Text;

/// What the atlas answers.
#[must_use]
pub fn atlas_title() -> Text {
    Text::new("Who wins Mijnlieff?", "Qui gagne au Mijnlieff ?")
}

/// How a game ends for the first player who wins by so many points: `first wins by 2`.
#[must_use]
pub fn first_player(value: i32) -> Text {
    let by = value.abs();
    match value.cmp(&0) {
        Ordering::Greater => Text::new(
            format!("first wins by {by}"),
            format!("le premier gagne de {by}"),
        ),
        Ordering::Equal => Text::new("draw", "nulle"),
        Ordering::Less => Text::new(
            format!("second wins by {by}"),
            format!("le second gagne de {by}"),
        ),
    }
}

/// What an opening lets the first player begin with: `a straight on a corner`.
#[must_use]
pub fn opened_by(opening: Opening) -> Text {
    match opening {
        Opening::CornerStraight => {
            Text::new("a straight on a corner", "une ligne droite sur un coin")
        }
        Opening::Corner => Text::new("any piece on a corner", "une pièce au choix sur un coin"),
        Opening::Edge => Text::new("on the edge", "sur le bord"),
        Opening::Anywhere => Text::new("anywhere", "n'importe où"),
    }
}

/// An opening in a word or a few.
#[must_use]
pub fn opening_name(opening: Opening) -> Text {
    match opening {
        Opening::CornerStraight => Text::new("straight on a corner", "ligne droite au coin"),
        Opening::Corner => Text::new("corner", "coin"),
        Opening::Edge => Text::new("edge", "bord"),
        Opening::Anywhere => Text::new("anywhere", "n'importe où"),
    }
}

/// Why a text is no atlas.
#[must_use]
pub fn atlas_fault(error: &AtlasError) -> Text {
    match error {
        AtlasError::Form { line, column } => Text::new(
            format!("line {line}, column {column}: not an atlas"),
            format!("ligne {line}, colonne {column} : ce n'est pas un atlas"),
        ),
        AtlasError::Other { game, gaps } => Text::new(
            format!(
                "an atlas of '{game}' with gaps '{gaps}', not of mijnlieff with gaps that block"
            ),
            format!(
                "un atlas de « {game} » avec des trous « {gaps} », et non de mijnlieff avec des trous qui arrêtent"
            ),
        ),
        AtlasError::Layout { tiles, error } => {
            let board = Text::new(format!("board {tiles}:"), format!("plateau {tiles} :"));
            board.then(&setup::layout(error))
        }
        AtlasError::Printed { tiles } => Text::new(
            format!("board {tiles}: not the smallest printed form of a board of four tiles"),
            format!(
                "plateau {tiles} : ce n'est pas la plus petite écriture d'un plateau de quatre tuiles"
            ),
        ),
        AtlasError::Order { layout } => Text::new(
            format!("board {layout}: out of order"),
            format!("plateau {layout} : mal rangé"),
        ),
        AtlasError::Lines {
            layout,
            given,
            found,
        } => Text::new(
            format!("board {layout}: it has {found} lines, not {given}"),
            format!("plateau {layout} : il a {found} lignes, pas {given}"),
        ),
        AtlasError::Unsolved { layout } => Text::new(
            format!("board {layout}: no opening is solved"),
            format!("plateau {layout} : aucune ouverture n'est résolue"),
        ),
        AtlasError::Move {
            layout,
            opening,
            text,
        } => {
            let word = opening.word();
            Text::new(
                format!("board {layout}, {word}: '{text}' is no first move, or out of order"),
                format!(
                    "plateau {layout}, {word} : « {text} » n'est pas un premier coup, ou est mal rangé"
                ),
            )
        }
        AtlasError::Value { layout, opening } => {
            let word = opening.word();
            Text::new(
                format!(
                    "board {layout}, {word}: no best move, or less than a narrower opening gives"
                ),
                format!(
                    "plateau {layout}, {word} : aucun meilleur coup, ou moins que ne donne une ouverture plus étroite"
                ),
            )
        }
    }
}
