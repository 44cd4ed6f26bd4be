//! The mill family.

mod reasons;

pub use reasons::{Reason, reasons};
