use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Both;

/// The empty board of a setup: where everything is, and SVG markup for what is set there. Lengths
/// are SVG user units; `/board.css` has the colours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Stage {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// Wood, lines, coordinates, and a group of class `place` for each place.
    pub board: String,
    /// The middle of each place.
    pub places: Vec<PlaceSpot>,
    /// The slots of each hand.
    pub hands: Both<Vec<HandSlot>>,
    /// Markup around the origin: `white`, `black-L`, `white-hand`, `target`, `chosen`, `capture`,
    /// `last`, `left`, `taken`.
    pub sprites: BTreeMap<String, String>,
    /// The width of a line (class `stroke-mill`) through a mill or a run that scores.
    pub ribbon: f64,
    /// The width of a line (class `stroke-last`) along the last move; 0 where pieces do not move.
    pub bar: f64,
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

/// Where a piece lies before it is placed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandSlot {
    /// The letter of the piece that lies there at the beginning, where there are several kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<char>,
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl From<play::draw::Stage> for Stage {
    fn from(stage: play::draw::Stage) -> Stage {
        let places = stage.places.into_iter();
        let hand = |slots: Vec<(Option<char>, play::draw::Spot)>| -> Vec<HandSlot> {
            let slot = |(kind, spot): (_, play::draw::Spot)| HandSlot {
                kind,
                x: spot.x,
                y: spot.y,
            };
            slots.into_iter().map(slot).collect()
        };
        Stage {
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
            hands: stage.hands.map(hand).into(),
            sprites: stage.sprites.into_iter().collect(),
            ribbon: stage.ribbon,
            bar: stage.bar,
        }
    }
}
