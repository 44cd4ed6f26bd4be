//! Layers solved on a graphics card, to the same bytes as by the processor.
//!
//! 1. The numbering of positions goes to the card once, as a [chart](chart). Finished layers stay
//!    there, one byte per slot.
//! 2. A pair begins with one thread per slot, that tries every turn: those that leave the pair are looked
//!    up and give a first value, the quiet ones are counted.
//! 3. Then, distance by distance, both tables are looked through for slots decided there (a byte a
//!    slot is read faster than lists are kept), and each tells the slots before it: rows by a list
//!    of the steps that lead to a row, columns within their row.
//! 4. What can be decided at all is noted by distance in 256 bytes, the only thing read back.
//! 5. A layer of the placing phase is one pass: one thread per slot takes the best of its turns.
//!
//! All that writes to one slot within a pass writes the same, or counts down by atomic subtraction,
//! so the bytes do not depend on the order in which threads run.

#[cfg(feature = "cuda")]
mod agreement;
#[cfg(feature = "cuda")]
mod card;
#[cfg(feature = "cuda")]
mod chart;
#[cfg(feature = "cuda")]
mod device;
mod fault;
#[cfg(feature = "cuda")]
mod relay;
#[cfg(feature = "cuda")]
mod task;

#[cfg(not(feature = "cuda"))]
mod absent;

#[cfg(not(feature = "cuda"))]
pub use absent::Card;
#[cfg(feature = "cuda")]
pub use card::Card;
pub use fault::{CardFault, Disagreement};
