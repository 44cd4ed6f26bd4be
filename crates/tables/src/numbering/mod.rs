//! Numbers positions: layers by the stones in them, and the slots of a layer.

pub(crate) mod classes;
pub(crate) mod column_map;
pub(crate) mod compress;
pub(crate) mod followers;
pub(crate) mod index;
pub(crate) mod layer;
pub(crate) mod row;
pub(crate) mod stones;
pub(crate) mod subsets;

pub use layer::{Layer, Pair};
pub use stones::Stones;
