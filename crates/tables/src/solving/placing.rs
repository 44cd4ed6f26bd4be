use moulin::FEWEST;
use rayon::prelude::*;

use super::field::Finished;
use super::losses::{Loss, Losses};
use super::taken_columns::TakenColumns;
use super::taken_rows::TakenRows;
use crate::Exact;
use crate::byte::{LOST_NOW, SCORE_BEFORE, TooLong};
use crate::kernel::bits;
use crate::numbering::column_map::ColumnMap;
use crate::numbering::index::Index;
use crate::numbering::layer::Layer;
use crate::numbering::row::Row;
use crate::numbering::subsets;

/// The values of a layer of the placing phase, once those it leads to are finished.
///
/// Every turn places a stone, so nothing leads back: each value is the best of its turns.
pub(crate) fn solve(
    index: &Index,
    layer: Layer,
    finished: &impl Finished,
) -> Result<Vec<u8>, TooLong> {
    let stones = layer.other + layer.hands[1];
    // Without three stones there is no mill, and so nothing to look up.
    let losses = (layer.mover + 1 >= FEWEST && layer.other > 0).then(|| {
        Losses::new(index.rules(), stones, |lost| {
            finished.layer(layer.after(lost.min(layer.other), layer.flights))
        })
    });
    let plain = finished.layer(layer.after(0, layer.flights));
    let mut values = if layer.rows_move() {
        rows_place(index, layer, plain, losses)
    } else {
        columns_place(index, layer, plain, losses)
    };
    let value = |score: &mut u8| *score = Exact::from_score(*score).byte();
    values.par_iter_mut().with_min_len(4096).for_each(value);
    if values.contains(&(Exact::LONGEST + 1)) {
        return Err(TooLong { layer });
    }
    Ok(values)
}

/// The side of the rows places a stone: its rows have one more afterwards.
fn rows_place(index: &Index, layer: Layer, plain: &[u8], losses: Option<Losses<'_>>) -> Vec<u8> {
    let (rows, stones) = (index.rows(layer.mover), layer.other);
    let columns = index.columns(layer.pair());
    let more = layer.mover + 1;
    let width = index.width(more, stones);
    let after = subsets::sets(index.geometry.size() - u32::from(more), u32::from(stones));
    let taken = losses.map(|losses| TakenColumns::new(index, more, &after, &losses));
    let mut scores = vec![LOST_NOW; rows.len() * columns.len()];
    let out = scores.par_chunks_exact_mut(columns.len()).zip(rows);
    out.for_each(|(out, row)| {
        let from = index.compressor(*row);
        for to in bits(index.geometry.points & !row) {
            let placed = row | 1 << to;
            let canonical = index.canonical(placed);
            let image = &index.geometry.images()[canonical.symmetry()];
            let compressor = index.compressor(image.set(placed));
            let map = ColumnMap::new(from, image, compressor, index.ranks(stones)).tabulated();
            let plain = &plain[canonical.class() * width..][..width];
            let lines = index.geometry.completed(to, *row);
            let captures = index.laws.captures(lines);
            let taken = taken.as_ref().filter(|_| lines > 0);
            let taken = taken.map(|taken| taken.row(canonical.class(), captures));
            let at = from.compress(1 << to);
            for (score, column) in out.iter_mut().zip(&columns) {
                if column & at == 0 {
                    let place = map.column(*column);
                    let found = taken.map_or(LOST_NOW, |taken| taken[place]);
                    *score = (*score).max(if found == LOST_NOW {
                        SCORE_BEFORE[usize::from(plain[place])]
                    } else {
                        found
                    });
                }
            }
        }
    });
    scores
}

/// The side of the columns places a stone: it stays in its row.
fn columns_place(index: &Index, layer: Layer, plain: &[u8], losses: Option<Losses<'_>>) -> Vec<u8> {
    let (rows, stones) = (index.rows(layer.other), layer.mover);
    let width = index.width(layer.other, stones);
    let more = stones + 1;
    let after = subsets::sets(
        index.geometry.size() - u32::from(layer.other),
        u32::from(more),
    );
    // Once a stone is taken, the rows may have become the side with fewer.
    let turned = match losses.map(|losses| losses.one) {
        Some(Loss::To(values)) if layer.other <= more => {
            Some(turned(index, layer.other - 1, more, values))
        }
        _ => None,
    };
    let mut scores = vec![LOST_NOW; rows.len() * width];
    let out = scores.par_chunks_exact_mut(width).zip(rows).enumerate();
    out.for_each(|(row, (out, set))| {
        let board = Row::new(index, *set);
        let plain = &plain[row * after.len()..][..after.len()];
        let taken = losses.map(|losses| {
            let one = turned.as_deref().map_or(losses.one, Loss::To);
            TakenRows::new(index, *set, more, one, losses)
        });
        let ranks = index.ranks(stones);
        for (column, plain) in after.iter().zip(plain) {
            let mut place = |to: usize, score: u8| {
                let before = &mut out[ranks.of(column & !(1 << to))];
                *before = (*before).max(score);
            };
            let quiet = match &taken {
                Some(taken) => {
                    taken.each(&board, *column, &mut place);
                    taken.quiet(&board, *column)
                }
                None => *column,
            };
            let score = SCORE_BEFORE[usize::from(*plain)];
            bits(quiet).for_each(|to| place(to, score));
        }
    });
    scores
}

/// A table whose rows are the side with fewer stones, from the usual one.
fn turned(index: &Index, rows: u8, columns: u8, values: &[u8]) -> Vec<u8> {
    let sets = subsets::sets(index.geometry.size() - u32::from(rows), u32::from(columns));
    let mut turned = vec![0; index.rows(rows).len() * sets.len()];
    let out = turned
        .par_chunks_exact_mut(sets.len())
        .zip(index.rows(rows));
    out.for_each_init(Vec::new, |slots: &mut Vec<usize>, (out, row)| {
        let compressor = index.compressor(*row);
        slots.clear();
        let columns = sets.iter().map(|set| compressor.expand(*set));
        slots.extend(columns.map(|column| index.slot_in(column, *row)));
        for (value, slot) in out.iter_mut().zip(slots) {
            *value = values[*slot];
        }
    });
    turned
}
