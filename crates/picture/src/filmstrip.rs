use crate::{Form, Group, Ink, Placement, Scene, Spot, Thing};

/// A scene with a few words beneath.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The scene.
    pub scene: Scene,
    /// The words.
    pub label: String,
}

/// The type of a label, in parts of a scene's width.
const LABEL: f64 = 0.07;
/// Around each frame, in parts of a scene's width.
const MARGIN: f64 = 0.05;

/// Frames of one size in rows, read from left to right.
#[must_use]
pub fn filmstrip(frames: &[Frame]) -> Scene {
    let widest = frames.iter().map(|frame| frame.scene.width);
    let width = widest.fold(0.0, f64::max);
    let tallest = frames.iter().map(|frame| frame.scene.height);
    let height = tallest.fold(0.0, f64::max);
    let (label, margin) = (LABEL * width, MARGIN * width);
    let step = (width + 2.0 * margin, height + 2.0 * margin + 1.5 * label);
    // A little wider than high, as screens are.
    let columns = (1.3 * frames.len() as f64).sqrt().ceil().max(1.0) as usize;
    let rows = frames.len().div_ceil(columns);
    let mut strip = Scene {
        width: step.0 * columns.min(frames.len()) as f64,
        height: step.1 * rows as f64,
        groups: Vec::new(),
    };
    for (place, frame) in frames.iter().enumerate() {
        let (column, row) = (place % columns, place / columns);
        let corner = Spot::new(step.0 * column as f64, step.1 * row as f64);
        let placement = Placement {
            scale: 1.0,
            corner: corner.offset(margin, margin),
        };
        strip.lay(&frame.scene, placement);
        let words = Form::Text {
            centre: corner.offset(step.0 / 2.0, margin + height + 0.75 * label),
            size: label,
            text: frame.label.clone(),
        };
        let words = Group::new(Thing::Words, vec![words.filled(Ink::Text)]);
        strip.groups.push(words);
    }
    strip
}
