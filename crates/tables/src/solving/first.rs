use game::Side;
use moulin::{Flights, Stuck};
use rayon::prelude::*;

use super::field::{Field, Finished};
use super::half::{Half, RowMut};
use super::losses::Losses;
use super::steps::{Step, Way};
use super::taken_columns::TakenColumns;
use super::taken_rows::TakenRows;
use crate::byte::{LOST_NOW, SCORE_BEFORE};
use crate::kernel::{Flying, bits};
use crate::numbering::column_map::{ColumnMap, ColumnTable};
use crate::numbering::row::Row;

/// The first values of a pair: of each position the number of quiet turns, and the best of the
/// turns that leave the pair by a capture or by using up a flight.
pub(crate) struct First<'a, F> {
    pub(crate) field: &'a Field<'a>,
    pub(crate) finished: &'a F,
}

impl<F: Finished> First<'_, F> {
    /// A player without any turn has lost, or passes (ML8): then a pass is a quiet turn.
    fn settle(&self, row: &mut RowMut<'_>) {
        if self.field.index.rules().stuck == Stuck::Pass {
            for slot in &mut *row.slots {
                slot.left += u8::from(slot.left == 0 && slot.value == LOST_NOW);
            }
        }
        row.settle();
    }
}

/// The side of the rows to move.
impl<F: Finished> First<'_, F> {
    /// The first values of the layer in which the rows move.
    pub(crate) fn rows(&self) -> Half {
        let field = self.field;
        let taken = self.taken_columns(field.pair.flights);
        let flown = (field.rows_fly == Flying::Once).then(|| self.flown());
        let mut half = Half::new(field.rows().len(), field.width());
        half.rows_mut().enumerate().for_each(|(row, mut out)| {
            if field.is_given_up() {
                return;
            }
            self.count_quiet_steps(row, &mut out);
            for step in field.steps.of(row) {
                let flight = step.way == Way::Fly && field.rows_fly == Flying::Once;
                match &flown {
                    Some((after, taken)) if flight => {
                        self.fly(row, step, after, taken, &mut out);
                    }
                    _ if step.lines > 0 => self.close(row, step, &taken, &mut out),
                    _ => {}
                }
            }
            self.settle(&mut out);
        });
        half
    }

    /// Counts the steps that complete no line.
    fn count_quiet_steps(&self, row: usize, out: &mut RowMut<'_>) {
        let field = self.field;
        let compressor = field.compressor(row);
        let mut ways = [0u8; 32];
        let is_quiet = |step: &&Step| {
            step.lines == 0 && (step.way == Way::Slide || field.rows_fly == Flying::Always)
        };
        for step in field.steps.of(row).iter().filter(is_quiet) {
            ways[compressor.compress(1 << step.to).trailing_zeros() as usize] += 1;
        }
        let all: u8 = ways.iter().sum();
        // By seven points: the ways that stones on them are in.
        let mut blocked = [[0u8; 128]; 4];
        for (point, ways) in ways[..28].iter().enumerate() {
            let (part, size) = (&mut blocked[point / 7], 1 << (point % 7));
            for below in 0..size {
                part[size + below] = part[below] + ways;
            }
        }
        for (slot, set) in out.slots.iter_mut().zip(&field.columns) {
            let part = |n: usize| blocked[n][(set >> (7 * n)) as usize & 127];
            slot.left = all - (part(0) + part(1) + part(2) + part(3));
        }
    }

    /// The map a step makes, with the point it must find free, compressed.
    fn map(&self, row: usize, step: &Step) -> (ColumnTable<'_>, u32) {
        let field = self.field;
        let from = field.compressor(row);
        let image = &field.index.geometry.images()[usize::from(step.symmetry)];
        let ranks = field.index.ranks(field.pair.columns);
        let map = ColumnMap::new(from, image, field.compressor(step.row as usize), ranks);
        (map.tabulated(), from.compress(1 << step.to))
    }

    /// A step that completes lines.
    fn close(&self, row: usize, step: &Step, taken: &TakenColumns, out: &mut RowMut<'_>) {
        let (map, to) = self.map(row, step);
        let scores = self.scores(step, taken);
        for (slot, set) in out.slots.iter_mut().zip(&self.field.columns) {
            if set & to == 0 {
                let score = scores[map.column(*set)];
                if score == LOST_NOW {
                    slot.left += 1;
                } else {
                    slot.leaves(score);
                }
            }
        }
    }

    /// A step that uses up the flight.
    fn fly(
        &self,
        row: usize,
        step: &Step,
        after: &[u8],
        taken: &TakenColumns,
        out: &mut RowMut<'_>,
    ) {
        let (map, to) = self.map(row, step);
        let width = self.field.width();
        let after = &after[step.row as usize * width..][..width];
        let scores = self.scores(step, taken);
        for (slot, set) in out.slots.iter_mut().zip(&self.field.columns) {
            if set & to == 0 {
                let column = map.column(*set);
                let score = if step.lines > 0 {
                    scores[column]
                } else {
                    LOST_NOW
                };
                slot.leaves(if score == LOST_NOW {
                    SCORE_BEFORE[usize::from(after[column])]
                } else {
                    score
                });
            }
        }
    }

    /// The scores of what may be taken in the row a step leads to.
    fn scores<'t>(&self, step: &Step, taken: &'t TakenColumns) -> &'t [u8] {
        let captures = self.field.index.laws.captures(step.lines.into());
        taken.row(step.row as usize, captures)
    }

    /// What the rows may take, the flights being these afterwards.
    fn taken_columns(&self, flights: Flights) -> TakenColumns {
        let (field, pair) = (self.field, self.field.pair);
        let losses = Losses::new(field.index.rules(), pair.columns, |lost| {
            self.finished.layer(field.columns_after(lost, flights))
        });
        TakenColumns::new(field.index, pair.rows, &field.columns, &losses)
    }

    /// The layer after a flight of the rows, and what they may take by it.
    fn flown(&self) -> (Vec<u8>, TakenColumns) {
        let field = self.field;
        let pair = field.after_flight(Side::White);
        let layer = pair.columns_to_move();
        let after = self.finished.layer(layer);
        let after = if pair.rows == pair.columns {
            field.mirrored_values(after)
        } else {
            after.to_vec()
        };
        (after, self.taken_columns(pair.flights))
    }
}

/// The side of the columns to move, who has fewer stones.
impl<F: Finished> First<'_, F> {
    /// The first values of the layer in which the columns move.
    pub(crate) fn columns(&self) -> Half {
        let field = self.field;
        let mut half = Half::new(field.rows().len(), field.width());
        half.rows_mut().enumerate().for_each(|(row, mut out)| {
            if field.is_given_up() {
                return;
            }
            let board = Row::new(field.index, field.rows()[row]);
            self.count_steps(&board, &mut out);
            self.leave(row, &board, &mut out);
            self.settle(&mut out);
        });
        half
    }

    /// Counts the steps, those that complete a line among them.
    fn count_steps(&self, board: &Row, out: &mut RowMut<'_>) {
        for (slot, set) in out.slots.iter_mut().zip(&self.field.columns) {
            let ways = match self.field.columns_fly {
                Flying::Always => set.count_ones() * (board.free & !set).count_ones(),
                Flying::Never | Flying::Once => bits(*set)
                    .map(|point| (board.near(point) & !set).count_ones())
                    .sum(),
            };
            slot.left = ways as u8;
        }
    }

    /// What the columns may take of a row, the flights being these afterwards.
    fn taken_rows(&self, row: u32, flights: Flights) -> TakenRows<'_> {
        let (field, pair) = (self.field, self.field.pair);
        let losses = Losses::new(field.index.rules(), pair.rows, |lost| {
            self.finished.layer(field.rows_after(lost, flights))
        });
        TakenRows::new(field.index, row, pair.columns, losses.one, losses)
    }

    /// Tells the slots before each column what taking a stone or flying there is worth.
    fn leave(&self, row: usize, board: &Row, out: &mut RowMut<'_>) {
        let field = self.field;
        let ranks = field.index.ranks(field.pair.columns);
        let taken = self.taken_rows(board.stones, field.pair.flights);
        let flown = (field.columns_fly == Flying::Once).then(|| {
            let pair = field.after_flight(Side::Black);
            let after = self.finished.layer(pair.rows_to_move());
            let after = &after[row * field.width()..][..field.width()];
            (after, self.taken_rows(board.stones, pair.flights))
        });
        for (column, set) in field.columns.iter().enumerate() {
            taken.each(board, *set, |to, score| {
                let from = match field.columns_fly {
                    Flying::Always => board.free,
                    Flying::Never | Flying::Once => board.near(to),
                };
                for from in bits(from & !set) {
                    let slot = &mut out.slots[ranks.of(set ^ 1 << to ^ 1 << from)];
                    slot.leaves(score);
                    slot.left -= 1;
                }
            });
            if let Some((after, taken)) = &flown {
                let mut fly = |to: usize, score: u8| {
                    for from in bits(board.free & !set & !board.near(to)) {
                        out.slots[ranks.of(set ^ 1 << to ^ 1 << from)].leaves(score);
                    }
                };
                taken.each(board, *set, &mut fly);
                let score = SCORE_BEFORE[usize::from(after[column])];
                bits(taken.quiet(board, *set)).for_each(|to| fly(to, score));
            }
        }
    }
}
