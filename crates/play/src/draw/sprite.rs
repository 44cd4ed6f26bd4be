use game::Side;

use super::Shape;

/// A ring on a place where one may play.
pub(super) const TARGET: &str = "target";
/// A ring around the piece a person has touched.
pub(super) const CHOSEN: &str = "chosen";
/// A crossed ring around a piece that may be taken.
pub(super) const CAPTURE: &str = "capture";
/// Corners around the piece that moved last.
pub(super) const LAST: &str = "last";
/// A dot where that piece came from.
pub(super) const LEFT: &str = "left";
/// The outline of a piece that was taken.
pub(super) const TAKEN: &str = "taken";

/// The name of a piece: `white`, `black-L`.
pub(super) fn piece(side: Side, kind: Option<char>) -> String {
    let side = match side {
        Side::White => "white",
        Side::Black => "black",
    };
    kind.map_or_else(|| side.to_owned(), |kind| format!("{side}-{kind}"))
}

/// What is set on a board and moved about, drawn around the origin; and how thick the lines are
/// that join places.
#[derive(Default)]
pub(super) struct Sprites {
    pub(super) shapes: Vec<(String, Vec<Shape>)>,
    /// Through a mill or a run that scores.
    pub(super) ribbon: f64,
    /// Along the last move.
    pub(super) bar: f64,
}

impl Sprites {
    pub(super) fn add(&mut self, name: impl Into<String>, shapes: Vec<Shape>) {
        self.shapes.push((name.into(), shapes));
    }
}
