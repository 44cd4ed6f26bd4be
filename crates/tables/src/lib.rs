//! The mill family solved layer by layer, by retrograde analysis.
//!
//! ```
//! use game::Notation;
//! use moulin::{CLASSIQUE, Moulin};
//! use tables::{Endings, Exact};
//!
//! let moulin = Moulin::new(CLASSIQUE);
//! let position = moulin.read_position("w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w").unwrap();
//! let endings = Endings::new(CLASSIQUE);
//! assert_eq!(endings.probe(&position), Some(Exact::Win(1)));
//! ```
#![cfg_attr(not(feature = "cuda"), forbid(unsafe_code))]
#![cfg_attr(feature = "cuda", deny(unsafe_code))]

mod byte;
mod checking;
mod exact;
mod files;
pub mod kernel;
mod numbering;
mod solving;
mod wdl;

pub use byte::TooLong;
pub use checking::{Census, Sample, Sampler, Verification, Wrong, expected};
pub use exact::Exact;
pub use files::{Fault, FileFault, Openings, Packing, Product, Store};
pub use numbering::{Layer, Pair, Stones};
pub use solving::{
    Batch, Build, BuildError, Built, Card, CardFault, Disagreement, Endings, Late, Processor,
    Solved, Solver, Surveyed,
};
pub use wdl::Wdl;
