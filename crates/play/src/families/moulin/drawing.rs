use std::collections::BTreeMap;

use game::Side;
use moulin::{Board, Moulin, Point, Points, Position};
use picture::board::{Frame, HandRows, Last, Lettering, Marks, Sprites, Visibility, mark, sprite};
use picture::{Bounds, Form, Group, Ink, Scene, Shape, Spot, Thing};

/// From the outermost points to the edge of the wood.
const EDGE: f64 = 0.72;
const EDGE_ROUNDING: f64 = 0.28;
const OUTLINE: f64 = 0.03;
const LINE: f64 = 0.05;
const DOT: f64 = 0.085;
const STONE: f64 = 0.36;
const STONE_IN_HAND: f64 = 0.22;
const HAND_STEP: f64 = 0.56;
const TARGET: f64 = 0.2;
const TARGET_STROKE: f64 = 0.07;
/// From the middle of a stone to the corner marks, and the length of their arms.
const LAST: f64 = 0.46;
const LAST_ARM: f64 = 0.17;
/// The bar along which the last stone moved, and the dot where it began.
const LAST_BAR: f64 = 0.1;
const LAST_DOT: f64 = 0.13;
const RIBBON: f64 = 0.22;

/// A position of the mill family.
#[must_use]
pub fn draw(game: &Moulin, position: &Position, marks: &Marks<Point>) -> Scene {
    let rules = game.rules();
    let board = rules.board;
    let grid = grid(board);
    let hand = HandRows {
        slots: usize::from(rules.stones),
        step: HAND_STEP,
    };
    let wood = grid.grown(EDGE);
    let frame = Frame::new(wood.width(), wood.height(), hand, marks);
    Drawing {
        board,
        position,
        marks,
        grid,
        frame,
    }
    .scene()
}

/// A stone by itself, to be cut out along its edge.
#[must_use]
pub fn stone(side: Side) -> Scene {
    let centre = Spot::new(STONE, STONE);
    Scene {
        width: 2.0 * STONE,
        height: 2.0 * STONE,
        groups: vec![Group::new(Thing::Hand(side), disc(side, centre, STONE))],
    }
}

struct Drawing<'a> {
    board: &'a Board,
    position: &'a Position,
    marks: &'a Marks<Point>,
    /// The extent of the points in columns and rows.
    grid: Bounds,
    frame: Frame,
}

impl Drawing<'_> {
    fn scene(&self) -> Scene {
        let Marks { last, lines, .. } = self.marks;
        let mut groups = vec![self.wood()];
        if self.marks.coordinates != Lettering::Hidden {
            groups.push(self.coordinates());
        }
        groups.extend(self.board.points().into_iter().map(|point| self.dot(point)));
        groups.extend(lines.iter().map(|line| self.mill(line)));
        groups.extend(last.iter().map(|last| self.last(last)));
        for side in Side::BOTH {
            let stones = self.position.stones(side).into_iter();
            groups.extend(stones.map(|point| {
                let shapes = disc(side, self.spot(point), STONE);
                self.named(Thing::Piece(side), point, shapes)
            }));
        }
        let open = self.marks.open.iter().flatten();
        groups.extend(open.map(|point| self.target(*point)));
        let captures = self.marks.captures.iter();
        groups.extend(captures.map(|point| {
            let shapes = mark::crossed_ring(self.spot(*point), STONE);
            self.named(Thing::Capture, *point, shapes)
        }));
        if self.marks.hands == Visibility::Shown {
            for side in Side::BOTH {
                let stones = usize::from(self.position.hand(side));
                groups.push(self.frame.tray(side, |slot| slot >= stones));
                groups.extend((0..stones).map(|slot| self.stone_in_hand(side, slot)));
            }
        }
        self.frame.scene(groups)
    }

    fn spot(&self, point: Point) -> Spot {
        let (column, row) = self.board.place(point);
        self.spot_of(column, row)
    }

    fn spot_of(&self, column: u8, row: u8) -> Spot {
        let wood = self.frame.board;
        Spot::new(
            wood.left + EDGE + f64::from(column) - self.grid.left,
            wood.bottom - EDGE - f64::from(row) + self.grid.top,
        )
    }

    fn named(&self, thing: Thing, point: Point, shapes: Vec<Shape>) -> Group {
        Group::named(thing, self.board.name(point), self.spot(point), shapes)
    }

    fn wood(&self) -> Group {
        let form = Form::Rect {
            bounds: self.frame.board,
            rounding: EDGE_ROUNDING,
        };
        let wood = form.filled(Ink::Wood).outlined(Ink::Grain, OUTLINE);
        let joints = self.joints(self.board.points());
        let lines = joints.map(|(from, to)| Form::Line { from, to }.stroked(Ink::Line, LINE));
        Group::new(Thing::Board, [wood].into_iter().chain(lines).collect())
    }

    /// The joints between neighbours within a set, each once.
    fn joints(&self, points: Points) -> impl Iterator<Item = (Spot, Spot)> {
        points.into_iter().flat_map(move |from| {
            let neighbours = (self.board.neighbours(from) & points).into_iter();
            let later = neighbours.filter(move |to| *to > from);
            later.map(move |to| (self.spot(from), self.spot(to)))
        })
    }

    /// Letters and numbers of the columns and rows that have points, as points are named.
    fn coordinates(&self) -> Group {
        let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
        for point in self.board.points() {
            let (column, row) = self.board.place(point);
            let name = self.board.name(point);
            let digits = name.find(|c: char| c.is_ascii_digit());
            let (letters, number) = name.split_at(digits.unwrap_or(name.len()));
            columns.insert(column, letters.to_owned());
            rows.insert(row, number.to_owned());
        }
        let column = |(column, text)| (self.spot_of(column, 0).x, text);
        let row = |(row, text)| (self.spot_of(0, row).y, text);
        let (columns, rows) = (columns.into_iter(), rows.into_iter());
        self.frame.coordinates(columns.map(column), rows.map(row))
    }

    fn dot(&self, point: Point) -> Group {
        let dot = Form::circle(self.spot(point), DOT).filled(Ink::Line);
        self.named(Thing::Place, point, vec![dot])
    }

    fn mill(&self, line: &[Point]) -> Group {
        let joints = self.joints(line.iter().copied().collect());
        let ribbons = joints.map(|(from, to)| mark::ribbon(from, to, RIBBON));
        Group::new(Thing::Run, ribbons.collect())
    }

    fn last(&self, last: &Last<Point>) -> Group {
        let to = self.spot(last.to);
        let mut shapes = Vec::new();
        if let Some(from) = last.from.map(|from| self.spot(from)) {
            shapes.push(Form::Line { from, to }.stroked(Ink::Last, LAST_BAR));
            shapes.push(Form::circle(from, LAST_DOT).filled(Ink::Last));
        }
        shapes.push(mark::corners(to, LAST, LAST_ARM));
        let taken = last.taken.iter();
        shapes.extend(taken.map(|point| mark::ghost(self.spot(*point), STONE)));
        self.named(Thing::Last, last.to, shapes)
    }

    fn target(&self, point: Point) -> Group {
        let [white, black] = Side::BOTH.map(|side| self.position.stones(side));
        let centre = self.spot(point);
        let ring = if (white | black).contains(point) {
            ring_around_stone(centre)
        } else {
            ring_on_point(centre)
        };
        self.named(Thing::Target, point, vec![ring])
    }

    fn stone_in_hand(&self, side: Side, slot: usize) -> Group {
        let shapes = disc(side, self.frame.slot(side, slot), STONE_IN_HAND);
        Group::new(Thing::Hand(side), shapes)
    }
}

/// The extent of a board's points in columns and rows, the lowest row at the top.
fn grid(board: &Board) -> Bounds {
    let places = board.points().into_iter().map(|point| board.place(point));
    Bounds::of(places.map(|(column, row)| Spot::new(column.into(), row.into())))
}

fn ring_around_stone(centre: Spot) -> Shape {
    Form::circle(centre, STONE + mark::CLEARANCE).stroked(Ink::Target, TARGET_STROKE)
}

fn ring_on_point(centre: Spot) -> Shape {
    let ring = Form::circle(centre, TARGET).filled(Ink::Wood);
    ring.outlined(Ink::Target, TARGET_STROKE)
}

/// What moves on the board, drawn around the origin.
pub(super) fn sprites() -> Sprites {
    let centre = Spot::new(0.0, 0.0);
    let mut sprites = Sprites::default();
    for side in Side::BOTH {
        sprites.add(sprite::piece(side, None), disc(side, centre, STONE));
    }
    sprites.add(sprite::TARGET, vec![ring_on_point(centre)]);
    sprites.add(sprite::CHOSEN, vec![ring_around_stone(centre)]);
    sprites.add(sprite::CAPTURE, mark::crossed_ring(centre, STONE));
    sprites.add(sprite::LAST, vec![mark::corners(centre, LAST, LAST_ARM)]);
    let left = Form::circle(centre, LAST_DOT).filled(Ink::Last);
    sprites.add(sprite::LEFT, vec![left]);
    sprites.add(sprite::TAKEN, vec![mark::ghost(centre, STONE)]);
    sprites.ribbon = RIBBON;
    sprites.bar = LAST_BAR;
    sprites
}

/// A disc; white has a ring on it, black a dot.
fn disc(side: Side, centre: Spot, radius: f64) -> Vec<Shape> {
    let edge = Form::circle(centre, radius);
    match side {
        Side::White => {
            let ring = Form::circle(centre, 0.62 * radius);
            vec![
                edge.filled(Ink::StoneWhite).outlined(Ink::Line, OUTLINE),
                ring.stroked(Ink::OnWhite, 0.07 * radius),
            ]
        }
        Side::Black => {
            let dot = Form::circle(centre, 0.2 * radius);
            vec![
                edge.filled(Ink::StoneBlack).outlined(Ink::Line, OUTLINE),
                dot.filled(Ink::OnBlack),
            ]
        }
    }
}
