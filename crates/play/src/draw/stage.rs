use game::Game;

use super::sprite::Sprites;
use super::{Group, Marks, Scene, Spot, Thing, mill, svg, tiles};
use crate::Setup;

/// The empty board of a setup for a screen that moves pieces itself: where everything is, and SVG
/// markup for what is set there. Hands are not on it: a screen lays them where there is room.
///
/// Lengths are SVG user units. Colours come from [`style_sheet`](super::style_sheet).
///
/// ```
/// use play::draw::Stage;
///
/// let stage = Stage::new(&"moulin:classique".parse().unwrap());
/// assert_eq!(stage.places.len(), 24);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
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
    /// The width of a line through a mill or a run that scores.
    pub ribbon: f64,
    /// The width of a line along the last move; 0 where pieces do not move.
    pub bar: f64,
}

impl Stage {
    /// The stage of a setup.
    #[must_use]
    pub fn new(setup: &Setup) -> Stage {
        match setup {
            Setup::Mijnlieff(game) => {
                let scene = tiles::mijnlieff(game, &game.start(), &Marks::default());
                Stage::of(&scene, tiles::sprites())
            }
            Setup::Moulin(game) => {
                let scene = mill::moulin(game, &game.start(), &Marks::default());
                Stage::of(&scene, mill::sprites())
            }
        }
    }

    fn of(scene: &Scene, sprites: Sprites) -> Stage {
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
            Some((handle.name.clone(), svg::user_spot(handle.centre)))
        };
        let markup = |(name, shapes): &(String, Vec<_>)| (name.clone(), svg::shapes_markup(shapes));
        Stage {
            width: svg::user_length(scene.width),
            height: svg::user_length(scene.height),
            board: scene
                .groups
                .iter()
                .filter(fixed)
                .map(svg::group_markup)
                .collect(),
            places: scene.groups.iter().filter_map(place).collect(),
            sprites: sprites.shapes.iter().map(markup).collect(),
            ribbon: svg::user_length(sprites.ribbon),
            bar: svg::user_length(sprites.bar),
        }
    }
}
