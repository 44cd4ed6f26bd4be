//! Marks on boards and pieces.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use crate::{Form, Ink, Segment, Shape, Spot};

const STROKE: f64 = 0.06;

/// From the edge of a piece to the middle of a ring around it.
pub const CLEARANCE: f64 = 0.09;

/// The four corners of a square around the piece that moved last.
pub fn corners(centre: Spot, half: f64, arm: f64) -> Shape {
    let corner = |(x, y): (f64, f64)| {
        let at = |dx: f64, dy: f64| centre.offset(x * (half - dx), y * (half - dy));
        [
            Segment::Move(at(arm, 0.0)),
            Segment::Line(at(0.0, 0.0)),
            Segment::Line(at(0.0, arm)),
        ]
    };
    let all = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    Form::Path(all.into_iter().flat_map(corner).collect()).stroked(Ink::Last, STROKE)
}

/// The broken outline of a piece that was taken.
pub fn ghost(centre: Spot, radius: f64) -> Shape {
    let dashes = 10_u8;
    let step = TAU / f64::from(dashes);
    let dash = |n: u8| Segment::arc(centre, radius, step * f64::from(n), 0.5 * step);
    Form::Path((0..dashes).flat_map(dash).collect()).stroked(Ink::Last, 0.04)
}

/// A ring around a piece of `radius`, crossed by four strokes that point at it.
pub fn crossed_ring(centre: Spot, radius: f64) -> Vec<Shape> {
    let ring = Form::circle(centre, radius + CLEARANCE).stroked(Ink::Capture, STROKE);
    let stroke = |n: u8| {
        let angle = FRAC_PI_4 + f64::from(n) * FRAC_PI_2;
        [
            Segment::Move(centre.polar(angle, radius + CLEARANCE - 0.05)),
            Segment::Line(centre.polar(angle, radius + CLEARANCE + 0.1)),
        ]
    };
    let strokes = Form::Path((0..4).flat_map(stroke).collect());
    vec![ring, strokes.stroked(Ink::Capture, STROKE)]
}

/// A thick line, to be covered by the pieces it joins.
pub fn ribbon(from: Spot, to: Spot, width: f64) -> Shape {
    Form::Line { from, to }.stroked(Ink::Run, width)
}
