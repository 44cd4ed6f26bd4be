//! Boards and positions as pictures: one hand for screen, paper and files.
//!
//! [`moulin()`] and [`mijnlieff()`] make a [`Scene`] of a position and [`Marks`]: plain geometry in
//! board units, each shape with the [`Ink`] that says what it is. A back end turns a scene into a
//! file; [`to_svg`] is the one there is. A page that moves pieces itself takes a [`Stage`].
//!
//! ```
//! use game::{Game, Notation};
//! use mijnlieff::Mijnlieff;
//! use play::draw::{self, Caption, Last, Marks, Theme, Visibility};
//!
//! let mijnlieff = Mijnlieff::from_options("").unwrap();
//! let position = mijnlieff.read_position("w=La1;b=;turn=b;limit=La1").unwrap();
//! let marks = Marks {
//!     open: Some(mijnlieff.open(&position).into_iter().collect()),
//!     last: mijnlieff.board().square("a1").map(Last::placed),
//!     hands: Visibility::Shown,
//!     ..Marks::default()
//! };
//! let scene = draw::mijnlieff(&mijnlieff, &position, &marks);
//! let caption = Caption { title: "Mijnlieff", description: "White began with a straight on a1" };
//! let svg = draw::to_svg(&scene.on_page(), Theme::Auto, &caption);
//! assert!(svg.contains(r#"<g class="piece white" data-name="a1">"#));
//! ```

mod frame;
mod ink;
mod mark;
mod marks;
mod mill;
mod path;
mod plane;
mod poster;
mod scene;
mod shape;
mod sprite;
mod stage;
mod svg;
mod symbol;
mod tiles;

pub use ink::{Colour, Ink};
pub use marks::{Last, Marks, Visibility};
pub use mill::moulin;
pub use path::Segment;
pub use plane::{Bounds, Spot};
pub use poster::poster;
pub use scene::{Group, Handle, Scene, Thing};
pub use shape::{Form, Shape, Stroke};
pub use stage::Stage;
pub use svg::{Caption, Theme, style_sheet, to_svg};
pub use tiles::mijnlieff;
