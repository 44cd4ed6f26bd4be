use moulin::Double;
use rayon::prelude::*;

use super::losses::{Loss, Losses};
use crate::byte::{LOST_NOW, SCORE_BEFORE, WON_AT_ONCE};
use crate::kernel::{Captures, bits};
use crate::numbering::index::Index;
use crate::numbering::row::Row;
use crate::numbering::stones::Stones;

/// What a mill of the rows may take of the columns, by the slot after the step that completed it.
pub(crate) struct TakenColumns {
    /// The best score of taking one stone; [`LOST_NOW`] where nothing may be taken.
    one: Vec<u8>,
    /// The same of taking two, where the rules know that.
    two: Option<Vec<u8>>,
    width: usize,
}

impl TakenColumns {
    /// For rows of so many stones and these columns, compressed.
    pub(crate) fn new(
        index: &Index,
        rows: u8,
        columns: &[u32],
        losses: &Losses<'_>,
    ) -> TakenColumns {
        let scores = |take: &(dyn Fn(usize, u32, &mut [u8]) + Sync)| {
            let sets = index.rows(rows);
            let mut scores = vec![LOST_NOW; sets.len() * columns.len()];
            let out = scores.par_chunks_exact_mut(columns.len());
            out.zip(sets).enumerate().for_each(|(row, (out, set))| {
                if index.geometry.in_mills(*set) != 0 {
                    take(row, *set, out);
                }
            });
            scores
        };
        let two = index.rules().double == Double::Two;
        let two = two.then(|| scores(&|_, set, out| take_two(index, set, columns, losses, out)));
        TakenColumns {
            one: scores(&|row, set, out| take_one(index, row, set, columns, losses.one, out)),
            two,
            width: columns.len(),
        }
    }

    /// The scores in a row, when so many stones are taken.
    pub(crate) fn row(&self, row: usize, captures: Captures) -> &[u8] {
        let scores = match (captures, &self.two) {
            (Captures::Two, Some(two)) => two,
            _ => &self.one,
        };
        &scores[row * self.width..][..self.width]
    }
}

/// What taking one of the column stones is worth.
fn take_one(index: &Index, row: usize, set: u32, columns: &[u32], loss: Loss<'_>, out: &mut [u8]) {
    let board = Row::new(index, set);
    let takeable = |column| {
        let in_mills = || board.in_mills(column);
        index.laws.takeable_of(column, in_mills)
    };
    let stones = columns[0].count_ones() as u8;
    match loss {
        Loss::Over => {
            for (score, column) in out.iter_mut().zip(columns) {
                if takeable(*column) != 0 {
                    *score = WON_AT_ONCE;
                }
            }
        }
        // Nobody can take what is not there.
        Loss::To(_) if stones == 0 => {}
        Loss::To(after) => {
            let width = index.width(set.count_ones() as u8, stones - 1);
            let after = &after[row * width..][..width];
            let ranks = index.ranks(stones - 1);
            for (score, column) in out.iter_mut().zip(columns) {
                for taken in bits(takeable(*column)) {
                    let left = ranks.of(column & !(1 << taken));
                    *score = (*score).max(SCORE_BEFORE[usize::from(after[left])]);
                }
            }
        }
    }
}

/// What taking two of the column stones is worth.
fn take_two(index: &Index, set: u32, columns: &[u32], losses: &Losses<'_>, out: &mut [u8]) {
    let compressor = index.compressor(set);
    for (score, column) in out.iter_mut().zip(columns) {
        let theirs = compressor.expand(*column);
        for taken in index.laws.pairs(&index.geometry, theirs) {
            let stones = Stones {
                mover: theirs & !taken,
                other: set,
            };
            *score = (*score).max(losses.score(index, stones, taken.count_ones()));
        }
    }
}
