use std::f64::consts::{FRAC_PI_2, PI};

use crate::{Bounds, Face, Ink, Placement, Segment, Spot};

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
    /// Words on a base line.
    Words {
        /// Where the base line begins.
        start: Spot,
        /// The height of their type.
        size: f64,
        /// The weight of their type.
        face: Face,
        /// What they say.
        text: String,
    },
}

/// From the middle of a label to its base line, in parts of its size: half the height of a digit.
pub(crate) const BASE_LINE: f64 = 0.36;

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
            Form::Words {
                start,
                size,
                face,
                text,
            } => {
                let width = face.width(text, *size);
                let (top, bottom) = (start.offset(0.0, -size), start.offset(width, 0.25 * size));
                Bounds::of([top, bottom])
            }
        }
    }

    /// The steps of a pen that draws it; type is drawn as the outlines of its glyphs.
    pub(crate) fn outline(&self) -> Vec<Segment> {
        match self {
            Form::Rect { bounds, rounding } => rounded(*bounds, *rounding),
            Form::Circle { centre, radius } => {
                let mut segments = Segment::arc(*centre, *radius, 0.0, FRAC_PI_2).to_vec();
                for quarter in 1..4_u8 {
                    let start = f64::from(quarter) * FRAC_PI_2;
                    let [_, curve] = Segment::arc(*centre, *radius, start, FRAC_PI_2);
                    segments.push(curve);
                }
                segments.push(Segment::Close);
                segments
            }
            Form::Line { from, to } => vec![Segment::Move(*from), Segment::Line(*to)],
            Form::Path(segments) => segments.clone(),
            Form::Text { centre, size, text } => {
                let start = label_start(*centre, *size, text);
                Face::Regular.outline(text, start, *size)
            }
            Form::Words {
                start,
                size,
                face,
                text,
            } => face.outline(text, *start, *size),
        }
    }

    /// The same form with every spot and every length changed.
    fn placed(&self, placement: Placement) -> Form {
        let (spot, length) = (
            |spot| placement.spot(spot),
            |length: f64| placement.scale * length,
        );
        match self {
            Form::Rect { bounds, rounding } => Form::Rect {
                bounds: placement.bounds(*bounds),
                rounding: length(*rounding),
            },
            Form::Circle { centre, radius } => Form::Circle {
                centre: spot(*centre),
                radius: length(*radius),
            },
            Form::Line { from, to } => Form::Line {
                from: spot(*from),
                to: spot(*to),
            },
            Form::Path(segments) => {
                Form::Path(segments.iter().map(|segment| segment.map(spot)).collect())
            }
            Form::Text { centre, size, text } => Form::Text {
                centre: spot(*centre),
                size: length(*size),
                text: text.clone(),
            },
            Form::Words {
                start,
                size,
                face,
                text,
            } => Form::Words {
                start: spot(*start),
                size: length(*size),
                face: *face,
                text: text.clone(),
            },
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

    /// The same shape somewhere else, at another scale.
    #[must_use]
    pub fn placed(&self, placement: Placement) -> Shape {
        let stroke = self.stroke.map(|Stroke { ink, width }| Stroke {
            ink,
            width: placement.scale * width,
        });
        Shape {
            form: self.form.placed(placement),
            fill: self.fill,
            stroke,
        }
    }

    /// The inks it is painted with, fill first.
    pub fn inks(&self) -> impl Iterator<Item = Ink> {
        let stroke = self.stroke.map(|stroke| stroke.ink);
        self.fill.into_iter().chain(stroke)
    }
}

/// Where the base line of a centred label begins.
pub(crate) fn label_start(centre: Spot, size: f64, text: &str) -> Spot {
    centre.offset(-Face::Regular.width(text, size) / 2.0, BASE_LINE * size)
}

/// A rectangle whose corners are quarters of circles.
fn rounded(bounds: Bounds, rounding: f64) -> Vec<Segment> {
    let Bounds {
        left,
        top,
        right,
        bottom,
    } = bounds;
    let corners = [
        (Spot::new(left, top), 1.0, 1.0, PI),
        (Spot::new(right, top), -1.0, 1.0, -FRAC_PI_2),
        (Spot::new(right, bottom), -1.0, -1.0, 0.0),
        (Spot::new(left, bottom), 1.0, -1.0, FRAC_PI_2),
    ];
    let mut segments = Vec::new();
    for (corner, inward_x, inward_y, start) in corners {
        if rounding > 0.0 {
            let centre = corner.offset(inward_x * rounding, inward_y * rounding);
            segments.extend(Segment::arc(centre, rounding, start, FRAC_PI_2));
        } else {
            segments.push(Segment::Move(corner));
        }
    }
    // The pen is lifted to the first corner only.
    for segment in segments.iter_mut().skip(1) {
        if let Segment::Move(to) = *segment {
            *segment = Segment::Line(to);
        }
    }
    segments.push(Segment::Close);
    segments
}
