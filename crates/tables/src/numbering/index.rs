use std::sync::OnceLock;

use moulin::Rules;
use rayon::prelude::*;

use super::classes::{Canonical, Classes};
use super::compress::{Compressor, Compressors};
use super::layer::{Layer, Pair};
use super::stones::Stones;
use super::subsets::{self, Ranks, Subsets, choose};
use crate::Exact;
use crate::checking::census::Census;
use crate::kernel::{Geometry, Laws};

/// Numbers the positions of a layer.
///
/// A layer is a table. Its rows are the [classes](Classes) of the stones of the side that has
/// more, or of the side to move where both have as many; its columns are the sets of the other
/// side's stones on the points left free, compressed and numbered by rank. A position is
/// renamed by the symmetry that makes its row stones canonical. Where row stones are symmetric in
/// themselves a position has several slots, all of one value.
pub(crate) struct Index {
    pub(crate) laws: Laws,
    pub(crate) geometry: Geometry,
    subsets: Subsets,
    compressors: Compressors,
    /// By the number of stones; made when first needed.
    classes: Vec<OnceLock<Classes>>,
    /// By the number of row and column stones: columns per row.
    widths: Vec<Vec<usize>>,
}

impl Index {
    /// For positions of at most so many stones each.
    pub(crate) fn new(rules: Rules, most: u8) -> Index {
        let most = u32::from(most);
        let geometry = Geometry::new(rules.board);
        let subsets = Subsets::new(most);
        let width = |rows, columns| choose(geometry.size() - rows, columns) as usize;
        let widths = |rows| (0..=most).map(|columns| width(rows, columns)).collect();
        Index {
            widths: (0..=most).map(widths).collect(),
            laws: Laws::new(&rules),
            geometry,
            subsets,
            compressors: Compressors::new(),
            classes: (0..=most).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The memory it takes by now, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let classes = self.classes.iter().filter_map(OnceLock::get);
        let classes: usize = classes.map(Classes::bytes).sum();
        classes + self.subsets.bytes() + Compressors::BYTES
    }

    /// The rules.
    #[inline]
    pub(crate) fn rules(&self) -> &Rules {
        &self.laws.rules
    }

    #[inline]
    fn classes(&self, stones: usize) -> &Classes {
        let make = || Classes::new(&self.geometry, &self.subsets, stones as u32);
        self.classes[stones].get_or_init(make)
    }

    /// The least set of each class of so many stones.
    pub(crate) fn rows(&self, stones: u8) -> &[u32] {
        &self.classes(usize::from(stones)).least
    }

    /// What the values of a layer amount to.
    pub(crate) fn census(&self, layer: Layer, values: &[u8]) -> Census {
        let pair = layer.pair();
        let sizes = self.classes(usize::from(pair.rows)).sizes();
        let rows = values.par_chunks_exact(self.width(pair.rows, pair.columns));
        let rows = rows.zip(&sizes).with_min_len(64);
        let counted = rows.fold(Census::default, |mut census, (row, size)| {
            let mut counts = [0; 256];
            row.iter()
                .for_each(|value| counts[usize::from(*value)] += 1);
            let counts = counts.into_iter().enumerate();
            for (value, count) in counts.filter(|(_, count)| *count > 0) {
                census.add(Exact::from_byte(value as u8), count * size);
            }
            census
        });
        counted.reduce(Census::default, Census::with)
    }

    /// The number of sets of `columns` stones on the points that `rows` stones leave free.
    pub(crate) fn width(&self, rows: u8, columns: u8) -> usize {
        self.widths[usize::from(rows)][usize::from(columns)]
    }

    /// The number of slots of a layer.
    pub(crate) fn slots(&self, layer: Layer) -> usize {
        let pair = layer.pair();
        self.rows(pair.rows).len() * self.width(pair.rows, pair.columns)
    }

    /// The ranks of sets of so many stones.
    pub(crate) fn ranks(&self, stones: u8) -> Ranks<'_> {
        self.subsets.ranks(u32::from(stones))
    }

    /// Compressors sets on the points that a row leaves free.
    #[inline]
    pub(crate) fn compressor(&self, row: u32) -> Compressor<'_> {
        self.compressors.by(self.geometry.points & !row)
    }

    /// Where a set of stones belongs.
    #[inline]
    pub(crate) fn canonical(&self, set: u32) -> Canonical {
        let stones = set.count_ones();
        let rank = self.subsets.ranks(stones).of(set);
        self.classes(stones as usize).canonical(rank)
    }

    /// The slot of a position in the table whose rows are these stones.
    #[inline]
    pub(crate) fn slot_in(&self, rows: u32, columns: u32) -> usize {
        let canonical = self.canonical(rows);
        let image = &self.geometry.images()[canonical.symmetry()];
        let compressor = self.compressor(image.set(rows));
        let (more, fewer) = (rows.count_ones(), columns.count_ones());
        let column = self
            .subsets
            .ranks(fewer)
            .of(compressor.compress(image.set(columns)));
        canonical.class() * self.widths[more as usize][fewer as usize] + column
    }

    /// The slot of a position in its layer.
    pub(crate) fn slot(&self, stones: Stones) -> usize {
        if stones.mover.count_ones() >= stones.other.count_ones() {
            self.slot_in(stones.mover, stones.other)
        } else {
            self.slot_in(stones.other, stones.mover)
        }
    }

    /// The compressed sets of a layer's columns.
    pub(crate) fn columns(&self, pair: Pair) -> Vec<u32> {
        let free = self.geometry.size() - u32::from(pair.rows);
        subsets::sets(free, u32::from(pair.columns))
    }

    /// The position of a slot, given the columns of its layer.
    pub(crate) fn stones(&self, layer: Layer, slot: usize, columns: &[u32]) -> Stones {
        let row = self.rows(layer.pair().rows)[slot / columns.len()];
        let column = self.compressor(row).expand(columns[slot % columns.len()]);
        let (mover, other) = if layer.rows_move() {
            (row, column)
        } else {
            (column, row)
        };
        Stones { mover, other }
    }
}
