use game::Side;

use crate::{Bounds, Form, Ink, Placement, Shape, Spot};

/// A drawing: groups of shapes in the order in which they are painted, in board units.
///
/// It knows of no file format and of no colour; a back end such as [`to_svg`](crate::to_svg)
/// brings both.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// What there is to see, the hindmost first.
    pub groups: Vec<Group>,
}

/// Shapes that make one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What they make.
    pub thing: Thing,
    /// What a move or a person calls it, where there is such a name.
    pub handle: Option<Handle>,
    /// The shapes, the hindmost first.
    pub shapes: Vec<Shape>,
}

/// What a group of shapes makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// The ground of the whole drawing.
    Page,
    /// Wood and lines.
    Board,
    /// Letters and numbers around the board.
    Coordinates,
    /// A point or a square where pieces can stand.
    Place,
    /// A piece on the board.
    Piece(Side),
    /// The emptied slots of a hand.
    Tray(Side),
    /// A piece yet to be placed.
    Hand(Side),
    /// The mark of a place where one may play.
    Target,
    /// The mark of the last move.
    Last,
    /// The mark of a piece that may be taken.
    Capture,
    /// A run of pieces that counts.
    Run,
    /// What a board is worth.
    Value,
    /// Words to be read.
    Words,
    /// Where scissors go.
    Cut,
}

/// A name and the spot it stands for: the name of a place, or for a piece in hand the letter by
/// which moves call its kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// The name.
    pub name: String,
    /// The middle of what it names.
    pub centre: Spot,
}

impl Scene {
    /// Nothing yet, of this size.
    #[must_use]
    pub fn blank(width: f64, height: f64) -> Scene {
        Scene {
            width,
            height,
            groups: Vec::new(),
        }
    }

    /// The scene with a page beneath, for a picture that stands alone.
    #[must_use]
    pub fn on_page(mut self) -> Scene {
        let form = Form::Rect {
            bounds: self.bounds(),
            rounding: 0.0,
        };
        let page = Group::new(Thing::Page, vec![form.filled(Ink::Page)]);
        self.groups.insert(0, page);
        self
    }

    /// Lays another scene on top of this one.
    pub fn lay(&mut self, scene: &Scene, placement: Placement) {
        let groups = scene.groups.iter();
        self.groups
            .extend(groups.map(|group| group.placed(placement)));
    }

    /// The extent of the whole scene.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds::of([Spot::new(0.0, 0.0), Spot::new(self.width, self.height)])
    }

    /// All shapes, the hindmost first.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.groups.iter().flat_map(|group| &group.shapes)
    }
}

impl Group {
    /// Shapes without a name.
    #[must_use]
    pub fn new(thing: Thing, shapes: Vec<Shape>) -> Group {
        Group {
            thing,
            handle: None,
            shapes,
        }
    }

    /// The same group somewhere else, at another scale.
    #[must_use]
    pub fn placed(&self, placement: Placement) -> Group {
        let handle = self.handle.as_ref().map(|Handle { name, centre }| Handle {
            name: name.clone(),
            centre: placement.spot(*centre),
        });
        let shapes = self.shapes.iter();
        Group {
            thing: self.thing,
            handle,
            shapes: shapes.map(|shape| shape.placed(placement)).collect(),
        }
    }

    /// Shapes that make something with a name.
    #[must_use]
    pub fn named(thing: Thing, name: String, centre: Spot, shapes: Vec<Shape>) -> Group {
        Group {
            thing,
            handle: Some(Handle { name, centre }),
            shapes,
        }
    }
}
