use super::{Bounds, Ink, Segment, Spot};

/// A form and how it is painted: filled first, then stroked along its edge.
///
/// Every stroke has round ends and round joins.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What is painted.
    pub form: Form,
    /// The ink inside.
    pub fill: Option<Ink>,
    /// The line along the edge.
    pub stroke: Option<Stroke>,
}

/// Plain geometry in board units, y growing downwards.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle with rounded corners.
    Rect {
        /// Its extent.
        bounds: Bounds,
        /// The radius of its corners.
        rounding: f64,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: Spot,
        /// Its radius.
        radius: f64,
    },
    /// A straight line, only ever stroked.
    Line {
        /// One end.
        from: Spot,
        /// The other.
        to: Spot,
    },
    /// Lines and curves.
    Path(Vec<Segment>),
    /// A short label.
    Text {
        /// The middle of the label, as digits and capitals see it.
        centre: Spot,
        /// The height of its type.
        size: f64,
        /// What it says.
        text: String,
    },
}

/// A line with round ends and joins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its ink.
    pub ink: Ink,
    /// Its width in board units.
    pub width: f64,
}

impl Form {
    /// A square with rounded corners.
    #[must_use]
    pub fn square(centre: Spot, side: f64, rounding: f64) -> Form {
        let bounds = Bounds::around(centre, side / 2.0);
        Form::Rect { bounds, rounding }
    }

    /// A circle.
    #[must_use]
    pub fn circle(centre: Spot, radius: f64) -> Form {
        Form::Circle { centre, radius }
    }

    /// The form filled.
    #[must_use]
    pub fn filled(self, fill: Ink) -> Shape {
        Shape {
            form: self,
            fill: Some(fill),
            stroke: None,
        }
    }

    /// The form's edge alone.
    #[must_use]
    pub fn stroked(self, ink: Ink, width: f64) -> Shape {
        Shape {
            form: self,
            fill: None,
            stroke: Some(Stroke { ink, width }),
        }
    }

    fn bounds(&self) -> Bounds {
        match self {
            Form::Rect { bounds, .. } => *bounds,
            Form::Circle { centre, radius } => Bounds::around(*centre, *radius),
            Form::Line { from, to } => Bounds::of([*from, *to]),
            Form::Path(segments) => Bounds::of(segments.iter().flat_map(Segment::spots)),
            Form::Text { centre, size, text } => {
                let half_width = 0.35 * size * text.chars().count() as f64;
                let corner = centre.offset(half_width, 0.5 * size);
                Bounds::of([corner, centre.offset(-half_width, -0.5 * size)])
            }
        }
    }
}

impl Shape {
    /// The same with a line along its edge.
    #[must_use]
    pub fn outlined(mut self, ink: Ink, width: f64) -> Shape {
        self.stroke = Some(Stroke { ink, width });
        self
    }

    /// An extent that holds all that is painted; a little generous for text and curves.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let width = self.stroke.map_or(0.0, |stroke| stroke.width);
        self.form.bounds().grown(width / 2.0)
    }

    /// The inks it is painted with, fill first.
    pub fn inks(&self) -> impl Iterator<Item = Ink> {
        let stroke = self.stroke.map(|stroke| stroke.ink);
        self.fill.into_iter().chain(stroke)
    }
}
