use super::{Paper, wrap};
use crate::{Bounds, Face, Form, Group, Ink, Placement, Scene, Segment, Spot, Thing};

/// What printers leave white on every side, and a little more.
const MARGIN: f64 = 10.0;
/// The type of a title, and how small it may become.
const TITLE: f64 = 4.5;
const SMALLEST_TITLE: f64 = 3.0;
/// From what is cut out to a cut mark, and the length of the mark.
const CUT_GAP: f64 = 1.0;
const CUT: f64 = 2.5;
const CUT_STROKE: f64 = 0.15;
/// The length of the line that shows whether the scale is right.
const RULER: f64 = 50.0;

/// A page in the making, in millimetres.
pub struct Sheet {
    /// What is on it so far.
    pub scene: Scene,
}

/// Whether a page stands upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// It does.
    Upright,
    /// It lies on its long edge.
    Sideways,
}

impl Sheet {
    /// An empty page.
    #[must_use]
    pub fn new(paper: Paper, orientation: Orientation) -> Sheet {
        let (width, height) = paper.size();
        let scene = match orientation {
            Orientation::Upright => Scene::blank(width, height),
            Orientation::Sideways => Scene::blank(height, width),
        };
        Sheet { scene }
    }

    /// Where a printer prints for certain.
    pub fn room(&self) -> Bounds {
        self.scene.bounds().grown(-MARGIN)
    }

    /// The middle, from left to right.
    pub fn middle(&self) -> f64 {
        self.scene.width / 2.0
    }

    /// Lays a scene so that its upper left corner comes to `corner`.
    pub fn lay(&mut self, scene: &Scene, corner: Spot, scale: f64) {
        self.scene.lay(scene, Placement { scale, corner });
    }

    /// Words from `start` on, on a base line.
    pub fn words(&mut self, start: Spot, size: f64, face: Face, ink: Ink, text: &str) {
        let form = Form::Words {
            start,
            size,
            face,
            text: text.to_owned(),
        };
        let group = Group::new(Thing::Words, vec![form.filled(ink)]);
        self.scene.groups.push(group);
    }

    /// A title at the top; gives back how far down the page is then taken.
    pub fn title(&mut self, text: &str) -> f64 {
        let room = self.room();
        // Titles that people give may be long.
        let width = Face::Bold.width(text, TITLE);
        let size = (TITLE * room.width() / width).clamp(SMALLEST_TITLE, TITLE);
        let lines = wrap::at_most(1, wrap::lines(text, Face::Bold, size, room.width() - size));
        let start = Spot::new(room.left, room.top + 4.0);
        self.words(start, size, Face::Bold, Ink::Text, &lines.concat());
        room.top + 9.0
    }

    /// A note in small type at the bottom, and beside it a line 50 mm long, to see whether the scale
    /// is right.
    pub fn foot(&mut self, note: &str) {
        let room = self.room();
        let y = room.bottom;
        let (left, right) = (room.right - RULER, room.right);
        let tick = |x: f64| {
            [
                Segment::Move(Spot::new(x, y - 1.5)),
                Segment::Line(Spot::new(x, y)),
            ]
        };
        let mut steps = vec![
            Segment::Move(Spot::new(left, y)),
            Segment::Line(Spot::new(right, y)),
        ];
        steps.extend([left, right].into_iter().flat_map(tick));
        let ruler = Form::Path(steps).stroked(Ink::Coordinate, 0.2);
        self.scene.groups.push(Group::new(Thing::Cut, vec![ruler]));
        let start = Spot::new(room.left, y);
        self.words(start, 2.6, Face::Regular, Ink::Coordinate, note);
    }

    /// Marks around a block that is cut along these x and these y.
    pub fn cut(&mut self, block: Bounds, columns: &[f64], rows: &[f64]) {
        let stroke = |from: Spot, to: Spot| [Segment::Move(from), Segment::Line(to)];
        let mut steps = Vec::new();
        for x in columns {
            let (above, below) = (block.top - CUT_GAP, block.bottom + CUT_GAP);
            steps.extend(stroke(Spot::new(*x, above - CUT), Spot::new(*x, above)));
            steps.extend(stroke(Spot::new(*x, below), Spot::new(*x, below + CUT)));
        }
        for y in rows {
            let (left, right) = (block.left - CUT_GAP, block.right + CUT_GAP);
            steps.extend(stroke(Spot::new(left - CUT, *y), Spot::new(left, *y)));
            steps.extend(stroke(Spot::new(right, *y), Spot::new(right + CUT, *y)));
        }
        let marks = Form::Path(steps).stroked(Ink::Coordinate, CUT_STROKE);
        self.scene.groups.push(Group::new(Thing::Cut, vec![marks]));
    }

    /// Marks around one thing to cut out.
    pub fn cut_out(&mut self, bounds: Bounds) {
        let (columns, rows) = ([bounds.left, bounds.right], [bounds.top, bounds.bottom]);
        self.cut(bounds, &columns, &rows);
    }
}
