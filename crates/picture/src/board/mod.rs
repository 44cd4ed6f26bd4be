//! What the drawings of all boards share: coordinates around them, hands beside them, marks on
//! them, and the parts from which a page puts a position together.

mod frame;
pub mod mark;
mod marks;
pub mod sprite;
mod stage;

pub use frame::{Frame, HandRows};
pub use marks::{Last, Lettering, Marks, Visibility};
pub use sprite::Sprites;
pub use stage::Stage;
