use std::fs;

use super::store::Store;
use super::{Fault, FileFault, Header, Product};
use crate::numbering::layer::Layer;

/// The compact files of a rule set's first stones, bound into one that a program can carry: each with
/// its length in four bytes before it, the lowest byte first.
#[derive(Clone, Copy, Debug)]
pub struct Openings {
    bound: &'static [u8],
}

impl Openings {
    /// What [`bind`](Openings::bind) made. It is checked when it is read.
    #[must_use]
    pub const fn new(bound: &'static [u8]) -> Openings {
        Openings { bound }
    }

    /// The fewest stones in hand, of both players, of layers that are carried.
    ///
    /// Those with 9 take half a megabyte per sheet, those with 8 would take four more.
    pub const HANDS: u8 = 9;

    /// Whether a layer is one of them, if compact tables have it.
    #[must_use]
    pub fn reach(layer: Layer) -> bool {
        layer.hands.iter().sum::<u8>() >= Openings::HANDS
    }

    /// Binds compact files that a program of these rules would carry.
    pub fn bind(store: &Store) -> Result<Vec<u8>, FileFault> {
        let mut bound = Vec::new();
        let layers = store.compact_layers().into_iter();
        for layer in layers.filter(|layer| Openings::reach(*layer)) {
            store.check_file(Product::Compact, layer)?;
            let path = store.path_of(Product::Compact, layer);
            let file = fs::read(&path).map_err(|error| Fault::from(error).at(&path))?;
            bound.extend((file.len() as u32).to_le_bytes());
            bound.extend(file);
        }
        Ok(bound)
    }

    /// The compact file of a layer, if it is among them.
    pub(super) fn file(self, layer: Layer) -> Option<&'static [u8]> {
        files(self.bound).find(|file| Header::is_of(file, layer))
    }
}

/// The files that are bound together.
fn files(mut bound: &'static [u8]) -> impl Iterator<Item = &'static [u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = bound.split_first_chunk()?;
        let (file, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        bound = rest;
        Some(file)
    })
}
