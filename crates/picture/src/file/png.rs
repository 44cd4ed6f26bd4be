use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform,
};

use crate::{Colour, Ink, Scene, Segment, Theme};

/// More pixels than this across or down are refused: a picture would not fit into memory.
const MOST_PIXELS: f64 = 16_384.0;

/// The scene as a PNG file, so many pixels to a unit; `None` when that is nothing, or too many to
/// hold. Where nothing is painted it is transparent.
#[must_use]
pub fn to_png(scene: &Scene, theme: Theme, pixels_a_unit: f64) -> Option<Vec<u8>> {
    let size = [scene.width, scene.height].map(|length| (length * pixels_a_unit).round());
    if size
        .iter()
        .any(|pixels| !(1.0..=MOST_PIXELS).contains(pixels))
    {
        return None;
    }
    let [width, height] = size.map(|pixels| pixels as u32);
    let mut pixmap = Pixmap::new(width, height)?;
    let scale = Transform::from_scale(pixels_a_unit as f32, pixels_a_unit as f32);
    for shape in scene.shapes() {
        let Some(path) = path(&shape.form.outline()) else {
            continue;
        };
        if let Some(ink) = shape.fill {
            pixmap.fill_path(&path, &paint(theme, ink), FillRule::Winding, scale, None);
        }
        if let Some(stroke) = shape.stroke {
            let line = Stroke {
                width: stroke.width as f32,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            pixmap.stroke_path(&path, &paint(theme, stroke.ink), &line, scale, None);
        }
    }
    let png = pixmap.encode_png();
    Some(png.expect("a picture in memory can be written to memory"))
}

fn paint(theme: Theme, ink: Ink) -> Paint<'static> {
    let Colour(red, green, blue) = theme.colour(ink);
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(red, green, blue, u8::MAX));
    paint
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(to) => path.move_to(to.x as f32, to.y as f32),
            Segment::Line(to) => path.line_to(to.x as f32, to.y as f32),
            Segment::Cubic { first, second, to } => path.cubic_to(
                first.x as f32,
                first.y as f32,
                second.x as f32,
                second.y as f32,
                to.x as f32,
                to.y as f32,
            ),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}
