use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, LineJoin, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document as File, SerializeSettings};

use super::tags::Tags;
use crate::page::{Destination, Document, Link, Page};
use crate::shape::label_start;
use crate::{Colour, Face, Form, Group, Ink, Segment, Shape, Spot, Theme};

/// Points of a PDF file to a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// The document as a PDF file, true to scale, its words as text in an embedded font. One that tells
/// what it consists of can be read aloud, and if it lists its chapters too it is held to PDF/UA-1.
#[must_use]
pub fn to_pdf(document: &Document, theme: Theme) -> Vec<u8> {
    let fonts = Fonts::load();
    let mut file = if document.elements.is_empty() || document.bookmarks.is_empty() {
        File::new()
    } else {
        File::new_with(accessible())
    };
    file.set_metadata(
        Metadata::new()
            .title(document.title.clone())
            .creator("Mérelle".to_owned())
            .language(document.lang.clone()),
    );
    let mut tags = Tags::new(&document.elements);
    for page in &document.pages {
        push_page(&mut file, page, theme, &fonts, &mut tags);
    }
    if tags.are_used() {
        file.set_tag_tree(tags.tree());
    }
    let mut outline = Outline::new();
    for bookmark in &document.bookmarks {
        let destination = destination(bookmark.to);
        outline.push_child(OutlineNode::new(bookmark.title.clone(), destination));
    }
    file.set_outline(outline);
    file.finish()
        .expect("paths and glyphs of whole fonts are all it is given, and figures have their words")
}

fn accessible() -> SerializeSettings {
    let configuration =
        ConfigurationBuilder::new().with_accessibility_validator(Accessibility::UA1);
    SerializeSettings {
        configuration: configuration
            .finish()
            .expect("PDF/UA-1 goes with the version it brings"),
        ..SerializeSettings::default()
    }
}

struct Fonts {
    regular: Font,
    bold: Font,
}

impl Fonts {
    fn load() -> Fonts {
        let load = |face: Face| {
            let font = Font::new(face.file().into(), 0);
            font.expect("the fonts in the program are whole")
        };
        Fonts {
            regular: load(Face::Regular),
            bold: load(Face::Bold),
        }
    }

    fn get(&self, face: Face) -> Font {
        match face {
            Face::Regular => self.regular.clone(),
            Face::Bold => self.bold.clone(),
        }
    }
}

fn push_page(file: &mut File, page: &Page, theme: Theme, fonts: &Fonts, tags: &mut Tags) {
    let (width, height) = (points(page.scene.width), points(page.scene.height));
    let settings = PageSettings::from_wh(width, height);
    let mut sheet = file.start_page_with(settings.expect("pages have a size"));
    let mut surface = sheet.surface();
    surface.push_transform(&Transform::from_scale(POINTS as f32, POINTS as f32));
    let draw = |surface: &mut Surface<'_>, groups: &[Group]| {
        for shape in groups.iter().flat_map(|group| &group.shapes) {
            push_shape(surface, shape, theme, fonts);
        }
    };
    let decorate = |surface: &mut Surface<'_>, groups: &[Group]| {
        if !groups.is_empty() {
            surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(
                ArtifactType::Layout,
            )));
            draw(surface, groups);
            surface.end_tagged();
        }
    };
    let groups = &page.scene.groups;
    if tags.are_used() {
        let mut next = 0;
        for part in &page.parts {
            decorate(&mut surface, &groups[next..part.groups.start]);
            let identifier = surface.start_tagged(ContentTag::Other);
            draw(&mut surface, &groups[part.groups.clone()]);
            surface.end_tagged();
            tags.add(part.element, identifier);
            next = part.groups.end;
        }
        decorate(&mut surface, &groups[next..]);
    } else {
        draw(&mut surface, groups);
    }
    surface.pop();
    surface.finish();
    for link in &page.links {
        let Link {
            bounds,
            to,
            text,
            element,
        } = link;
        let rect = Rect::from_ltrb(
            points(bounds.left),
            points(bounds.top),
            points(bounds.right),
            points(bounds.bottom),
        );
        let rect = rect.expect("what can be clicked has an extent");
        let target = Target::Destination(destination(*to).into());
        let link = LinkAnnotation::new(rect, target);
        let link = Annotation::new_link(link, Some(text.clone()));
        tags.add_link(*element, sheet.add_tagged_annotation(link));
    }
    sheet.finish();
}

fn points(millimetres: f64) -> f32 {
    (millimetres * POINTS) as f32
}

fn destination(place: Destination) -> XyzDestination {
    let Spot { x, y } = place.spot;
    XyzDestination::new(place.page, Point::from_xy(points(x), points(y)))
}

fn push_shape(surface: &mut Surface<'_>, shape: &Shape, theme: Theme, fonts: &Fonts) {
    surface.set_fill(shape.fill.map(|ink| Fill {
        paint: colour(theme, ink).into(),
        ..Fill::default()
    }));
    surface.set_stroke(shape.stroke.map(|stroke| Stroke {
        paint: colour(theme, stroke.ink).into(),
        width: rounded(stroke.width),
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }));
    match &shape.form {
        Form::Text { centre, size, text } => {
            let start = label_start(*centre, *size, text);
            push_text(surface, Face::Regular, start, *size, text, fonts);
        }
        Form::Words {
            start,
            size,
            face,
            text,
        } => push_text(surface, *face, *start, *size, text, fonts),
        form => push_path(surface, &form.outline()),
    }
}

fn colour(theme: Theme, ink: Ink) -> rgb::Color {
    let Colour(red, green, blue) = theme.colour(ink);
    rgb::Color::new(red, green, blue)
}

/// Hundredths of a millimetre are finer than any printer, and half the digits of a file.
fn rounded(length: f64) -> f32 {
    ((length * 100.0).round() / 100.0) as f32
}

fn push_path(surface: &mut Surface<'_>, segments: &[Segment]) {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(to) => path.move_to(rounded(to.x), rounded(to.y)),
            Segment::Line(to) => path.line_to(rounded(to.x), rounded(to.y)),
            Segment::Cubic { first, second, to } => path.cubic_to(
                rounded(first.x),
                rounded(first.y),
                rounded(second.x),
                rounded(second.y),
                rounded(to.x),
                rounded(to.y),
            ),
            Segment::Close => path.close(),
        }
    }
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
}

fn push_text(
    surface: &mut Surface<'_>,
    face: Face,
    start: Spot,
    size: f64,
    text: &str,
    fonts: &Fonts,
) {
    // The font draws both spaces with one glyph, and a glyph has one meaning in a file: told apart,
    // every space of a page would need a note of its own.
    let text = text.replace('\u{a0}', " ");
    let glyph = |glyph: crate::typeface::Glyph| {
        let id = GlyphId::new(glyph.id.to_u32());
        let advance = glyph.advance as f32;
        KrillaGlyph::new(id, advance, 0.0, 0.0, 0.0, glyph.range, None)
    };
    let glyphs: Vec<KrillaGlyph> = face.glyphs(&text).into_iter().map(glyph).collect();
    let start = Point::from_xy(start.x as f32, start.y as f32);
    surface.draw_glyphs(start, &glyphs, fonts.get(face), &text, size as f32, false);
}
