//! The board in bits: lines, neighbours, symmetries, captures.

pub(crate) mod ground;
pub(crate) mod row;
