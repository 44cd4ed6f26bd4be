//! What searches of all families share.

mod in_progress;
mod stop;

pub(crate) use in_progress::{Busy, mix};
pub use stop::{Stop, Stopped};
