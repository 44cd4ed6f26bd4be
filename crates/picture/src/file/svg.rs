use std::collections::BTreeSet;

use game::Side;

use crate::shape::BASE_LINE;
use crate::{Colour, Face, Finish, Form, Group, Ink, Scene, Segment, Shape, Spot, Theme, Thing};

/// What a picture is called and what it shows, for those who do not see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caption<'text> {
    /// A few words.
    pub title: &'text str,
    /// A sentence or two.
    pub description: &'text str,
}

/// User units of the file to a board unit: large enough for type, whose size some browsers do not
/// take below one.
const SCALE: f64 = 100.0;

/// The scene as an SVG file, which is also an element to put into a page.
///
/// It has no size of its own and fills the room it is given. Each group is a `g` with the class of
/// its thing (`piece white`, `target`, …) and its name as `data-name`.
#[must_use]
pub fn to_svg(scene: &Scene, theme: Theme, caption: &Caption<'_>) -> String {
    still(scene, Size::Any, theme, caption)
}

/// The scene as an element of a page that has the [`style_sheet`], and so the page's colours. It
/// brings no style of its own, which a strict page would refuse.
#[must_use]
pub fn to_svg_element(scene: &Scene, caption: &Caption<'_>) -> String {
    file(scene, Size::Any, Theme::Auto, caption, "", |svg| {
        for group in &scene.groups {
            push_group(svg, group);
        }
    })
}

/// A scene measured in millimetres as an SVG file that prints at its true size.
#[must_use]
pub fn to_svg_page(scene: &Scene, theme: Theme, caption: &Caption<'_>) -> String {
    still(scene, Size::Millimetres, theme, caption)
}

/// How large a file says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// It fills the room it is given.
    Any,
    /// Its units are millimetres.
    Millimetres,
}

fn still(scene: &Scene, size: Size, theme: Theme, caption: &Caption<'_>) -> String {
    let style = style(scene.shapes(), theme);
    file(scene, size, theme, caption, &style, |svg| {
        for group in &scene.groups {
            push_group(svg, group);
        }
    })
}

/// A file as large as the scene.
pub(super) fn file(
    scene: &Scene,
    size: Size,
    theme: Theme,
    caption: &Caption<'_>,
    style: &str,
    content: impl FnOnce(&mut String),
) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let theme_class = theme.class();
    let size = match size {
        Size::Any => String::new(),
        Size::Millimetres => {
            format!(" width=\"{}mm\" height=\"{}mm\"", scene.width, scene.height)
        }
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"{size} \
         role=\"img\" class=\"drawing {theme_class}\" fill=\"none\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\" font-family=\"system-ui, sans-serif\" \
         text-anchor=\"middle\">\n"
    );
    let (title, description) = (escape(caption.title), escape(caption.description));
    svg += &format!("<title>{title}</title>\n<desc>{description}</desc>\n");
    if !style.is_empty() {
        svg += &format!("<style>\n{style}</style>\n");
    }
    content(&mut svg);
    svg += "</svg>\n";
    svg
}

/// The rules for the inks in use. They name the theme, so that pictures of several themes in one
/// page leave each other alone.
pub(super) fn style<'a>(shapes: impl Iterator<Item = &'a Shape>, theme: Theme) -> String {
    let (mut fills, mut strokes) = (BTreeSet::new(), BTreeSet::new());
    for shape in shapes {
        fills.extend(shape.fill);
        strokes.extend(shape.stroke.map(|stroke| stroke.ink));
    }
    let rules = |colour: fn(Ink) -> Colour| {
        let rule = |property: &str, ink: &Ink| {
            let (class, word, colour) = (theme.class(), ink.word(), colour(*ink));
            format!(".drawing.{class} .{property}-{word}{{{property}:{colour}}}\n")
        };
        let fills = fills.iter().map(|ink| rule("fill", ink));
        let strokes = strokes.iter().map(|ink| rule("stroke", ink));
        fills.chain(strokes).collect::<String>()
    };
    match theme {
        Theme::Light => rules(Ink::light),
        Theme::Dark => rules(Ink::dark),
        Theme::Sparing => rules(Ink::sparing),
        Theme::Auto => {
            let (light, dark) = (rules(Ink::light), rules(Ink::dark));
            format!("{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n")
        }
    }
}

pub(super) fn push_group(svg: &mut String, group: &Group) {
    *svg += &format!("<g class=\"{}\"", group_class(group.thing));
    if let Some(handle) = &group.handle {
        *svg += &format!(" data-name=\"{}\"", escape(&handle.name));
    }
    *svg += ">\n";
    for shape in &group.shapes {
        push_shape(svg, shape);
    }
    *svg += "</g>\n";
}

fn group_class(thing: Thing) -> &'static str {
    match thing {
        Thing::Page => "page",
        Thing::Board => "board",
        Thing::Coordinates => "coordinates",
        Thing::Place => "place",
        Thing::Piece(Side::White) => "piece white",
        Thing::Piece(Side::Black) => "piece black",
        Thing::Tray(Side::White) => "tray white",
        Thing::Tray(Side::Black) => "tray black",
        Thing::Hand(Side::White) => "hand white",
        Thing::Hand(Side::Black) => "hand black",
        Thing::Target => "target",
        Thing::Last => "last",
        Thing::Capture => "capture",
        // Style sheets know it by this name.
        Thing::Run => "mill",
        Thing::Value => "value",
        Thing::Words => "words",
        Thing::Cut => "cut",
    }
}

fn push_shape(svg: &mut String, shape: &Shape) {
    let paint = paint(shape);
    *svg += &match &shape.form {
        Form::Rect { bounds, rounding } => {
            let (x, y) = (number(bounds.left), number(bounds.top));
            let (width, height) = (number(bounds.width()), number(bounds.height()));
            let round = number(*rounding);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"{paint}/>\n"
            )
        }
        Form::Circle { centre, radius } => {
            let (x, y, radius) = (number(centre.x), number(centre.y), number(*radius));
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>\n")
        }
        Form::Line { from, to } => {
            let (x1, y1) = (number(from.x), number(from.y));
            let (x2, y2) = (number(to.x), number(to.y));
            format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{paint}/>\n")
        }
        Form::Path(segments) => {
            let steps: Vec<String> = segments.iter().map(step).collect();
            format!("<path d=\"{}\"{paint}/>\n", steps.join(" "))
        }
        Form::Text { centre, size, text } => {
            let (x, y) = (number(centre.x), number(centre.y + BASE_LINE * size));
            let (size, text) = (number(*size), escape(text));
            format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{paint}>{text}</text>\n")
        }
        Form::Words {
            start,
            size,
            face,
            text,
        } => {
            let (x, y) = (number(start.x), number(start.y));
            // Whatever font the reader has, the words take the room they were given.
            let width = number(face.width(text, *size));
            let weight = match face {
                Face::Regular => "",
                Face::Bold => " font-weight=\"bold\"",
            };
            let (size, text) = (number(*size), escape(text));
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight} text-anchor=\"start\" \
                 textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"{paint}>{text}</text>\n"
            )
        }
    };
}

fn paint(shape: &Shape) -> String {
    let fill = shape.fill.map(|ink| format!("fill-{}", ink.word()));
    let stroke = shape.stroke.map(|s| format!("stroke-{}", s.ink.word()));
    let classes: Vec<String> = fill.into_iter().chain(stroke).collect();
    let mut paint = format!(" class=\"{}\"", classes.join(" "));
    if let Some(stroke) = shape.stroke {
        paint += &format!(" stroke-width=\"{}\"", number(stroke.width));
    }
    paint
}

fn step(segment: &Segment) -> String {
    let spot = |spot: &Spot| format!("{} {}", number(spot.x), number(spot.y));
    match segment {
        Segment::Move(to) => format!("M{}", spot(to)),
        Segment::Line(to) => format!("L{}", spot(to)),
        Segment::Cubic { first, second, to } => {
            format!("C{} {} {}", spot(first), spot(second), spot(to))
        }
        Segment::Close => "Z".to_owned(),
    }
}

/// A length in user units, to a hundredth of one.
pub(crate) fn user_length(length: f64) -> f64 {
    let hundredths = (length * SCALE * 100.0).round() as i64;
    hundredths as f64 / 100.0
}

/// A spot in user units.
pub(crate) fn user_spot(spot: Spot) -> Spot {
    Spot::new(user_length(spot.x), user_length(spot.y))
}

/// A length in user units in as few characters as it takes.
fn number(length: f64) -> String {
    user_length(length).to_string()
}

/// A group as an element.
pub(crate) fn group_markup(group: &Group) -> String {
    let mut svg = String::new();
    push_group(&mut svg, group);
    svg
}

/// Shapes as elements.
pub(crate) fn shapes_markup(shapes: &[Shape]) -> String {
    let mut svg = String::new();
    shapes.iter().for_each(|shape| push_shape(&mut svg, shape));
    svg
}

/// The colours of all drawings in a page, as custom properties that follow the reader's system, or
/// the `data-theme` (`light`, `dark`) of the page where it has one; and those of every finish for an
/// element with its name as `data-board`.
#[must_use]
pub fn style_sheet() -> String {
    let inks = |colour: &dyn Fn(Ink) -> Colour| {
        let property = |ink: Ink| format!("--ink-{}:{};", ink.word(), colour(ink));
        Ink::ALL.into_iter().map(property).collect::<String>()
    };
    let (light, dark) = (inks(&Ink::light), inks(&Ink::dark));
    let mut sheet = format!(
        ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n\
         :root[data-theme=light]{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n"
    );
    for finish in Finish::ALL {
        let board = format!("[data-board={}]", finish.word());
        let (light, dark) = (
            inks(&|ink| finish.light(ink)),
            inks(&|ink| finish.dark(ink)),
        );
        let in_theme = |theme: &str, inks: &str| {
            let root = format!(":root[data-theme={theme}]");
            format!("{root}{board},{root} {board}{{{inks}}}\n")
        };
        sheet += &format!(
            "{board}{{{light}}}\n@media (prefers-color-scheme:dark){{{board}{{{dark}}}}}\n"
        );
        sheet += &(in_theme("light", &light) + &in_theme("dark", &dark));
    }
    for ink in Ink::ALL.map(Ink::word) {
        sheet += &format!(".fill-{ink}{{fill:var(--ink-{ink})}}\n");
        sheet += &format!(".stroke-{ink}{{stroke:var(--ink-{ink})}}\n");
    }
    sheet
}

/// Text as XML holds it, inside an element or a quoted attribute. What XML cannot hold at all
/// becomes the replacement character.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'.. => escaped.push(character),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (length, text) in [
            (0.0, "0"),
            (-0.00001, "0"),
            (0.5, "50"),
            (1.0 / 3.0, "33.33"),
        ] {
            assert_eq!(number(length), text);
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
        assert_eq!(escape("« d’ » \u{1F600}\n"), "« d’ » \u{1F600}\n");
        assert_eq!(escape("\0\u{1b}\u{ffff}"), "\u{fffd}\u{fffd}\u{fffd}");
    }
}
