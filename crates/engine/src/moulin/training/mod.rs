//! Training of the network on positions whose values tables know.

mod file;
mod fit;
mod plan;
mod sample;
mod trainer;

pub use file::{SamplesError, read, write};
pub use fit::{PhaseFit, fit};
pub use plan::Plan;
pub use sample::LayerSample;

pub use super::network::PHASES;
