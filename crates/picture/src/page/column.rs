use super::{Element, Part, Role, wrap};
use crate::{Bounds, Face, Form, Group, Ink, Placement, Scene, Spot, Thing};

/// How words look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    /// Regular or bold.
    pub face: Face,
    /// The height of the type, in millimetres.
    pub size: f64,
    /// From one base line to the next.
    pub leading: f64,
    /// What colours them.
    pub ink: Ink,
}

/// A part of a column that is not broken: a line of text, a row of a table, a row of boards.
pub struct Strip {
    /// What is on it.
    pub scene: Scene,
    /// Above it, unless it begins a page.
    pub gap: f64,
    /// Whether it may end a page.
    pub keep: Keep,
    /// What of it belongs to which element.
    pub parts: Vec<Part>,
}

/// Whether something may end a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// It may.
    Free,
    /// It goes on the page of what follows, as a heading does.
    WithNext,
}

/// Strips one below the other, to be broken into pages, and the elements they belong to.
pub struct Column {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub strips: Vec<Strip>,
    /// In the order in which they are read aloud.
    pub elements: Vec<Element>,
}

/// A strip on a page.
pub struct Placed {
    /// Which one, by its number in the column.
    pub strip: usize,
    /// Where its upper left corner is.
    pub corner: Spot,
}

/// So many lines of text stay on one page.
const UNBROKEN: usize = 5;

/// What hangs below the base line, in parts of the size.
const BELOW_BASE: f64 = 0.28;

impl Type {
    /// Words that look like this.
    #[must_use]
    pub const fn new(face: Face, size: f64, leading: f64, ink: Ink) -> Type {
        Type {
            face,
            size,
            leading,
            ink,
        }
    }

    /// From the top of a line to its base line.
    const fn base(self) -> f64 {
        self.leading - BELOW_BASE * self.size
    }

    /// The same type with its base line where another has it.
    pub const fn level_with(self, other: Type) -> Type {
        Type {
            leading: other.base() + BELOW_BASE * self.size,
            ..self
        }
    }
}

impl Column {
    /// A column with nothing in it.
    #[must_use]
    pub fn new(width: f64) -> Column {
        Column {
            width,
            strips: Vec::new(),
            elements: Vec::new(),
        }
    }

    /// A new element; its number.
    pub fn element(&mut self, role: Role, within: Option<usize>) -> usize {
        self.elements.push(Element { role, within });
        self.elements.len() - 1
    }

    /// Adds a row with a gap above.
    pub fn push(&mut self, row: Row, gap: f64, keep: Keep) {
        self.strips.push(Strip {
            scene: row.scene,
            gap,
            keep,
            parts: row.parts,
        });
    }

    /// A text in lines, the first with a gap above.
    pub fn text(&mut self, element: usize, text: &str, kind: Type, gap: f64, keep: Keep) {
        let lines = wrap::lines(text, kind.face, kind.size, self.width);
        for (number, line) in lines.iter().enumerate() {
            let mut row = Row::new(self.width);
            row.line(element, line, kind, Spot::new(0.0, 0.0));
            let gap = if number == 0 { gap } else { 0.0 };
            let together = lines.len() <= UNBROKEN && number + 1 < lines.len();
            let keep = if together { Keep::WithNext } else { keep };
            self.push(row, gap, keep);
        }
    }

    /// Where the strips lie when a page has room for so much; each inner list is a page.
    pub fn pages(&self, room: Bounds) -> Vec<Vec<Placed>> {
        let mut pages = vec![Vec::new()];
        let mut y = room.top;
        let mut next = 0;
        while next < self.strips.len() {
            let bound = self.bound(next);
            let gap = if y == room.top {
                0.0
            } else {
                self.strips[next].gap
            };
            if y > room.top && y + gap + self.height(next..bound) > room.bottom {
                pages.push(Vec::new());
                y = room.top;
                continue;
            }
            for strip in next..bound {
                if y > room.top {
                    y += self.strips[strip].gap;
                }
                let corner = Spot::new(room.left, y);
                let page = pages.last_mut().expect("there is always a page");
                page.push(Placed { strip, corner });
                y += self.strips[strip].scene.height;
            }
            next = bound;
        }
        pages
    }

    /// The strip after those that stay with the one that begins here.
    fn bound(&self, first: usize) -> usize {
        let rest = self.strips[first..].iter();
        let kept = rest.take_while(|strip| strip.keep == Keep::WithNext);
        (first + kept.count() + 1).min(self.strips.len())
    }

    /// From the top of the first of these to the bottom of the last.
    fn height(&self, strips: std::ops::Range<usize>) -> f64 {
        let first = strips.start;
        let height = |strip: usize| {
            let gap = if strip == first {
                0.0
            } else {
                self.strips[strip].gap
            };
            gap + self.strips[strip].scene.height
        };
        strips.map(height).sum()
    }
}

/// A strip in the making.
pub struct Row {
    /// What is on it so far.
    pub scene: Scene,
    parts: Vec<Part>,
}

impl Row {
    /// A row with nothing in it, of no height yet.
    #[must_use]
    pub fn new(width: f64) -> Row {
        Row {
            scene: Scene::blank(width, 0.0),
            parts: Vec::new(),
        }
    }

    /// Draws something that belongs to an element; the row grows to where it ends, which comes
    /// back.
    pub fn add(&mut self, element: usize, draw: impl FnOnce(&mut Scene) -> f64) -> f64 {
        let first = self.scene.groups.len();
        let bottom = draw(&mut self.scene);
        let groups = first..self.scene.groups.len();
        self.parts.push(Part { groups, element });
        self.scene.height = self.scene.height.max(bottom);
        bottom
    }

    /// A line of words.
    pub fn line(&mut self, element: usize, text: &str, kind: Type, corner: Spot) {
        self.add(element, |scene| {
            scene.groups.push(words(text, kind, corner.x, corner.y));
            corner.y + kind.leading
        });
    }

    /// A text in lines no wider than this; gives back where it ends.
    pub fn text(
        &mut self,
        element: usize,
        text: &str,
        kind: Type,
        corner: Spot,
        width: f64,
    ) -> f64 {
        self.add(element, |scene| {
            corner.y + paragraph(scene, text, kind, corner, width)
        })
    }

    /// A drawing so wide; gives back where it ends.
    pub fn picture(&mut self, element: usize, drawing: &Scene, corner: Spot, width: f64) -> f64 {
        self.add(element, |scene| {
            corner.y + picture(scene, drawing, corner, width)
        })
    }
}

/// A line of words in a strip, from `left` on, in the line that begins at `top`.
pub fn words(text: &str, kind: Type, left: f64, top: f64) -> Group {
    let form = Form::Words {
        start: Spot::new(left, top + kind.base()),
        size: kind.size,
        face: kind.face,
        text: text.to_owned(),
    };
    Group::new(Thing::Words, vec![form.filled(kind.ink)])
}

/// A text in lines within a part of a strip; gives back how high they stand.
pub fn paragraph(scene: &mut Scene, text: &str, kind: Type, corner: Spot, width: f64) -> f64 {
    let lines = wrap::lines(text, kind.face, kind.size, width);
    push_lines(scene, &lines, kind, corner)
}

/// As much of a text as there is room for.
pub fn excerpt(scene: &mut Scene, text: &str, kind: Type, room: Bounds) {
    let lines = wrap::lines(text, kind.face, kind.size, room.width());
    let lines = wrap::at_most((room.height() / kind.leading) as usize, lines);
    push_lines(scene, &lines, kind, Spot::new(room.left, room.top));
}

fn push_lines(scene: &mut Scene, lines: &[String], kind: Type, corner: Spot) -> f64 {
    for (number, line) in lines.iter().enumerate() {
        let top = corner.y + kind.leading * number as f64;
        scene.groups.push(words(line, kind, corner.x, top));
    }
    kind.leading * lines.len() as f64
}

/// Lays a drawing so wide at a corner of a strip; gives back how high it stands.
pub fn picture(scene: &mut Scene, drawing: &Scene, corner: Spot, width: f64) -> f64 {
    let scale = width / drawing.width;
    scene.lay(drawing, Placement { scale, corner });
    scale * drawing.height
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Bounds = Bounds {
        left: 10.0,
        top: 10.0,
        right: 60.0,
        bottom: 50.0,
    };

    fn column(strips: &[(f64, f64, Keep)]) -> Column {
        let mut column = Column::new(50.0);
        for (height, gap, keep) in strips {
            let mut row = Row::new(50.0);
            row.scene.height = *height;
            column.push(row, *gap, *keep);
        }
        column
    }

    #[track_caller]
    fn check(strips: &[(f64, f64, Keep)], expected: &[&[f64]]) {
        let pages = column(strips).pages(ROOM);
        let tops = |page: &Vec<Placed>| page.iter().map(|placed| placed.corner.y).collect();
        let tops: Vec<Vec<f64>> = pages.iter().map(tops).collect();
        assert_eq!(tops, expected);
    }

    #[test]
    fn strips_follow_each_other_and_go_on_a_new_page_when_full() {
        let free = |height, gap| (height, gap, Keep::Free);
        check(
            &[free(20.0, 5.0), free(10.0, 5.0), free(10.0, 5.0)],
            &[&[10.0, 35.0], &[10.0]],
        );
        check(&[free(99.0, 0.0), free(1.0, 0.0)], &[&[10.0], &[10.0]]);
    }

    #[test]
    fn a_heading_stays_with_what_follows() {
        let heading = (5.0, 0.0, Keep::WithNext);
        let text = (20.0, 0.0, Keep::Free);
        check(&[text, heading, text], &[&[10.0], &[10.0, 15.0]]);
        check(&[heading, text, heading], &[&[10.0, 15.0, 35.0]]);
    }
}
