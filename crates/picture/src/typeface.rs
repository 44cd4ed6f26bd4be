use std::ops::Range;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use crate::{Segment, Spot};

/// A weight of the one type family that comes with the program: Cantarell, whose licence lies
/// beside it in `fonts/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// For running text and labels.
    Regular,
    /// For headings.
    Bold,
}

/// A glyph of a set text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Glyph {
    pub(crate) id: GlyphId,
    /// How far the next one stands, in parts of the size.
    pub(crate) advance: f64,
    /// The bytes of the text it shows.
    pub(crate) range: Range<usize>,
}

/// The family lacks this narrow space, without which no French is set: it gets the width of the
/// thin one.
const NARROW_NO_BREAK_SPACE: char = '\u{202f}';
const THIN_SPACE: char = '\u{2009}';

impl Face {
    /// The file of the font.
    #[must_use]
    pub const fn file(self) -> &'static [u8] {
        match self {
            Face::Regular => include_bytes!("../fonts/Cantarell-Regular.otf"),
            Face::Bold => include_bytes!("../fonts/Cantarell-Bold.otf"),
        }
    }

    fn font(self) -> FontRef<'static> {
        FontRef::new(self.file()).expect("the fonts in the program are whole")
    }

    /// How wide a text of this size is.
    #[must_use]
    pub fn width(self, text: &str, size: f64) -> f64 {
        let glyphs = self.glyphs(text);
        size * glyphs.iter().map(|glyph| glyph.advance).sum::<f64>()
    }

    /// Whether every character of a text has a glyph.
    #[must_use]
    pub fn has(self, text: &str) -> bool {
        let missing = GlyphId::new(0);
        self.glyphs(text).iter().all(|glyph| glyph.id != missing)
    }

    /// The glyphs of a text, one a character; what the font lacks becomes its empty box.
    pub(crate) fn glyphs(self, text: &str) -> Vec<Glyph> {
        let font = self.font();
        let glyphs = font.charmap();
        // In the font's own units, which PDF files give as well: any rounding would have to be made
        // up for glyph by glyph.
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let units = units_per_em(&font);
        let glyph = |(at, character): (usize, char)| {
            let shown = match character {
                NARROW_NO_BREAK_SPACE => THIN_SPACE,
                other => other,
            };
            let id = glyphs.map(shown).unwrap_or_default();
            Glyph {
                id,
                advance: f64::from(metrics.advance_width(id).unwrap_or_default()) / units,
                range: at..at + character.len_utf8(),
            }
        };
        text.char_indices().map(glyph).collect()
    }

    /// The outlines of a text that begins at `start`, on its base line.
    pub(crate) fn outline(self, text: &str, start: Spot, size: f64) -> Vec<Segment> {
        let font = self.font();
        let outlines = font.outline_glyphs();
        // In the font's own units: skrifa rounds to parts of the size it is asked for, and a size in
        // board units is small.
        let settings = || DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        let mut pen = Pen {
            origin: start,
            scale: size / units_per_em(&font),
            segments: Vec::new(),
        };
        for glyph in self.glyphs(text) {
            if let Some(outline) = outlines.get(glyph.id) {
                outline
                    .draw(settings(), &mut pen)
                    .expect("the fonts in the program are whole");
            }
            pen.origin = pen.origin.offset(size * glyph.advance, 0.0);
        }
        pen.segments
    }
}

fn units_per_em(font: &FontRef<'_>) -> f64 {
    let metrics = font.metrics(Size::unscaled(), LocationRef::default());
    f64::from(metrics.units_per_em)
}

/// Takes down outlines, whose y grows upwards.
struct Pen {
    origin: Spot,
    /// What a unit of the font comes to.
    scale: f64,
    segments: Vec<Segment>,
}

impl Pen {
    fn spot(&self, x: f32, y: f32) -> Spot {
        let (x, y) = (f64::from(x), f64::from(y));
        self.origin.offset(self.scale * x, -self.scale * y)
    }

    fn last(&self) -> Spot {
        let spots = self.segments.iter().rev().find_map(Segment::end);
        spots.unwrap_or(self.origin)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.segments.push(Segment::Move(self.spot(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.segments.push(Segment::Line(self.spot(x, y)));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (from, control, to) = (self.last(), self.spot(cx, cy), self.spot(x, y));
        let toward = |end: Spot| {
            let part = 2.0 / 3.0;
            end.offset(part * (control.x - end.x), part * (control.y - end.y))
        };
        self.segments.push(Segment::Cubic {
            first: toward(from),
            second: toward(to),
            to,
        });
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.segments.push(Segment::Cubic {
            first: self.spot(cx0, cy0),
            second: self.spot(cx1, cy1),
            to: self.spot(x, y),
        });
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

    #[test]
    fn french_and_english_have_all_their_glyphs() {
        let needed =
            "«\u{202f}À l’œuvre\u{202f}!\u{202f}» ÉÈÊÇ éèêëàâçîïôûùü \u{a0}: ‘’ … – — − × · → ½ •";
        for face in [Face::Regular, Face::Bold] {
            assert!(face.has(needed));
            assert!(!face.has("棋"));
        }
    }

    #[test]
    fn a_narrow_space_is_narrower_than_a_space() {
        let width = |text| Face::Regular.width(text, 1.0);
        assert!(width("\u{202f}") > 0.05);
        assert!(width("\u{202f}") < width("\u{a0}"));
        assert!((width("ab") - width("a") - width("b")).abs() < 1e-6);
    }

    #[test]
    fn a_small_outline_is_a_large_one_made_small() {
        let start = Spot::new(0.0, 0.0);
        let [small, large] = [0.2, 200.0].map(|size| Face::Regular.outline("3", start, size));
        let spots = |outline: &[Segment]| outline.iter().flat_map(Segment::spots).collect();
        let (small, large): (Vec<Spot>, Vec<Spot>) = (spots(&small), spots(&large));
        assert_eq!(small.len(), large.len());
        for (small, large) in small.iter().zip(&large) {
            assert!(
                (1000.0 * small.x - large.x).abs() < 1e-6,
                "{small:?} {large:?}"
            );
            assert!(
                (1000.0 * small.y - large.y).abs() < 1e-6,
                "{small:?} {large:?}"
            );
        }
    }

    #[test]
    fn an_outline_stands_on_its_base_line() {
        let start = Spot::new(10.0, 20.0);
        let outline = Face::Bold.outline("H", start, 5.0);
        let bounds = Bounds::of(outline.iter().flat_map(Segment::spots));
        assert!((bounds.bottom - 20.0).abs() < 0.01, "{bounds:?}");
        assert!((bounds.height() / 5.0 - 0.694).abs() < 0.02, "{bounds:?}");
        assert!(bounds.left > 10.0 && bounds.right < 10.0 + Face::Bold.width("H", 5.0));
    }
}
