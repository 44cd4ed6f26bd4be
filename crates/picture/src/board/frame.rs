use game::Side;

use super::{Lettering, Marks, Visibility};
use crate::{Bounds, Form, Group, Ink, Scene, Shape, Spot, Thing};

/// Around a board without coordinates, between the board and the hands, and around the hands.
const MARGIN: f64 = 0.18;

/// Between the letters below the board and the hand below them.
const HAND_CLEARANCE: f64 = 0.08;

/// Letters around a board that is printed small, in parts of the board: with a drawing 40 mm wide
/// they are of 2 mm and a little more.
const LARGE: f64 = 0.065;

/// An emptied slot of a hand.
const EMPTY_SLOT: f64 = 0.035;

/// Where the board lies in its scene, and what stands around it.
pub struct Frame {
    /// Where the board lies.
    pub board: Bounds,
    width: f64,
    height: f64,
    type_size: f64,
    /// From the board to the middle of the letters around it.
    away: f64,
    hand: HandRows,
}

/// The slots for the pieces in a hand. A slot stays where it is when others are emptied.
#[derive(Clone, Copy)]
pub struct HandRows {
    /// How many slots.
    pub slots: usize,
    /// From one slot to the next.
    pub step: f64,
}

impl HandRows {
    fn rows(self, width: f64) -> usize {
        // A width is a sum of decimals; the small part keeps a row that just fits from breaking.
        let longest = (width / self.step + 1e-6).floor() as usize;
        self.slots.div_ceil(longest.max(1))
    }

    fn slots_a_row(self, width: f64) -> usize {
        self.slots.div_ceil(self.rows(width).max(1)).max(1)
    }

    fn height(self, width: f64) -> f64 {
        self.step * self.rows(width) as f64
    }
}

impl Frame {
    /// The frame of a board so large, of a game whose players have such hands.
    #[must_use]
    pub fn new<P>(width: f64, height: f64, hand: HandRows, marks: &Marks<P>) -> Frame {
        // Seen at the size of a window, the type of a large board is as large as that of a small
        // one, within what a square can hold.
        let type_size = (0.036 * width.max(height)).clamp(0.19, 0.34);
        let type_size = match marks.coordinates {
            Lettering::Large => LARGE * width.max(height),
            Lettering::Plain | Lettering::Hidden => (type_size * 100.0).round() / 100.0,
        };
        let margin = match marks.coordinates {
            Lettering::Plain => 2.0 * type_size,
            Lettering::Large => 1.7 * type_size,
            Lettering::Hidden => MARGIN,
        };
        let (above, below) = match marks.hands {
            Visibility::Shown => {
                let hand = hand.height(width) + MARGIN;
                (MARGIN + hand, margin + HAND_CLEARANCE + hand)
            }
            Visibility::Hidden => (margin, margin),
        };
        let corner = Spot::new(margin, above);
        Frame {
            board: Bounds::of([corner, corner.offset(width, height)]),
            width: width + 2.0 * margin,
            height: above + height + below,
            type_size,
            away: margin / 2.0,
            hand,
        }
    }

    /// The scene of what was drawn into the frame.
    #[must_use]
    pub fn scene(&self, groups: Vec<Group>) -> Scene {
        Scene {
            width: self.width,
            height: self.height,
            groups,
        }
    }

    /// The labels of columns by their x and of rows by their y.
    pub fn coordinates(
        &self,
        columns: impl IntoIterator<Item = (f64, String)>,
        rows: impl IntoIterator<Item = (f64, String)>,
    ) -> Group {
        let size = self.type_size;
        let label =
            |centre, text| -> Shape { Form::Text { centre, size, text }.filled(Ink::Coordinate) };
        let below = self.board.bottom + self.away;
        let beside = self.board.left - self.away;
        let columns = columns.into_iter();
        let columns = columns.map(|(x, text)| label(Spot::new(x, below), text));
        let rows = rows.into_iter();
        let rows = rows.map(|(y, text)| label(Spot::new(beside, y), text));
        Group::new(Thing::Coordinates, columns.chain(rows).collect())
    }

    /// Small dots in the slots of a side that are empty.
    pub fn tray(&self, side: Side, is_empty: impl Fn(usize) -> bool) -> Group {
        let empty = (0..self.hand.slots).filter(|slot| is_empty(*slot));
        let dot = |slot| Form::circle(self.slot(side, slot), EMPTY_SLOT).filled(Ink::Grain);
        Group::new(Thing::Tray(side), empty.map(dot).collect())
    }

    /// The middle of a slot in a hand.
    pub fn slot(&self, side: Side, slot: usize) -> Spot {
        let HandRows { slots, step } = self.hand;
        let width = self.board.width();
        let in_a_row = self.hand.slots_a_row(width);
        let top = match side {
            Side::Black => MARGIN,
            Side::White => self.height - MARGIN - self.hand.height(width),
        };
        let row_width = step * in_a_row.min(slots) as f64;
        let left = self.board.left + (width - row_width) / 2.0;
        let (column, row) = (slot % in_a_row, slot / in_a_row);
        Spot::new(
            left + step * (column as f64 + 0.5),
            top + step * (row as f64 + 0.5),
        )
    }
}
