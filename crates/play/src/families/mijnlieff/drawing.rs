use game::{Game, Side};
use mijnlieff::{Board, Cell, Kind, Mijnlieff, Position, Square};
use picture::board::{Frame, HandRows, Lettering, Marks, Sprites, Visibility, mark, sprite};
use picture::{Bounds, Form, Group, Ink, Scene, Shape, Spot, Thing};

use super::symbol::symbol;

/// Between two tiles.
const GAP: f64 = 0.07;
const TILE_ROUNDING: f64 = 0.16;
const OUTLINE: f64 = 0.02;
const SQUARE: f64 = 0.84;
const SQUARE_ROUNDING: f64 = 0.12;
const PIECE: f64 = 0.74;
const PIECE_IN_HAND: f64 = 0.43;
const HAND_STEP: f64 = 0.5;
const TARGET: f64 = 0.46;
const TARGET_ROUNDING: f64 = 0.15;
const TARGET_STROKE: f64 = 0.055;
/// From the middle of a square to the corner marks, and the length of their arms.
const LAST: f64 = 0.425;
const LAST_ARM: f64 = 0.14;
const RIBBON: f64 = 0.2;

/// A position of Mijnlieff.
///
/// # Panics
///
/// When a mark is on a square that the board does not have.
#[must_use]
pub fn draw(game: &Mijnlieff, position: &Position, marks: &Marks<Square>) -> Scene {
    let board = game.board();
    let (columns, rows) = board.span();
    let full = game.start().hands();
    // Each player begins with the same pieces, so white's tell the slots of both.
    let of_a_kind = |kind| (0..full.count(Side::White, kind)).map(move |rank| Slot { kind, rank });
    let slots: Vec<Slot> = Kind::ALL.into_iter().flat_map(of_a_kind).collect();
    let hand = HandRows {
        slots: slots.len(),
        step: HAND_STEP,
    };
    let frame = Frame::new(f64::from(columns), f64::from(rows), hand, marks);
    Drawing {
        board,
        position,
        marks,
        frame,
        slots,
    }
    .scene()
}

/// A piece by itself, to be cut out along its edge.
#[must_use]
pub fn piece(side: Side, kind: Kind) -> Scene {
    let shapes = body(side, kind, Spot::new(PIECE / 2.0, PIECE / 2.0), PIECE);
    Scene {
        width: PIECE,
        height: PIECE,
        groups: vec![Group::new(Thing::Hand(side), shapes)],
    }
}

/// A tile by itself, to be cut out along its edge and laid against others.
#[must_use]
pub fn tile() -> Scene {
    let edge = Form::square(Spot::new(1.0, 1.0), 2.0, 0.0);
    let mut shapes = vec![edge.filled(Ink::Wood).outlined(Ink::Grain, OUTLINE)];
    for (x, y) in [(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5)] {
        let square = Form::square(Spot::new(x, y), SQUARE, SQUARE_ROUNDING);
        shapes.push(square.filled(Ink::Recess).outlined(Ink::Grain, OUTLINE));
    }
    Scene {
        width: 2.0,
        height: 2.0,
        groups: vec![Group::new(Thing::Board, shapes)],
    }
}

struct Drawing<'a> {
    board: &'a Board,
    position: &'a Position,
    marks: &'a Marks<Square>,
    frame: Frame,
    slots: Vec<Slot>,
}

/// The place in a hand of one of the pieces a player begins with. Those of a kind are taken from
/// the last one on.
struct Slot {
    kind: Kind,
    /// How many of the kind lie before it.
    rank: u32,
}

impl Drawing<'_> {
    fn scene(&self) -> Scene {
        let mut groups = vec![self.tiles()];
        if self.marks.coordinates != Lettering::Hidden {
            groups.push(self.coordinates());
        }
        let squares = self.board.squares();
        groups.extend(squares.into_iter().map(|square| self.square(square)));
        groups.extend(self.marks.lines.iter().map(|run| self.run(run)));
        groups.extend(squares.into_iter().filter_map(|square| self.piece(square)));
        groups.extend(self.marks.last.iter().map(|last| {
            let corners = mark::corners(self.spot(last.to), LAST, LAST_ARM);
            self.named(Thing::Last, last.to, vec![corners])
        }));
        let open = self.marks.open.iter().flatten();
        groups.extend(open.map(|square| self.target(*square)));
        if self.marks.hands == Visibility::Shown {
            for side in Side::BOTH {
                let empty = |slot| self.kind_in_hand(side, slot).is_none();
                groups.push(self.frame.tray(side, empty));
                let slots = 0..self.slots.len();
                groups.extend(slots.filter_map(|slot| self.piece_in_hand(side, slot)));
            }
        }
        self.frame.scene(groups)
    }

    fn spot(&self, square: Square) -> Spot {
        self.corner(self.board.cell(square)).offset(0.5, -0.5)
    }

    /// The lower left corner of a cell.
    fn corner(&self, cell: Cell) -> Spot {
        let Bounds { left, bottom, .. } = self.frame.board;
        Spot::new(left + f64::from(cell.column), bottom - f64::from(cell.row))
    }

    fn named(&self, thing: Thing, square: Square, shapes: Vec<Shape>) -> Group {
        Group::named(thing, self.board.name(square), self.spot(square), shapes)
    }

    fn tiles(&self) -> Group {
        let tile = |cell: &Cell| {
            let middle = self.corner(*cell).offset(1.0, -1.0);
            Form::square(middle, 2.0 - GAP, TILE_ROUNDING).filled(Ink::Wood)
        };
        let tiles = self.board.layout().tiles().iter().map(tile);
        Group::new(Thing::Board, tiles.collect())
    }

    fn coordinates(&self) -> Group {
        let (columns, rows) = self.board.span();
        let Bounds { left, bottom, .. } = self.frame.board;
        let column = |n: i16| (left + f64::from(n) + 0.5, Board::column_name(n));
        let row = |n: i16| (bottom - f64::from(n) - 0.5, (n + 1).to_string());
        self.frame
            .coordinates((0..columns).map(column), (0..rows).map(row))
    }

    fn square(&self, square: Square) -> Group {
        let shut = |open: &Vec<Square>| !open.contains(&square);
        let dimmed = self.marks.open.as_ref().is_some_and(shut);
        let ink = if dimmed { Ink::Dimmed } else { Ink::Recess };
        let form = Form::square(self.spot(square), SQUARE, SQUARE_ROUNDING);
        let shape = form.filled(ink).outlined(Ink::Grain, OUTLINE);
        self.named(Thing::Place, square, vec![shape])
    }

    fn piece(&self, square: Square) -> Option<Group> {
        let (side, kind) = self.position.piece(square)?;
        let shapes = body(side, kind, self.spot(square), PIECE);
        Some(self.named(Thing::Piece(side), square, shapes))
    }

    fn run(&self, run: &[Square]) -> Group {
        let mut squares = run.to_vec();
        squares.sort_by_key(|square| self.board.cell(*square));
        let ends = squares.first().zip(squares.last());
        let ribbon = |(first, last): (&Square, &Square)| {
            mark::ribbon(self.spot(*first), self.spot(*last), RIBBON)
        };
        Group::new(Thing::Run, ends.map(ribbon).into_iter().collect())
    }

    fn target(&self, square: Square) -> Group {
        self.named(Thing::Target, square, vec![ring(self.spot(square))])
    }

    fn kind_in_hand(&self, side: Side, slot: usize) -> Option<Kind> {
        let Slot { kind, rank } = self.slots[slot];
        (rank < self.position.hands().count(side, kind)).then_some(kind)
    }

    fn piece_in_hand(&self, side: Side, slot: usize) -> Option<Group> {
        let kind = self.kind_in_hand(side, slot)?;
        let centre = self.frame.slot(side, slot);
        let shapes = body(side, kind, centre, PIECE_IN_HAND);
        let letter = kind.letter().to_string();
        Some(Group::named(Thing::Hand(side), letter, centre, shapes))
    }
}

fn ring(centre: Spot) -> Shape {
    let ring = Form::square(centre, TARGET, TARGET_ROUNDING);
    ring.stroked(Ink::Target, TARGET_STROKE)
}

/// What moves on the board, drawn around the origin.
pub(super) fn sprites() -> Sprites {
    let centre = Spot::new(0.0, 0.0);
    let mut sprites = Sprites::default();
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let letter = Some(kind.letter());
            let standing = body(side, kind, centre, PIECE);
            sprites.add(sprite::piece(side, letter), standing);
        }
    }
    sprites.add(sprite::TARGET, vec![ring(centre)]);
    let chosen = Form::square(centre, SQUARE, SQUARE_ROUNDING);
    let chosen = chosen.stroked(Ink::Target, TARGET_STROKE);
    sprites.add(sprite::CHOSEN, vec![chosen]);
    sprites.add(sprite::LAST, vec![mark::corners(centre, LAST, LAST_ARM)]);
    sprites.ribbon = RIBBON;
    sprites
}

/// A rounded square with its symbol; white has a second outline inside the first.
fn body(side: Side, kind: Kind, centre: Spot, size: f64) -> Vec<Shape> {
    let edge = Form::square(centre, size, 0.28 * size);
    let (fill, on) = match side {
        Side::White => (Ink::StoneWhite, Ink::OnWhite),
        Side::Black => (Ink::StoneBlack, Ink::OnBlack),
    };
    let mut shapes = vec![edge.filled(fill).outlined(Ink::Line, 0.036 * size)];
    if side == Side::White {
        let frame = Form::square(centre, 0.86 * size, 0.22 * size);
        shapes.push(frame.stroked(Ink::OnWhite, 0.02 * size));
    }
    shapes.extend(symbol(kind, centre, size, on));
    shapes
}
