use mijnlieff::{Cell, LayoutError, SetupError};

use crate::text::{Text, field, unknown_value};

/// Why the options of a setup are refused.
pub(super) fn refusal(error: &SetupError) -> Text {
    match error {
        SetupError::Field(error) => field(error),
        SetupError::Value {
            key,
            value: given,
            expected,
        } => unknown_value(key, given, expected),
        SetupError::Sets { value } => Text::new(
            format!("MJ2: a game has one to four sets, not '{value}'"),
            format!("MJ2 : une partie se joue avec un à quatre jeux, pas « {value} »"),
        ),
        SetupError::SetsAndBoard { sets, tiles } => Text::new(
            format!(
                "MJ2: {sets} sets have {} tiles, the board has {tiles}",
                4 * sets
            ),
            format!(
                "MJ2 : {sets} jeux font {} tuiles, ce plateau en a {tiles}",
                4 * sets
            ),
        ),
        SetupError::Layout(error) => layout(error),
    }
}

/// Why tiles make no board.
pub fn layout(error: &LayoutError) -> Text {
    let at = |tile: &Cell| format!("{}.{}", tile.column, tile.row);
    match error {
        LayoutError::Tile { text } => Text::new(
            format!(
                "'{text}' is not a tile: write column.row, each within ±9999, as in 0.0/2.0/0.2/2.2"
            ),
            format!(
                "« {text} » n'est pas une tuile : écrivez colonne.ligne, chacun à ±9999 au plus, comme 0.0/2.0/0.2/2.2"
            ),
        ),
        LayoutError::Count { tiles } => Text::new(
            format!("MJ2: a board has 4, 8, 12 or 16 tiles, not {tiles}"),
            format!("MJ2 : un plateau a 4, 8, 12 ou 16 tuiles, pas {tiles}"),
        ),
        LayoutError::Overlap { tile } => Text::new(
            format!("MJ1: the tile at {} lies on another one", at(tile)),
            format!("MJ1 : la tuile en {} en recouvre une autre", at(tile)),
        ),
        LayoutError::Apart { tile } => Text::new(
            format!(
                "MJ1: the tile at {} is not connected with the first",
                at(tile)
            ),
            format!(
                "MJ1 : la tuile en {} n'est pas reliée à la première",
                at(tile)
            ),
        ),
    }
}
