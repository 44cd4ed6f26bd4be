use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use mijnlieff::Kind;
use picture::{Form, Ink, Segment, Shape, Spot};

// All for a piece of one unit.
const STROKE: f64 = 0.085;
const ARM: f64 = 0.27;
const SLANTED_ARM: f64 = 0.30;
const KNOB: f64 = 0.085;
const RING: f64 = 0.33;
/// Half of a gap in the pusher's ring, in radians, before the round ends narrow it.
const GAP: f64 = 0.31;
const PUSHER_SQUARE: f64 = 0.24;
const PULLER_SQUARE: f64 = 0.12;

/// The symbol of a kind in the middle of a piece with sides of `size` (MJ3).
pub(super) fn symbol(kind: Kind, centre: Spot, size: f64, ink: Ink) -> Vec<Shape> {
    match kind {
        Kind::Straight => knobbed_cross(centre, size * ARM, 0.0, size, ink),
        Kind::Diagonal => knobbed_cross(centre, size * SLANTED_ARM, FRAC_PI_4, size, ink),
        Kind::Pusher => {
            // Broken where the corners of the square point.
            let arc = |n: u8| {
                let start = f64::from(n) * FRAC_PI_2 - FRAC_PI_4 + GAP;
                Segment::arc(centre, size * RING, start, FRAC_PI_2 - 2.0 * GAP)
            };
            let ring = Form::Path((0..4).flat_map(arc).collect());
            ring_and_square(ring, centre, PUSHER_SQUARE, size, ink)
        }
        Kind::Puller => {
            let ring = Form::circle(centre, size * RING);
            ring_and_square(ring, centre, PULLER_SQUARE, size, ink)
        }
    }
}

/// Four arms that end in knobs, the first at `angle`.
fn knobbed_cross(centre: Spot, arm: f64, angle: f64, size: f64, ink: Ink) -> Vec<Shape> {
    let end = |n: u8| centre.polar(angle + f64::from(n) * FRAC_PI_2, arm);
    let bar = |n: u8| {
        let (from, to) = (end(n), end(n + 2));
        Form::Line { from, to }.stroked(ink, size * STROKE)
    };
    let knob = |n: u8| Form::circle(end(n), size * KNOB).filled(ink);
    (0..2).map(bar).chain((0..4).map(knob)).collect()
}

fn ring_and_square(ring: Form, centre: Spot, side: f64, size: f64, ink: Ink) -> Vec<Shape> {
    let square = Form::square(centre, size * side, size * side * 0.15);
    vec![ring.stroked(ink, size * STROKE), square.filled(ink)]
}
