use super::Sprites;
use crate::{Bounds, Group, Scene, Spot, Thing, file};

/// Around what is drawn, for marks that reach a little over the board.
const EDGE: f64 = 0.06;

/// An empty board for a screen that moves pieces itself: where everything is, and SVG
/// markup for what is set there. Hands are not on it: a screen lays them where there is room.
///
/// Lengths are SVG user units. Colours come from [`style_sheet`](crate::style_sheet).
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The left edge of what is drawn.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// Wood, lines, coordinates, and a group with the class `place` for each place.
    pub board: String,
    /// The middle of each place, by name.
    pub places: Vec<(String, Spot)>,
    /// Markup around the origin, by name.
    pub sprites: Vec<(String, String)>,
    /// The width of a line through a run of pieces that counts.
    pub ribbon: f64,
    /// The width of a line along the last move; 0 where pieces do not move.
    pub bar: f64,
}

impl Stage {
    /// The stage that a drawing of the empty board makes with what is set on it.
    #[must_use]
    pub fn new(scene: &Scene, sprites: &Sprites) -> Stage {
        let fixed = |group: &&Group| {
            matches!(
                group.thing,
                Thing::Board | Thing::Coordinates | Thing::Place
            )
        };
        let place = |group: &Group| {
            let handle = group
                .handle
                .as_ref()
                .filter(|_| group.thing == Thing::Place)?;
            Some((handle.name.clone(), file::user_spot(handle.centre)))
        };
        let markup =
            |(name, shapes): &(String, Vec<_>)| (name.clone(), file::shapes_markup(shapes));
        let shapes = scene.groups.iter().filter(fixed);
        let corners = shapes.flat_map(|group| &group.shapes).flat_map(|shape| {
            let Bounds {
                left,
                top,
                right,
                bottom,
            } = shape.bounds();
            [Spot::new(left, top), Spot::new(right, bottom)]
        });
        // A screen has no room to waste on the margins of a picture.
        let drawn = Bounds::of(corners).grown(EDGE);
        Stage {
            left: file::user_length(drawn.left),
            top: file::user_length(drawn.top),
            width: file::user_length(drawn.width()),
            height: file::user_length(drawn.height()),
            board: scene
                .groups
                .iter()
                .filter(fixed)
                .map(file::group_markup)
                .collect(),
            places: scene.groups.iter().filter_map(place).collect(),
            sprites: sprites.shapes.iter().map(markup).collect(),
            ribbon: file::user_length(sprites.ribbon),
            bar: file::user_length(sprites.bar),
        }
    }
}
