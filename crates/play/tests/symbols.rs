//! The four symbols can be told apart where they are smallest: on pieces of 8 mm, in black and
//! white, badly printed.
#![allow(clippy::unwrap_used)]

use game::Side;
use mijnlieff::Kind;
use picture::{Theme, to_png};
use play::families;
use tiny_skia::Pixmap;

/// Pixels across a piece of 8 mm: some 150 dots an inch.
const PIXELS: usize = 48;

/// Black and white, as a printer without greys prints it: `true` is ink.
type Print = Vec<bool>;

fn print(side: Side, kind: Kind) -> Print {
    let piece = families::mijnlieff::piece(side, kind);
    let png = to_png(&piece, Theme::Sparing, PIXELS as f64 / piece.width).unwrap();
    let picture = Pixmap::decode_png(&png).unwrap();
    let ink = |pixel: &tiny_skia::PremultipliedColorU8| pixel.alpha() > 0 && pixel.red() < 96;
    picture.pixels().iter().map(ink).collect()
}

/// What the eye makes of it: every pixel blurred with those within half a millimetre, shifted.
fn seen(print: &Print, right: isize, down: isize) -> Vec<f64> {
    let size = PIXELS as isize;
    let at = |x: isize, y: isize| {
        let inside = (0..size).contains(&x) && (0..size).contains(&y);
        inside && print[(y * size + x) as usize]
    };
    let spot = |n: isize| {
        let (x, y) = (n % size - right, n / size - down);
        let reach = -3..=3_isize;
        let near = reach
            .clone()
            .flat_map(|dy| reach.clone().map(move |dx| (x + dx, y + dy)));
        near.filter(|(x, y)| at(*x, *y)).count() as f64 / 49.0
    };
    (0..size * size).map(spot).collect()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

/// How much a sight differs from a symbol, laid on it as well as can be.
fn unlikeness(sight: &[f64], symbol: &Print) -> f64 {
    let shifts = (-2..=2).flat_map(|right| (-2..=2).map(move |down| (right, down)));
    let distances = shifts.map(|(right, down)| distance(sight, &seen(symbol, right, down)));
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn each_blurred_symbol_is_far_from_the_others() {
    for side in Side::BOTH {
        let prints = Kind::ALL.map(|kind| print(side, kind));
        for (kind, shown) in Kind::ALL.iter().zip(&prints) {
            let sight = seen(shown, 1, -1);
            assert!(unlikeness(&sight, shown) < 1e-9, "{kind:?} is itself");
            for (other, symbol) in Kind::ALL.iter().zip(&prints) {
                let unlike = unlikeness(&sight, symbol);
                assert!(
                    kind == other || unlike > 70.0,
                    "{side:?}: {kind:?} and {other:?}: {unlike:.1}"
                );
            }
        }
    }
}

#[test]
fn no_line_of_a_symbol_is_thinner_than_half_a_millimetre() {
    for kind in Kind::ALL {
        for shape in families::mijnlieff::piece(Side::Black, kind)
            .shapes()
            .skip(1)
        {
            if let Some(stroke) = shape.stroke {
                let width =
                    stroke.width / families::mijnlieff::piece(Side::Black, kind).width * 8.0;
                assert!(width >= 0.5, "{kind:?}: {width:.2} mm");
            }
        }
    }
}
