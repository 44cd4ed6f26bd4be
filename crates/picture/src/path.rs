use crate::Spot;

/// A step of a pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Lifted to a spot, where a new part begins.
    Move(Spot),
    /// Straight to a spot.
    Line(Spot),
    /// Along a cubic Bézier curve.
    Cubic {
        /// Where the curve heads at first.
        first: Spot,
        /// Where it comes from at last.
        second: Spot,
        /// Where it ends.
        to: Spot,
    },
    /// Straight back to where the part began.
    Close,
}

impl Segment {
    /// An arc of a circle of at most a quarter turn, the pen lifted to its beginning; angles in
    /// radians clockwise from the right. The curve strays from the circle by less than 0.03 %.
    #[must_use]
    pub fn arc(centre: Spot, radius: f64, start: f64, sweep: f64) -> [Segment; 2] {
        let end = start + sweep;
        let (from, to) = (centre.polar(start, radius), centre.polar(end, radius));
        let pull = radius * 4.0 / 3.0 * (sweep / 4.0).tan();
        let quarter = std::f64::consts::FRAC_PI_2;
        let curve = Segment::Cubic {
            first: from.polar(start + quarter, pull),
            second: to.polar(end - quarter, pull),
            to,
        };
        [Segment::Move(from), curve]
    }

    /// Where the pen is after it, unless it goes back to where the part began.
    pub(crate) fn end(&self) -> Option<Spot> {
        match *self {
            Segment::Move(to) | Segment::Line(to) | Segment::Cubic { to, .. } => Some(to),
            Segment::Close => None,
        }
    }

    /// The same step with every spot moved.
    #[must_use]
    pub(crate) fn map(self, place: impl Fn(Spot) -> Spot) -> Segment {
        match self {
            Segment::Move(to) => Segment::Move(place(to)),
            Segment::Line(to) => Segment::Line(place(to)),
            Segment::Cubic { first, second, to } => Segment::Cubic {
                first: place(first),
                second: place(second),
                to: place(to),
            },
            Segment::Close => Segment::Close,
        }
    }

    /// The spots that span it.
    pub(crate) fn spots(&self) -> impl Iterator<Item = Spot> {
        let spots = match *self {
            Segment::Move(to) | Segment::Line(to) => [Some(to), None, None],
            Segment::Cubic { first, second, to } => [Some(first), Some(second), Some(to)],
            Segment::Close => [None; 3],
        };
        spots.into_iter().flatten()
    }
}
