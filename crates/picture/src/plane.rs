/// A spot in a scene: board units from its upper left corner, y growing downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least x.
    pub left: f64,
    /// The least y.
    pub top: f64,
    /// The greatest x.
    pub right: f64,
    /// The greatest y.
    pub bottom: f64,
}

/// Where a drawing lies in a larger one: enlarged first, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// How many times as large.
    pub scale: f64,
    /// Where its upper left corner comes to lie.
    pub corner: Spot,
}

impl Placement {
    /// Where a spot of the drawing lies.
    #[must_use]
    pub fn spot(self, spot: Spot) -> Spot {
        self.corner.offset(self.scale * spot.x, self.scale * spot.y)
    }

    /// Where a part of the drawing lies.
    #[must_use]
    pub fn bounds(self, bounds: Bounds) -> Bounds {
        let upper_left = Spot::new(bounds.left, bounds.top);
        let lower_right = Spot::new(bounds.right, bounds.bottom);
        Bounds::of([self.spot(upper_left), self.spot(lower_right)])
    }
}

impl Spot {
    /// The spot with these coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Spot {
        Spot { x, y }
    }

    /// The spot so far to the right and down.
    #[must_use]
    pub fn offset(self, right: f64, down: f64) -> Spot {
        Spot::new(self.x + right, self.y + down)
    }

    /// The spot so far away in a direction, in radians clockwise from the right.
    #[must_use]
    pub fn polar(self, angle: f64, distance: f64) -> Spot {
        self.offset(distance * angle.cos(), distance * angle.sin())
    }
}

impl Bounds {
    /// A square around `centre`.
    #[must_use]
    pub fn around(centre: Spot, half: f64) -> Bounds {
        Bounds::of([centre]).grown(half)
    }

    /// The smallest that holds all of these, of which there is at least one.
    #[must_use]
    pub fn of(spots: impl IntoIterator<Item = Spot>) -> Bounds {
        let nothing = Bounds {
            left: f64::INFINITY,
            top: f64::INFINITY,
            right: f64::NEG_INFINITY,
            bottom: f64::NEG_INFINITY,
        };
        spots.into_iter().fold(nothing, |bounds, spot| Bounds {
            left: bounds.left.min(spot.x),
            top: bounds.top.min(spot.y),
            right: bounds.right.max(spot.x),
            bottom: bounds.bottom.max(spot.y),
        })
    }

    /// The same with every side moved outwards.
    #[must_use]
    pub fn grown(self, by: f64) -> Bounds {
        Bounds {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    /// From left to right.
    #[must_use]
    pub fn width(self) -> f64 {
        self.right - self.left
    }

    /// From top to bottom.
    #[must_use]
    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    /// Whether all of `inner` lies within.
    #[must_use]
    pub fn contains(self, inner: Bounds) -> bool {
        self.left <= inner.left
            && self.top <= inner.top
            && self.right >= inner.right
            && self.bottom >= inner.bottom
    }
}
