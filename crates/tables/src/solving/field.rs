use game::Side;
use moulin::Flights;
use rayon::prelude::*;

use super::steps::{Steps, Way};
use crate::kernel::Flying;
use crate::numbering::compress::Compressor;
use crate::numbering::index::Index;
use crate::numbering::layer::{Layer, Pair, exchanged};

/// A pair of layers with all that is needed to find the way between their slots.
pub(crate) struct Field<'a> {
    pub(crate) index: &'a Index,
    pub(crate) pair: Pair,
    /// How the side of the rows may fly.
    pub(crate) rows_fly: Flying,
    /// How the side of the columns may fly.
    pub(crate) columns_fly: Flying,
    /// By column: the set of stones, compressed.
    pub(crate) columns: Vec<u32>,
    pub(crate) steps: Steps,
    /// Asked at every row.
    gate: Gate<'a>,
}

/// Whoever lets a solver go on, and says whether it is to give up: it may take its time, so that others
/// have the processor meanwhile.
pub(crate) type Gate<'a> = &'a (dyn Fn() -> bool + Sync);

/// Where the values of finished layers are.
pub(crate) trait Finished: Sync {
    /// The values of a layer that quiet turns of a pair do not lead to.
    fn layer(&self, layer: Layer) -> &[u8];
}

impl<'a> Field<'a> {
    pub(crate) fn new(index: &'a Index, pair: Pair, gate: Gate<'a>) -> Field<'a> {
        let rows_fly = pair.rows_to_move().flying(&index.laws);
        let ways: &[Way] = match rows_fly {
            Flying::Never => &[Way::Slide],
            Flying::Always | Flying::Once => &[Way::Slide, Way::Fly],
        };
        Field {
            index,
            pair,
            rows_fly,
            columns_fly: pair.columns_to_move().flying(&index.laws),
            columns: index.columns(pair),
            steps: Steps::new(index, pair.rows, ways),
            gate,
        }
    }

    /// Whether nobody wants the values any more. Once that is said, what is there is worth nothing.
    pub(crate) fn is_given_up(&self) -> bool {
        (self.gate)()
    }

    /// Columns per row.
    pub(crate) fn width(&self) -> usize {
        self.columns.len()
    }

    /// The stones of each row.
    pub(crate) fn rows(&self) -> &'a [u32] {
        self.index.rows(self.pair.rows)
    }

    /// Compresses sets on the points that a row leaves free.
    #[inline]
    pub(crate) fn compressor(&self, row: usize) -> Compressor<'a> {
        self.index.compressor(self.rows()[row])
    }

    /// The pair after `side` has flown.
    pub(crate) fn after_flight(&self, side: Side) -> Pair {
        Pair {
            flights: self.pair.flights.without(side),
            ..self.pair
        }
    }

    /// The layer after the columns have lost stones; they are to move.
    pub(crate) fn columns_after(&self, lost: u8, flights: Flights) -> Layer {
        self.pair.rows_to_move().after(lost, flights)
    }

    /// The layer after the rows have lost stones; they are to move.
    pub(crate) fn rows_after(&self, lost: u8, flights: Flights) -> Layer {
        let columns_to_move = self.pair.columns_to_move();
        columns_to_move.after(lost, exchanged(flights))
    }

    /// For each column of a row: the slot of the same position in the table whose rows are the
    /// stones of the other side, who has as many.
    ///
    /// The slots are found first and read later, so that the processor waits for many at a time.
    pub(crate) fn mirrored(&self, row: usize, slots: &mut Vec<usize>) {
        let (compressor, stones) = (self.compressor(row), self.rows()[row]);
        let sets = self.columns.iter().map(|column| compressor.expand(*column));
        slots.clear();
        slots.extend(sets.map(|set| self.index.slot_in(set, stones)));
    }

    /// The values of a layer as a table whose rows are the stones of the other side, who has as
    /// many.
    pub(crate) fn mirrored_values(&self, values: &[u8]) -> Vec<u8> {
        let mut mirrored = vec![0; values.len()];
        let rows = mirrored.par_chunks_exact_mut(self.width()).enumerate();
        rows.for_each_init(Vec::new, |slots, (row, out)| {
            self.mirrored(row, slots);
            for (value, slot) in out.iter_mut().zip(slots) {
                *value = values[*slot];
            }
        });
        mirrored
    }
}
