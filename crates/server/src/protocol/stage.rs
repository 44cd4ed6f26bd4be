use std::collections::BTreeMap;

use play::Setup;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{LastMove, Piece, View};

/// The empty board of a setup: where everything is, and SVG markup for what is set there. Lengths
/// are SVG user units; `/board.css` has the colours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Stage {
    /// The left edge of what is drawn.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// Wood, lines, coordinates, and a group of class `place` for each place.
    pub board: String,
    /// The middle of each place.
    pub places: Vec<PlaceSpot>,
    /// Markup around the origin: `white`, `black-L`, `target`, `chosen`, `capture`,
    /// `last`, `left`, `taken`.
    pub sprites: BTreeMap<String, String>,
    /// The width of a line (class `stroke-mill`) through a mill or a run that scores.
    pub ribbon: f64,
    /// The width of a line (class `stroke-last`) along the last move; 0 where pieces do not move.
    pub bar: f64,
    /// A game under way, to show what it looks like.
    pub shown: Miniature,
}

/// What stands on a board, for a picture of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Miniature {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The last move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastMove>,
    /// Mills just closed, or at the end the runs that score: the places of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<String>>,
}

impl From<View> for Miniature {
    fn from(view: View) -> Miniature {
        Miniature {
            pieces: view.pieces,
            last: view.last,
            lines: view.lines,
        }
    }
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlaceSpot {
    /// Its name.
    pub name: String,
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl From<&Setup> for Stage {
    fn from(setup: &Setup) -> Stage {
        let stage = setup.stage();
        let places = stage.places.into_iter();
        Stage {
            left: stage.left,
            top: stage.top,
            width: stage.width,
            height: stage.height,
            board: stage.board,
            places: places
                .map(|(name, spot)| PlaceSpot {
                    name,
                    x: spot.x,
                    y: spot.y,
                })
                .collect(),
            sprites: stage.sprites.into_iter().collect(),
            ribbon: stage.ribbon,
            bar: stage.bar,
            shown: View::from(setup.under_way().view()).into(),
        }
    }
}
