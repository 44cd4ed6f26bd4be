//! Holds tables against the rules crate, counts them, and draws positions from them.

pub(crate) mod census;
pub(crate) mod expected;
pub(crate) mod sampler;
pub(crate) mod verify;

pub use census::Census;
pub use expected::expected;
pub use sampler::Sampler;
pub use verify::{Sample, Verification, Wrong};
