//! What a page sets on a board and moves about.

use game::Side;

use crate::Shape;

/// A ring on a place where one may play.
pub const TARGET: &str = "target";
/// A ring around the piece a person has touched.
pub const CHOSEN: &str = "chosen";
/// A crossed ring around a piece that may be taken.
pub const CAPTURE: &str = "capture";
/// Corners around the piece that moved last.
pub const LAST: &str = "last";
/// A dot where that piece came from.
pub const LEFT: &str = "left";
/// The outline of a piece that was taken.
pub const TAKEN: &str = "taken";

/// The name of a piece: `white`, `black-L`.
pub fn piece(side: Side, kind: Option<char>) -> String {
    let side = match side {
        Side::White => "white",
        Side::Black => "black",
    };
    kind.map_or_else(|| side.to_owned(), |kind| format!("{side}-{kind}"))
}

/// What is set on a board and moved about, drawn around the origin; and how thick the lines are
/// that join places.
#[derive(Default)]
pub struct Sprites {
    /// The shapes of each, by name.
    pub shapes: Vec<(String, Vec<Shape>)>,
    /// Through a run of pieces that counts.
    pub ribbon: f64,
    /// Along the last move.
    pub bar: f64,
}

impl Sprites {
    /// Adds one.
    pub fn add(&mut self, name: impl Into<String>, shapes: Vec<Shape>) {
        self.shapes.push((name.into(), shapes));
    }
}
