use game::{Game, Side};

use super::sprite::Sprites;
use super::{Group, Marks, Scene, Spot, Thing, Visibility, mill, svg, tiles};
use crate::Setup;

/// The empty board of a setup for a screen that moves pieces itself: where everything is, and SVG
/// markup for what is set there.
///
/// Lengths are SVG user units. Colours come from [`style_sheet`](super::style_sheet).
///
/// ```
/// use play::draw::Stage;
///
/// let stage = Stage::new(&"moulin:classique".parse().unwrap());
/// assert_eq!(stage.places.len(), 24);
/// assert_eq!(stage.hands[0].len(), 9);
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
    /// The slots of white's and of black's hand, each with the letter of the piece that lies there
    /// at the beginning, where there are several kinds.
    pub hands: [Vec<(Option<char>, Spot)>; 2],
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
                let scene = tiles::mijnlieff(game, &game.start(), &with_hands());
                Stage::of(&scene, tiles::sprites())
            }
            Setup::Moulin(game) => {
                let scene = mill::moulin(game, &game.start(), &with_hands());
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
        let hand = |side| {
            let slot = |group: &Group| {
                let body = group
                    .shapes
                    .first()
                    .filter(|_| group.thing == Thing::Hand(side))?;
                let letter = group
                    .handle
                    .as_ref()
                    .and_then(|handle| handle.name.chars().next());
                let bounds = body.bounds();
                let middle = Spot::new(
                    f64::midpoint(bounds.left, bounds.right),
                    f64::midpoint(bounds.top, bounds.bottom),
                );
                Some((letter, svg::user_spot(middle)))
            };
            scene.groups.iter().filter_map(slot).collect()
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
            hands: Side::BOTH.map(hand),
            sprites: sprites.shapes.iter().map(markup).collect(),
            ribbon: svg::user_length(sprites.ribbon),
            bar: svg::user_length(sprites.bar),
        }
    }
}

fn with_hands<P>() -> Marks<P> {
    Marks {
        hands: Visibility::Shown,
        ..Marks::default()
    }
}
